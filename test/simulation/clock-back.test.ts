// The clock of a game is put back between events and ticks, by minutes and by weeks, and ticks die: whatever the clock says,
// no tick throws, nothing is done twice or lost, and the game can be played again.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { replay } from '../../src/care/replay/replay.ts';
import { collectSite } from '../../src/site/prepare/collect.ts';
import { openToShow } from '../../src/site/prepare/game-shown.ts';
import { readDynasties } from '../../src/store/dynasties/list-past.ts';
import { frozenDynasties } from '../../src/store/dynasties/frozen.ts';
import { journalTip } from '../../src/store/journal/journal-head.ts';
import { verifyJournal } from '../../src/store/journal/verify-journal.ts';
import { readGame } from '../../src/store/read-game.ts';
import { ClockedGame, PLAYERS } from './clock-back.ts';

type Move = (game: ClockedGame) => Promise<unknown>;

const by = fc.constantFrom(...PLAYERS);
const move = (run: Move): Move => run;

/** Far enough for the end of a month, and for the time before the game began. */
const HOURS = [0.1, 1, 5, 13, 26, 49, 49, 100, 216, 480, -0.1, -1, -5, -13, -26, -49, -216, -480, -960];
const clock = fc.constantFrom(...HOURS).map((hours) => move(async (game) => game.move(hours)));

const ACTIONS = [
  'gamble',
  'gamble',
  'take-pip',
  'bell',
  'ring-bell',
  'long-shot',
  'age',
  'count-words',
  'turn-over',
];
const acts = fc
  .tuple(by, fc.constantFrom(...ACTIONS))
  .map(([who, what]) => move((game) => game.say(who, `/act ${what}`)));
const marks = by.map((who) => move((game) => game.mark(who)));
const sealed = by.map((who) => move((game) => game.seal(who)));
const rolls = by.map((who) => move((game) => game.say(who, '/roll 2DICE20')));
const opened = fc
  .tuple(by, fc.constantFrom('Full', 'Other', 'Other'), fc.boolean())
  .map(([who, title, against]) =>
    move(async (game) => {
      const post = await game.open(who, 'proposal', title);
      for (const voter of PLAYERS) await game.say(voter, against ? ':against:' : ':for:', post);
    }),
  );
const ticks = fc.boolean().map((open) => move((game) => checkedTick(game, open)));
const deaths = fc
  .tuple(fc.nat(40), fc.constantFrom('before', 'half', 'after'))
  .map(([at, moment]) => move((game) => game.dyingTick(at + 1, moment)));

const moves = fc.array(
  fc.oneof(
    { weight: 7, arbitrary: clock },
    { weight: 3, arbitrary: acts },
    { weight: 3, arbitrary: marks },
    { weight: 1, arbitrary: sealed },
    { weight: 1, arbitrary: rolls },
    { weight: 2, arbitrary: opened },
    { weight: 4, arbitrary: ticks },
    { weight: 2, arbitrary: deaths },
  ),
  { minLength: 12, maxLength: 28, size: 'max' },
);

async function checkedTick(game: ClockedGame, open: boolean): Promise<void> {
  await game.tick({ open });
  await checkGame(game);
}

async function checkGame(game: ClockedGame): Promise<void> {
  const again = await game.tick();
  expect(again.commits, 'a second tick has nothing to do').toEqual([]);
  const files = await game.content();
  expect(readGame(files).problems).toEqual([]);
  const { repository } = game.forge;
  expect(await verifyJournal(repository, (await journalTip(repository)) ?? '')).toMatchObject({ ok: true });
  expect(await game.findings()).toEqual([]);
  const kept = await readDynasties(repository, await game.main());
  const lines = [...frozenDynasties(kept).flatMap(({ ledger }) => ledger), ...readGame(files).ledger];
  expect(lines.map(({ n }) => n)).toEqual(lines.map((_, n) => n));
  const marked = lines
    .filter(({ what }) => what === 'mark')
    .map((line) => (line.with as { readonly number: number }).number);
  expect(marked).toEqual(Array.from({ length: game.marks }, (_, n) => n + 1));
}

/** What differs if each dynasty and the whole game are played again, where all else is as it was promised. */
async function differencesOf(game: ClockedGame): Promise<readonly string[]> {
  await checkGame(game);
  const last = await game.dynasty();
  const found: string[] = [];
  for (const dynasty of [...Array.from({ length: last }, (_, n) => n + 1), null]) {
    const verdict = await replay(game.replayed(), dynasty);
    if (!verdict.same)
      found.push(`dynasty ${dynasty}, line ${verdict.line}, ${verdict.path}: ${verdict.why}`);
  }
  const { now } = game;
  const { problems } = await collectSite(await openToShow(await game.content(), now, caches), { now });
  return [...found, ...problems.map((problem) => JSON.stringify(problem))];
}

async function differencesIn(seed: number): Promise<readonly string[]> {
  const [chosen = []] = fc.sample(moves, { seed, numRuns: 1 });
  const game = await ClockedGame.begin();
  try {
    for (const run of chosen) await run(game);
    await game.tick();
    const found = await differencesOf(game);
    return found.length === 0 ? [] : [...found, ...game.log];
  } catch (error) {
    throw new Error(`game ${seed}: ${String(error)}\n${game.log.join('\n')}`, { cause: error });
  } finally {
    game.kept.close();
  }
}

test('replays what the engine did after a clock that was ahead opened a dynasty', async () => {
  const game = await ClockedGame.begin();
  game.move(100);
  await game.say('ana', '/act turn-over');
  await game.tick();
  game.move(-99);
  const post = await game.open('bo', 'proposal', 'Other');
  for (const voter of PLAYERS) await game.say(voter, ':for:', post);
  game.move(49);
  expect((await game.tick()).commits.map(({ message }) => message.split('\n')[0])).toContain(
    `Enact ${post}: Other`,
  );
  expect(await differencesOf(game)).toEqual([]);
});

test('replays what happened in a month before the one in which a dynasty began', async () => {
  const game = await ClockedGame.begin();
  await game.say('ana', '/act age');
  await game.tick();
  game.move(49);
  // By then a dynasty has begun by itself, so that nothing in the journal is of its month.
  await game.tick();
  game.move(-48);
  await game.mark('bo');
  await game.tick();
  expect(await game.dynasty()).toBe(2);
  expect(await differencesOf(game)).toEqual([]);
});

test('a dynasty that was opened before anything was done is on record', async () => {
  const game = await ClockedGame.begin();
  await game.say('ana', '/act turn-over');
  await game.tick();
  await game.mark('bo');
  await game.tick();
  expect(await differencesOf(game)).toEqual([]);
});

/** `GITNOMIC_CLOCKS=100-50` plays fifty others, from the hundredth on. */
const [from = 3, count = 2] = (process.env['GITNOMIC_CLOCKS'] ?? '').split('-').filter(Boolean).map(Number);

test.each(Array.from({ length: count }, (_, n) => from + n))(
  'whatever its clock says, a game goes on and replays: %i',
  async (seed) => expect(await differencesIn(seed)).toEqual([]),
);
