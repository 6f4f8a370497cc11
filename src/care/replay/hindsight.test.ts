// What a proposal would have made of the last weeks, and a game that is played otherwise from one of its lines.
import { beforeAll, expect, test } from 'vitest';

import { kernelCaches as caches } from '../../scenario/on-kernel/fixtures/runner.ts';
import type { Edition } from '../../session/play/play-options.ts';
import type { RecordedLine } from '../../store/ledger-line.ts';
import { below, readGame } from '../../store/read-game.ts';
import { RULESET } from '../../store/paths.ts';
import { ana, kernelGame, memoryVault, type TestGame } from '../../tick/fixtures/embedded-game.ts';
import { readContent } from '../../tick/observe.ts';
import { tellHindsight } from './hindsight.ts';
import { playFrom, sinceLine } from './play-otherwise.ts';
import { eventsUpTo, historyOf, type Replayed } from './replay-history.ts';
import { tryStopped } from './try-stopped.ts';
import { pastOf } from './past-of.ts';

const GROUND = 'dynastic/proving-ground.md';
let game: TestGame;
let seen: Replayed;
let before: Edition;

const replayed = (of: TestGame): Replayed => ({
  forge: of.forge,
  vault: memoryVault(),
  pictures: { all: () => ({}), keep: () => '' },
  main: () => of.mainTip(),
  content: () => of.content(),
  now: () => of.now,
  caches,
});
async function editionOf(of: TestGame): Promise<Edition> {
  const files = await of.content();
  return { files: below(files, RULESET), terms: readGame(files).terms };
}
const amended = (path: string, change: (text: string) => string): Edition => ({
  ...before,
  files: new Map(before.files).set(path, change(before.files.get(path) ?? '')),
});

beforeAll(async () => {
  game = await kernelGame();
  seen = replayed(game);
  before = await editionOf(game);
  const thread = await game.forge.post({ key: 'actions', kind: 'actions', title: 'Actions', text: '' });
  await game.tick();
  for (let times = 0; times < 2; times++) {
    game.later(30);
    await game.table.comment(ana, thread, '/act take-pip');
    await game.tick();
  }
});

test('what would have been otherwise is told: values, and nothing where words alone change', async () => {
  const larger = amended(GROUND, (text) => text.replace('[1](#value:pip)', '[7](#value:pip)'));
  const said = await tellHindsight(seen, before, larger);
  expect(said[0]).toMatch(/^Replayed since .*, this would be different now:$/u);
  expect(said.slice(1)).toEqual([expect.stringMatching(/^ana: Pips (\d+) → \d+$/u)]);
  const wordy = await tellHindsight(
    seen,
    before,
    amended(GROUND, (text) => `${text}\nIt is windy.\n`),
  );
  expect(wordy).toEqual([expect.stringMatching(/^Replayed since .*, nothing would be different now\.$/u)]);
});

test('rules that can’t be played, and a replay that takes too long, are said to be', async () => {
  const broken = amended(GROUND.replace('.md', '.ts'), () => 'this is no clause');
  expect(await tellHindsight(seen, before, broken)).toEqual([
    expect.stringMatching(/^The weeks since .* could not be replayed with it: /u),
  ]);
  let clock = 0;
  const late = await tellHindsight(
    seen,
    before,
    amended(GROUND, (text) => text.replace('[1](#value:pip)', '[8](#value:pip)')),
    () => (clock += 15_000),
  );
  expect(late).toEqual([expect.stringContaining('it takes longer than a trial may')]);
});

test('a game in which nothing has happened has nothing to tell', async () => {
  const still = await kernelGame();
  const there = await editionOf(still);
  const without = { ...there, files: new Map([...there.files].filter(([path]) => path !== GROUND)) };
  expect(await tellHindsight(replayed(still), there, without)).toEqual([]);
});

test('a line is left out with all that followed from it, and one that isn’t there is refused', async () => {
  const { ledger, state } = readGame(await game.content());
  const pips = (of: typeof state): number => Number(of?.players['ana']?.['pips']);
  const first = ledger.find(({ what }) => what === 'take-pip');
  const since = await sinceLine(seen, first?.n ?? -1);
  const same = await playFrom(since);
  expect([pips(same.state), same.commits.length]).toEqual([pips(state), 2]);
  const line = since.events.at(-1)?.line ?? -1;
  const without = await playFrom(since, { without: new Set([line]) });
  expect(pips(without.state)).toBeLessThan(pips(state));
  const path = `${RULESET}${GROUND}`;
  const changes = new Map([
    [path, (since.files.get(path) ?? '').replace('[1](#value:pip)', '[7](#value:pip)')],
  ]);
  expect(pips((await playFrom(since, { changes })).state)).toBeGreaterThan(pips(state));
  await expect(sinceLine(seen, 99)).rejects.toMatchObject({ code: 'no-such-line' });
  await expect(playFrom(since, { goesOn: () => false })).rejects.toMatchObject({ code: 'too-long' });
});

test('a step of which the ledger doesn’t say where it belongs can’t be tried again', async () => {
  const line = { n: 0, at: game.now, by: 'ana', what: 'take-pip', draws: [], changes: [] };
  const past = { ticks: [] } as never;
  expect(await tryStopped(past, [line])).toEqual([]);
  const stopped = Array.from({ length: 51 }, (_, n) => ({
    ...line,
    n,
    stopped: 'time tide',
    refused: 'slow',
  }));
  const tried = await tryStopped(past, stopped);
  expect(tried[0]).toEqual({
    line: 0,
    by: 'ana',
    what: 'take-pip',
    recorded: 'slow',
    found: 'unknown',
    why: 'the ledger doesn’t say which event it belongs to',
  });
  expect([tried[49]?.why, tried[50]?.why]).toEqual([tried[0]?.why, 'only the first 50 are tried']);
});

test('a step that is recorded as stopped is tried with its own event, and without what came later', async () => {
  const content = await game.content();
  const { ledger } = readGame(content);
  const history = await historyOf(seen);
  const start = await readContent(game.forge, history.first);
  const events = await eventsUpTo(seen, content);
  const { past } = await pastOf(seen, { start, ledger, events, history });
  const [first, second] = events.filter(({ event }) => event.type === 'commented').map(({ line }) => line);
  const tried = async (place: number, line: number | undefined): Promise<unknown> => {
    const stopped = { ...ledger[place], stopped: `${line} take-pip`, refused: 'slow' } as RecordedLine;
    const [found] = await tryStopped({ ...past, ticks: history.ticks }, ledger.with(place, stopped));
    return [found?.recorded, found?.found, found?.why];
  };
  expect(await tried(0, first)).toEqual(['slow', 'goes on', 'it is done']);
  expect(await tried(1, second)).toEqual(['slow', 'goes on', 'it is done']);
  expect(await tried(1, first)).toEqual(['slow', 'goes on', 'the ledger has no trace of it then']);
});
