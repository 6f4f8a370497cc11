// What a proposal would have made of the last weeks, and a game that is played otherwise from one of its lines.
import { beforeAll, expect, test } from 'vitest';

import type { Edition } from '../../session/play/play-options.ts';
import { below, readGame } from '../../store/read-game.ts';
import { RULESET } from '../../store/paths.ts';
import { ana, bo, cy, dee, type TestGame } from '../../tick/fixtures/embedded-game.ts';
import { pierGame, type Pier } from './fixtures/pier.ts';
import { codeOf, replayed, vault } from './fixtures/replayed.ts';
import { tellHindsight } from './hindsight.ts';
import { playFrom, sinceLine } from './play-otherwise.ts';
import type { Replayed } from './replay-history.ts';
import { tryStopped } from './try-stopped.ts';

const GROUND = 'core/pier.md';
let game: Pier;
let seen: Replayed;
let before: Edition;

async function editionOf(of: TestGame): Promise<Edition> {
  const files = await of.content();
  return { files: below(files, RULESET), terms: readGame(files).terms };
}
const amended = (path: string, change: (text: string) => string): Edition => ({
  ...before,
  files: new Map(before.files).set(path, change(before.files.get(path) ?? '')),
});

beforeAll(async () => {
  game = await pierGame();
  seen = replayed(game);
  before = await editionOf(game);
  for (let times = 0; times < 2; times++) await game.says('ana', '/act earn');
});

test('reports the values that would differ, and nothing if only words change', async () => {
  const larger = amended(GROUND, (text) => text.replace('[3](#value:worth)', '[7](#value:worth)'));
  const said = await tellHindsight(seen, before, larger);
  expect(said[0]).toMatch(
    /^Had this been in force since .*, a replay by today’s rules would end otherwise \(without it → with it\):$/u,
  );
  expect(said.slice(1)).toEqual([expect.stringMatching(/^ana: Coins (\d+) → \d+$/u)]);
  const wordy = await tellHindsight(
    seen,
    before,
    amended(GROUND, (text) => `${text}\nIt is windy.\n`),
  );
  expect(wordy).toEqual([
    expect.stringMatching(/^Had this been in force since .*, a replay would end the same\.$/u),
  ]);
});

test('a repealed rule does nothing in the replayed weeks', async () => {
  const kept = [...before.files].filter(([path]) => !path.startsWith('core/pier.'));
  const said = await tellHindsight(seen, before, { ...before, files: new Map(kept) });
  expect(said).toContain('ana: Coins 6 → nothing');
});

test('says if rules can’t be played, or if a replay takes too long', async () => {
  const broken = amended(GROUND.replace('.md', '.ts'), () => 'this is no clause');
  expect(await tellHindsight(seen, before, broken)).toEqual([
    expect.stringMatching(/^The weeks since .* could not be replayed with it: /u),
  ]);
  let clock = 0;
  const late = await tellHindsight(
    seen,
    before,
    amended(GROUND, (text) => text.replace('[3](#value:worth)', '[8](#value:worth)')),
    () => (clock += 15_000),
  );
  expect(late).toEqual([expect.stringContaining('it takes longer than a trial may')]);
});

test('has nothing to say about a game in which nothing has happened', async () => {
  const still = await pierGame();
  const there = await editionOf(still);
  const without = { ...there, files: new Map([...there.files].filter(([path]) => path !== GROUND)) };
  expect(await tellHindsight(replayed(still), there, without)).toEqual([]);
});

test('leaves out a line with all that followed from it, and refuses one that doesn’t exist', async () => {
  const { ledger, state } = readGame(await game.content());
  const pips = (of: typeof state): number => Number(of?.players['ana']?.['coins']);
  const first = ledger.find(({ what }) => what === 'earn');
  const since = await sinceLine(seen, first?.n ?? -1);
  const same = await playFrom(since);
  expect([pips(same.state), same.commits.length]).toEqual([pips(state), 2]);
  const line = since.events.at(-1)?.line ?? -1;
  const without = await playFrom(since, { without: new Set([line]) });
  expect(pips(without.state)).toBeLessThan(pips(state));
  const path = `${RULESET}${GROUND}`;
  const changes = new Map([
    [path, (since.files.get(path) ?? '').replace('[3](#value:worth)', '[7](#value:worth)')],
  ]);
  expect(pips((await playFrom(since, { changes })).state)).toBeGreaterThan(pips(state));
  await expect(sinceLine(seen, 99)).rejects.toMatchObject({ code: 'no-such-line' });
  await expect(playFrom(since, { goesOn: () => false })).rejects.toMatchObject({ code: 'too-long' });
});

test('can’t try a step again if the ledger doesn’t say where it belongs', async () => {
  const line = { n: 0, at: game.now, by: 'ana', what: 'earn', draws: [], changes: [] };
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
    what: 'earn',
    recorded: 'slow',
    found: 'unknown',
    why: 'the ledger doesn’t say which event it belongs to',
  });
  expect([tried[49]?.why, tried[50]?.why]).toEqual([tried[0]?.why, 'only the first 50 are tried']);
});

const toldOf = async (game: Pier): Promise<readonly string[]> => {
  const there = await editionOf(game);
  const text = there.files.get(GROUND) ?? '';
  const more = text.replace(/\[\d+\]\(#value:worth\)/u, '[7](#value:worth)');
  return tellHindsight(replayed(game), there, { ...there, files: new Map(there.files).set(GROUND, more) });
};
const of = (state: { readonly players: object }, who: string, what: string): unknown =>
  (state.players as Readonly<Record<string, Readonly<Record<string, unknown>>>>)[who]?.[what];

test('without one of the actions, the others keep their dice, even those after secret choices', async () => {
  const game = await pierGame();
  await game.says('dee', '/act cast');
  await game.says('ana', '/act earn');
  await game.says('bo', '/act cast');
  await game.says('cy', '/act hide');
  const { ledger, state } = readGame(await game.content());
  const line = ledger.find(({ what }) => what === 'earn')?.n ?? -1;
  const since = await sinceLine(replayed(game), line);
  const [left] = since.events;
  const without = await playFrom(since, { without: new Set([left?.line ?? -1]) });
  expect(of(without.state, 'ana', 'coins')).toBe(0);
  for (const who of ['dee', 'bo', 'cy'])
    expect(of(without.state, who, 'luck')).toBe(state?.players[who]?.['luck']);
  // New rolls are drawn from a public seed, the same each time.
  const path = `${RULESET}core/pier.ts`;
  const larger = new Map([
    [
      path,
      (since.files.get(path) ?? '')
        .replace('dice(1000) * 1000', 'dice(9) * 1000')
        .replace('earn: action({ effect({ actor })', 'earn: action({ effect({ actor, dice })')
        .replace("+= value('worth')", '+= dice(6)'),
    ],
  ]);
  const [one, other] = [
    await playFrom(since, { changes: larger }),
    await playFrom(since, { changes: larger }),
  ];
  expect(of(one.state, 'bo', 'luck')).toBe(of(other.state, 'bo', 'luck'));
  expect(Math.floor(Number(of(one.state, 'bo', 'luck')) / 1000)).toBeLessThanOrEqual(10);
  // An action that rolled nothing then rolls now.
  expect([1, 2, 3, 4, 5, 6]).toContain(of(one.state, 'ana', 'coins'));
  // The second roll of the action is as it was.
  expect(Number(of(one.state, 'bo', 'luck')) % 1000).toBe(Number(state?.players['bo']?.['luck']) % 1000);
});

test('what was enacted meanwhile changes no rules in either course, and its vote ends as it did', async () => {
  const game = await pierGame();
  await game.says('ana', '/act earn');
  const text = (await game.content()).get(`${RULESET}${GROUND}`) ?? '';
  const head = await game.branch({ [`${RULESET}${GROUND}`]: text.replace('[3]', '[4]') });
  const post = await game.table.open(bo, { kind: 'proposal', title: 'More', text: '', head });
  for (const by of [ana, cy, dee]) await game.table.comment(by, post, ':for:');
  game.later(1);
  await game.tick({ vault });
  await game.says('ana', '/act earn');
  expect(await toldOf(game)).toEqual([
    'Had this been in force since 2024-03-01 09:00 UTC, a replay by today’s rules would end otherwise (without it → with it):',
    'ana: Coins 8 → 14',
  ]);
});

test('plays only the present dynasty differently', async () => {
  const game = await pierGame();
  for (let times = 0; times < 3; times++) await game.says('ana', '/act earn');
  await game.says('bo', '/act win');
  await game.says('bo', '/act ascend theme="Fish"');
  await game.says('ana', '/act earn');
  await game.says('dee', '/act gamble');
  const { state } = readGame(await game.content());
  const won = Number(of(state ?? { players: {} }, 'dee', 'coins'));
  expect(await toldOf(game)).toEqual([
    'Had this been in force since 2024-03-01 14:00 UTC, a replay by today’s rules would end otherwise (without it → with it):',
    'ana: Coins 12 → 16',
    `dee: Coins ${won} → ${(won / 3) * 7}`,
  ]);
  expect(await codeOf(sinceLine(replayed(game), 0))).toBe('earlier-dynasty');
});

test('begins later if more happened in the weeks than a trial replays', async () => {
  const game = await pierGame();
  const thread = await game.forge.post({ key: 'actions', kind: 'actions', title: 'Actions', text: '' });
  const says = async (many: number): Promise<void> => {
    for (let count = 0; count < many; count++) await game.table.comment(ana, thread, 'Well.');
    await game.says('ana', '/act earn');
  };
  await says(200);
  await says(100);
  await says(50);
  expect((await toldOf(game)).slice(1)).toEqual(['ana: Coins 9 → 13']);
});
