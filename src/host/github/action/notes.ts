import { z } from 'zod';

import { personSchema, type Person } from '../../../forge/events.ts';
import { actionsBot } from '../../../forge/github/people.ts';
import type { Forge } from '../../../forge/port.ts';
import { publishingSchema } from './publishing.ts';
import type { Oid } from '../../../repository/oid.ts';
import { readFileText } from '../../../repository/read-file.ts';
import { listTexts } from '../../../repository/read-tree.ts';
import { readBranch } from '../../../repository/refs.ts';
import { ownBranch } from '../../../repository/repository.ts';
import { writeCommit } from '../../../repository/write-commit.ts';

/** The notes that the run of one tick leaves for the next. All of it can be found out again: losing it costs time and no more. */
const trialSchema = z.strictObject({
  ok: z.boolean(),
  problems: z.array(z.string()),
  warnings: z.array(z.string()).optional(),
  clauses: z.array(z.string()).optional(),
  hindsight: z.array(z.string()).optional(),
  scenarios: z.array(z.string()).optional(),
  omitted: z.array(z.strictObject({ change: z.string(), reason: z.string() })),
  typed: z.boolean(),
});
const matterSchema = z.strictObject({
  /** On the forge. */
  post: z.string(),
  head: z.string().nullable(),
  /** The check run on that commit, and what it says, as a hash. */
  check: z.strictObject({ id: z.int(), says: z.string() }).nullable(),
  /** Of what the trial was, as a hash: its changes and the rules. */
  tried: z.string().nullable(),
  trial: trialSchema.nullable(),
  /** Its branch changes files outside the game, of which workflows were the only ones once. */
  workflows: z.boolean(),
});
const notesSchema = z.strictObject({
  version: z.literal(1),
  matters: z.record(z.string(), matterSchema),
  /** The rules that the forms are of, as a hash. */
  forms: z.string().nullable(),
  /** Nothing is due before `until`, as long as nobody does anything and main and journal stand there. */
  quiet: z
    .strictObject({
      main: z.string(),
      journal: z.string().nullable(),
      until: z.string(),
      /** When something is due next by the clock alone; null where nothing is in sight. */
      due: z.string().nullable().default(null),
    })
    .nullable(),
  /** The engine's account, if it is not that of a workflow's token; jobs without a token can't ask GitHub for it. */
  engine: personSchema.nullable().default(null),
  publishing: publishingSchema.default({ at: [], owed: false }),
});
export type Notes = z.infer<typeof notesSchema>;
export type MatterNotes = z.infer<typeof matterSchema>;

export const NO_NOTES: Notes = {
  version: 1,
  matters: {},
  forms: null,
  quiet: null,
  engine: null,
  publishing: { at: [], owed: false },
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

/** The texts of all notes, by their names. */
export async function textsOfNotes(repository: Forge['repository']): Promise<readonly Oid[]> {
  const tip = await readBranch(repository, ownBranch(repository, BRANCH));
  return tip === null ? [] : listTexts(repository, tip);
}

/** Whom the engine acts as in a game, by what it has noted. */
export async function engineOf(repository: Forge['repository']): Promise<Person> {
  return (await readNotes({ repository })).engine ?? actionsBot;
}

/** Where another run was first, what it noted is as good. */
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
