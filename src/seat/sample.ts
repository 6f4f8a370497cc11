import { kindMeant } from './preview.ts';
import { withPosition } from './read-table.ts';
import { Caches } from '../cache/caches.ts';
import { z } from 'zod';

import { ACTIONS } from '../wording/words.ts';
import type { Home } from '../host/host.ts';

import type { Person } from '../forge/events.ts';
import { hoursAfter } from '../kernel/time.ts';
import { listPacks } from '../ruleset/compose.ts';
import { slug } from '../kernel/names.ts';
import { writeCommit } from '../repository/write-commit.ts';
import { readYamlValue } from '../ruleset/parse-yaml.ts';
import { describeProblem } from '../ruleset/problem.ts';
import type { LanguageChosen } from '../store/read-language.ts';
import type { ContentFiles } from '../store/paths.ts';
import { writeCommand } from '../session/take/commands.ts';
import { refreshCheckout } from '../host/checkout.ts';
import { type DraftChange, draftChanges } from './draft-changes.ts';
import type { HomeGame } from '../host/game.ts';

const proposal = z.strictObject({
  title: z.string(),
  text: z.string().default(''),
  rule: z.string().optional(),
  replace: z.string().optional(),
  with: z.string().optional(),
  repeal: z.string().optional(),
  transmute: z.string().optional(),
  add: z.strictObject({ title: z.string(), text: z.string() }).optional(),
});

const step = z.strictObject({
  ago: z.number(),
  by: z.string(),
  propose: proposal.optional(),
  vote: z.string().optional(),
  comment: z.string().optional(),
  act: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  /** The index of the post within this file, from 1. */
  on: z.number().int().optional(),
  text: z.string().optional(),
});

const sampleSchema = z.strictObject({
  name: z.string(),
  core: z.string(),
  dynasty: z.string().optional(),
  players: z.array(z.string()),
  admins: z.array(z.string()),
  emperor: z.string().optional(),
  began: z.number(),
  moves: z.array(step),
});

type Step = z.infer<typeof step>;

/** The core packs that have a sample of their own. */
export function samplesIn(library: ContentFiles): readonly string[] {
  return listPacks(library).core.filter((name) => library.has(sampleFile(name)));
}

function sampleFile(of: string | undefined): string {
  return of === undefined ? 'sample.yml' : `sample-${of}.yml`;
}

/**
 * Begins the sample game of the library, or that of one of its core packs, and plays its script, each step at its time.
 */
export async function beginSample(
  home: Home,
  folder: string,
  library: ContentFiles,
  now: string,
  progress: (line: string) => void,
  {
    caches = new Caches(),
    of,
    language = null,
  }: {
    readonly caches?: Caches;
    readonly of?: string | undefined;
    readonly language?: LanguageChosen | null;
  } = {},
): Promise<HomeGame> {
  const sample = sampleSchema.parse(readYamlValue(library.get(sampleFile(of)) ?? '').value);
  let at = hoursAfter(now, -sample.began);
  const players = sample.players.map((name) => ({
    id: slug(name),
    name,
    admin: sample.admins.includes(name),
    emperor: name === sample.emperor,
  }));
  const { name, core, dynasty } = sample;
  const wish = {
    name,
    core,
    players,
    practice: true,
    ...(dynasty === undefined ? {} : { dynasty }),
    ...(language === null ? {} : { language }),
  };
  const game = await home.begin(folder, library, wish, { now: () => at, caches });
  // Matters that are still pending at the end are tried when somebody opens the game.
  game.trials?.leaveToOthers();
  const posts: string[] = [];
  for (const [index, one] of sample.moves.entries()) {
    progress(`setting up a sample game: ${index + 1} of ${sample.moves.length}`);
    at = hoursAfter(now, -one.ago);
    await take(game, one, posts);
    // Each step that leads to a commit becomes a point to go back to.
    if (one.act !== undefined || one.propose !== undefined) await game.tick();
  }
  // One tick is enough: everything due is resolved before each recorded step.
  const begun = await home.open(folder, { now, caches });
  begun.trials?.leaveToOthers();
  await begun.tick();
  await refreshCheckout(begun);
  return home.open(folder, { caches });
}

async function take(
  game: HomeGame,
  { by: name, propose, vote, comment, act, with: words = {}, on, text }: Step,
  posts: string[],
): Promise<void> {
  const by: Person = { id: slug(name), name, bot: false };
  const post = on === undefined ? '' : (posts[on - 1] ?? '');
  if (propose !== undefined) posts.push(await open(game, by, propose));
  if (vote !== undefined)
    await game.say(by, post, `${text === undefined ? '' : `${text} `}:${vote.toLowerCase()}:`);
  if (comment !== undefined) await game.say(by, post, comment);
  if (act !== undefined) {
    const thread = await game.forge.post(ACTIONS);
    await game.say(by, thread, writeCommand(act, words));
  }
}

async function open(
  game: HomeGame,
  by: Person,
  { title, text, rule, replace = '', with: words = '', repeal, transmute, add }: z.infer<typeof proposal>,
): Promise<string> {
  const wanted: DraftChange[] = [
    ...(rule === undefined ? [] : [{ do: 'edit' as const, rule, replace, with: words }]),
    ...(repeal === undefined ? [] : [{ do: 'repeal' as const, rule: repeal }]),
    ...(transmute === undefined ? [] : [{ do: 'transmute' as const, rule: transmute }]),
    ...(add === undefined ? [] : [{ do: 'add' as const, ...add }]),
  ];
  const { changes, problems } = draftChanges(await game.content(), wanted, game.caches);
  if (problems.length > 0)
    throw new Error(`The sample game can't be set up: ${problems.map(describeProblem).join('; ')}`);
  const author = { name: by.name, email: `${by.id}@players.invalid`, at: game.now() };
  const head = await writeCommit(game.forge.repository, {
    parents: [await game.main()],
    changes,
    author,
    message: `${title}\n`,
  });
  const kind = await withPosition(game, (position) => kindMeant(position, game.now()));
  return game.people.open(by, { kind, title, text, head, branch: slug(title) });
}
