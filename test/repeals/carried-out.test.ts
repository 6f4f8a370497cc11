// A clause that fails while a matter is carried out: the matter comes into force with that clause switched off, or fails at once where no
// clause may be. It never stays pending, nothing waits behind it, and voters read what will happen.
import { expect, test } from 'vitest';

import {
  ana,
  bo,
  cy,
  dee,
  eli,
  fay,
  seenAfterTick,
  testGame,
  type TestGame,
} from '../../src/tick/fixtures/embedded-game.ts';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { isTime } from '../../src/kernel/names.ts';
import type { PostData } from '../../src/kernel/state.ts';
import { tryMatter } from '../../src/rehearse/try-matter.ts';
import { newGameOfSix } from '../../src/store/fixtures/new-game.ts';
import { readGame } from '../../src/store/read-game.ts';
import { replayOf } from '../faults/begin-with.ts';
import { clause } from '../rehearsal/brick-parts.ts';

const ALL = process.env['GITNOMIC_REPEALS'] === 'whole';
/** The clock counts processor time, of which a busy machine gives little. */
const LONG_MS = 1_800_000;
const AT_ONCE: ReadonlySet<string> = new Set(['fireside', 'prose']);
const CORES = ['2008', '2019', '2021', 'fireside', 'suber', 'prose'];

const FAILURES: Readonly<Record<string, string>> = {
  throws: "throw new Error('no gulls');",
  'never ends': 'for (;;) {}',
  'exhausts the memory': 'const all = []; for (;;) all.push({ all });',
  'calls itself': 'const dive = () => dive() + 1; dive();',
};
/** Few steps, and yet no end. It takes so long that it is tried in one core, and in the long suite alone. */
const CLOCK: typeof FAILURES = {
  'runs out the clock':
    "const [one, other] = [1, 2].map(() => 'x'.repeat(2e6)); let same = 0; for (;;) if (one === other) same++;",
};

/** Long for an honest clause, and short enough for many that never end. */
const IMPATIENT = { patienceMs: 1_000 };

type Body = (deed: string) => string;
const on =
  (event: string): Body =>
  (deed) =>
    `{ on: { '${event}'() { ${deed} } } }`;
const ask =
  (hook: string): Body =>
  (deed) =>
    `{ hooks: { '${hook}'(words, next) { ${deed} return next(); } } }`;

/** The matter brings the clause. */
const BROUGHT: Readonly<Record<string, Body>> = {
  enacted: on('enacted'),
  'took-effect': on('took-effect'),
  changed: on('changed'),
  posted: on('posted'),
  'the count of votes': ask('tally'),
  'may-enact': ask('may-enact'),
  'the moment of a time': (deed) =>
    `{ times: { tide: { title: 'Tide', at() { ${deed} return null; }, effect() {} } } }`,
};

const ofBells =
  (event: string): Body =>
  (deed) =>
    `{ on: { '${event}'({ matter }) { if (matter.title === 'Bells') { ${deed} } } } }`;

/** The clause is in force before, and fails at this matter alone. */
const IN_FORCE: Readonly<Record<string, Body>> = {
  enacted: ofBells('enacted'),
  'took-effect': ofBells('took-effect'),
  changed: (deed) =>
    `{ on: { changed() { if ([...g.posts].some((post) => post.title === 'Bells' && post.status === 'enacted')) { ${deed} } } } }`,
};

const BELLS = 'content/ruleset/dynastic/bells.md';
const HORNS = 'content/ruleset/dynastic/horns.md';
const GULLS = 'content/ruleset/dynastic/gulls.md';
const rule = (title: string): string => `---\ntitle: ${title}\norder: 90\n---\nThere are ${title}.\n`;
const OFF =
  /^run the code of Gulls: its code is switched off and you play the rule by hand: .*(?:no gulls|too long|memory|too deeply)/u;

/** A game with these files, as if they had been let through before. */
async function begin(core: string, also: Readonly<Record<string, string>> = {}): Promise<TestGame> {
  const settings = (await newGameOfSix({ core })).get('content/game.yml') ?? '';
  const file = `${settings}sandbox: { memory-mb: 32, steps: 300 }\n`;
  return testGame({ core }, new Map(Object.entries({ ...also, 'content/game.yml': file })));
}

async function propose(
  game: TestGame,
  title: string,
  changes: Readonly<Record<string, string>>,
): Promise<string> {
  const head = await game.branch(changes);
  const post = await game.table.open(ana, { kind: 'proposal', title, text: 'Please.', head });
  await game.tick(IMPATIENT);
  return post;
}

async function vote(game: TestGame, post: string, words = ':for:'): Promise<void> {
  for (const person of [ana, bo, cy, dee, eli, fay]) await game.table.comment(person, post, words);
}

/** Lets what passes come into force, by an Admin where the rules want one. */
async function resolve(game: TestGame, core: string, posts: readonly string[]): Promise<readonly string[]> {
  await game.tick(IMPATIENT);
  game.later(60);
  if (core === 'prose') for (const post of posts) await game.table.comment(ana, post, '/enact');
  const { stuck } = await game.tick(IMPATIENT);
  return stuck.map(({ matter }) => matter).filter((matter) => !isTime(matter));
}

async function postOf(game: TestGame, post: string): Promise<PostData | undefined> {
  return readGame(await game.content()).state?.posts[post];
}

const omittedIn = (post: PostData | undefined): readonly string[] =>
  post?.omitted.map(({ change, reason }) => `${change}: ${reason}`) ?? [];

/** A tick later nothing is tried once more, but for the moment of a time, of which people are told. */
async function expectOver(game: TestGame): Promise<void> {
  game.later(1);
  const { commits, stuck } = await game.tick(IMPATIENT);
  expect([commits, stuck.filter(({ matter }) => !isTime(matter))]).toEqual([[], []]);
}

const casesOf = (places: typeof BROUGHT) =>
  CORES.flatMap((core) =>
    Object.entries(places).flatMap(([place, body]) =>
      Object.entries({ ...FAILURES, ...(ALL && core === '2021' ? CLOCK : {}) }).map(([how, deed]) => ({
        core,
        place,
        how,
        body: body(deed),
      })),
    ),
  );

const some = <T>(all: readonly T[], each: number): readonly T[] =>
  ALL ? all : all.filter((_, n) => n % each === Math.min(7, each - 1));

test.each(some(casesOf(BROUGHT), 200))(
  '$core: enacts a rule whose clause $how at $place, with that clause switched off',
  async ({ core, place, how, body }) => {
    const game = await begin(core);
    const gulls = await propose(game, 'Gulls', clause(body)());
    const { state } = readGame(await game.content());
    const seen = await seenAfterTick(game, ({ open }) => open.play.state());
    // A time whose moment can't be told doesn't come, which is told as such. Where a matter is due at once, or an Admin enacts it, it isn't even asked for.
    const isHarmless = place === 'the moment of a time' && (how === 'throws' || AT_ONCE.has(core));
    const trial = await tryMatter(await game.content(), seen ?? state, gulls, game.now, caches);
    const said = trial.omitted.map(({ change, reason }) => `${change}: ${reason}`);
    expect(said).toEqual(isHarmless ? [] : [expect.stringMatching(OFF)]);
    await vote(game, gulls);
    const horns = core === 'suber' ? null : await propose(game, 'Horns', { [HORNS]: rule('Horns') });
    if (horns !== null) await vote(game, horns);
    expect(await resolve(game, core, horns === null ? [gulls] : [gulls, horns])).toEqual([]);
    const files = await game.content();
    expect([files.has(GULLS), files.has(HORNS)]).toEqual([true, horns !== null]);
    expect(omittedIn(await postOf(game, gulls))).toEqual(isHarmless ? [] : [expect.stringMatching(OFF)]);
    expect(files.get(GULLS)?.includes('clause: off')).toBe(!isHarmless);
    await expectOver(game);
  },
  LONG_MS,
);

test.each(some(casesOf(IN_FORCE), 100))(
  '$core: enacts a matter although a clause in force $how at $place, and switches that clause off',
  async ({ core, body }) => {
    const game = await begin(core, clause(body)());
    const bells = await propose(game, 'Bells', { [BELLS]: rule('Bells') });
    await vote(game, bells);
    const horns = core === 'suber' ? null : await propose(game, 'Horns', { [HORNS]: rule('Horns') });
    if (horns !== null) await vote(game, horns);
    expect(await resolve(game, core, horns === null ? [bells] : [bells, horns])).toEqual([]);
    const files = await game.content();
    expect([files.has(BELLS), files.has(HORNS)]).toEqual([true, horns !== null]);
    expect(omittedIn(await postOf(game, bells))).toEqual([expect.stringMatching(OFF)]);
    expect(files.get(GULLS)).toContain('clause: off');
    expect((await game.said(bells)).join('\n')).toMatch(/switched off and you play the rule by hand/u);
    await expectOver(game);
    expect(await replayOf(game)).toMatchObject({ same: true });
  },
  LONG_MS,
);

test.each(some(Object.entries(FAILURES), 4))('a matter fails although a clause %s then', async (_, deed) => {
  const game = await begin('2021', clause(ofBells('failed')(deed))());
  const bells = await propose(game, 'Bells', { [BELLS]: rule('Bells') });
  await vote(game, bells, ':against:');
  expect(await resolve(game, '2021', [bells])).toEqual([]);
  const post = await postOf(game, bells);
  expect(post?.status).toBe('failed');
  expect(omittedIn(post)).toEqual([
    expect.stringMatching(/^what Gulls does at “failed”: .*(?:no gulls|too long|memory|too deeply)/u),
  ]);
  expect((await game.content()).get(GULLS)).not.toContain('clause: off');
  await expectOver(game);
});

test.each(some(Object.entries(FAILURES), 4))(
  'a matter fails at once with the reason if a core clause %s at its end, and what is behind it is enacted',
  async (_, deed) => {
    const game = await begin('2021', clause(ofBells('enacted')(deed), 'content/ruleset/core/gulls')());
    const bells = await propose(game, 'Bells', { [BELLS]: rule('Bells') });
    await vote(game, bells);
    const horns = await propose(game, 'Horns', { [HORNS]: rule('Horns') });
    await vote(game, horns);
    expect(await resolve(game, '2021', [bells, horns])).toEqual([]);
    const files = await game.content();
    expect([files.has(BELLS), files.has(HORNS)]).toEqual([false, true]);
    const post = await postOf(game, bells);
    expect(post?.status).toBe('failed');
    expect(omittedIn(post)).toEqual([
      expect.stringMatching(/^everything: .*(?:no gulls|too long|memory|too deeply)/u),
    ]);
    await expectOver(game);
  },
);

test.each(some(Object.entries(FAILURES), 4))(
  'a matter can mend a clause that %s whenever something is enacted',
  async (_, deed) => {
    const game = await begin('2021', clause(on('enacted')(deed))());
    const mended = clause('{ game: {} }')();
    const mend = await propose(game, 'Mend the gulls', mended);
    await vote(game, mend);
    expect(await resolve(game, '2021', [mend])).toEqual([]);
    const files = await game.content();
    expect(files.get('content/ruleset/dynastic/gulls.ts')).toBe(mended['content/ruleset/dynastic/gulls.ts']);
    expect(files.get(GULLS)).not.toContain('clause: off');
    expect(omittedIn(await postOf(game, mend))).toEqual([]);
  },
);

test.each(some(Object.entries(FAILURES), 4))(
  'a matter whose outcome is unknown because a clause %s holds up nothing',
  async (_, deed) => {
    const body = `{ hooks: { 'may-enact'({ matter }, next) { if (matter.title === 'Bells') { ${deed} } return next(); } } }`;
    const game = await begin('2021', clause(body)());
    const bells = await propose(game, 'Bells', { [BELLS]: rule('Bells') });
    await vote(game, bells);
    const horns = await propose(game, 'Horns', { [HORNS]: rule('Horns') });
    await vote(game, horns);
    expect(await resolve(game, '2021', [])).toEqual([bells]);
    const files = await game.content();
    expect([files.has(BELLS), files.has(HORNS)]).toEqual([false, true]);
    expect((await game.said(bells)).join('\n')).toMatch(
      /can’t come into force yet[^]*(?:no gulls|too long|memory|too deeply)/u,
    );
  },
);
