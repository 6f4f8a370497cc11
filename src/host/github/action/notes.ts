import { z } from 'zod';

import { personSchema, type Person } from '../../../forge/events.ts';
import { actionsBot } from '../../../forge/github/people.ts';
import type { Forge } from '../../../forge/port.ts';
import { publishingSchema } from './publishing.ts';
import type { Oid } from '../../../repository/oid.ts';
import { readFileText } from '../../../repository/read-file.ts';
import { listTexts } from '../../../repository/read-tree.ts';
import type { TriedMove } from '../../../promises/moves.ts';
import { readBranch } from '../../../repository/refs.ts';
import { ownBranch } from '../../../repository/repository.ts';
import { writeCommit } from '../../../repository/write-commit.ts';

/** Notes from one run to the next. They can all be rebuilt, so losing them costs only time. */
const texts = z.array(z.string()).readonly();
const waySchema = z.strictObject({
  lines: texts,
  turn: z.int().nullable(),
  why: z.string(),
  wasSoBefore: z.boolean(),
  isSmall: z.boolean(),
  moves: z.array(z.custom<TriedMove>((move) => typeof move === 'object')).readonly(),
});
const promiseSchema = z.strictObject({
  path: z.string(),
  rule: z.string(),
  line: z.int(),
  says: z.string(),
  at: z.string(),
  moves: z.int(),
  states: z.int(),
  way: waySchema.nullable(),
});
const trialSchema = z.strictObject({
  ok: z.boolean(),
  problems: texts,
  warnings: texts.optional(),
  clauses: texts.optional(),
  passing: texts.optional(),
  hindsight: texts.optional(),
  scenarios: texts.optional(),
  searched: z.int().optional(),
  promises: z.union([z.literal('as-before'), z.array(promiseSchema).readonly()]).optional(),
  omitted: z.array(z.strictObject({ change: z.string(), reason: z.string() })).readonly(),
  typed: z.boolean(),
});
const matterSchema = z.strictObject({
  /** On the forge. */
  post: z.string(),
  head: z.string().nullable(),
  /** The check run on that commit, and a hash of its text. */
  check: z.strictObject({ id: z.int(), says: z.string() }).nullable(),
  /** A hash of the changes and rules that were tried. */
  tried: z.string().nullable(),
  trial: trialSchema.nullable(),
  /** Its branch changes files outside the game. Once only workflows counted, hence the name. */
  workflows: z.boolean(),
});
const notesSchema = z.strictObject({
  version: z.literal(1),
  matters: z.record(z.string(), matterSchema),
  /** A hash of the rules that the forms were made from. */
  forms: z.string().nullable(),
  /** Nothing is due before `until`, provided that nobody acts and main and the journal don't move. */
  quiet: z
    .strictObject({
      main: z.string(),
      journal: z.string().nullable(),
      until: z.string(),
      /** When the clock alone next makes something due. */
      due: z.string().nullable().default(null),
    })
    .nullable(),
  /** The engine's account, unless it is the workflow token's; jobs without a token can't ask GitHub for it. */
  engine: personSchema.nullable().default(null),
  publishing: publishingSchema.default({ at: [], pending: false }),
});
export type Notes = z.infer<typeof notesSchema>;
export type MatterNotes = z.infer<typeof matterSchema>;

export const NO_NOTES: Notes = {
  version: 1,
  matters: {},
  forms: null,
  quiet: null,
  engine: null,
  publishing: { at: [], pending: false },
};

const BRANCH = 'standing';
const FILE = 'notes.json';

export async function readNotes({ repository }: Pick<Forge, 'repository'>): Promise<Notes> {
  const tip = await readBranch(repository, ownBranch(repository, BRANCH));
  const text = tip === null ? null : await readFileText(repository, tip, FILE);
  if (text === null) return NO_NOTES;
  try {
    return notesSchema.parse(JSON.parse(text));
  } catch {
    return NO_NOTES;
  }
}

export async function textsOfNotes(repository: Forge['repository']): Promise<readonly Oid[]> {
  const tip = await readBranch(repository, ownBranch(repository, BRANCH));
  return tip === null ? [] : listTexts(repository, tip);
}

/** The engine's account as noted; the workflow's bot if nothing is noted. */
export async function engineOf(repository: Forge['repository']): Promise<Person> {
  return (await readNotes({ repository })).engine ?? actionsBot;
}

/** If another run was first, its notes are just as good. */
export async function writeNotes(forge: Forge, notes: Notes, now: string): Promise<void> {
  const branch = ownBranch(forge.repository, BRANCH);
  const tip = await readBranch(forge.repository, branch);
  const author = { name: forge.engine.name, email: '', at: now };
  const changes = new Map([[FILE, `${JSON.stringify(notes)}\n`]]);
  const commit = await writeCommit(forge.repository, {
    parents: [],
    changes,
    author,
    message: 'How the game stands\n',
  });
  await forge.advance(branch, tip, commit);
}
