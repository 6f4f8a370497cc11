// What a replay compares, and where it begins once somebody went back. `test/simulation/played-again.test.ts` plays whole games again.
import { expect, test } from 'vitest';

import { kernelCaches } from '../../scenario/on-kernel/fixtures/runner.ts';
import type { RecordedLine } from '../../store/ledger-line.ts';
import { ana, bo, kernelGame } from '../../tick/fixtures/embedded-game.ts';
import { BELLS, enactBells, plant } from '../recover/fixtures/enact-bells.ts';
import { recover } from '../recover/recover.ts';
import { codeOf, replayed } from './fixtures/replayed.ts';
import { compareFiles, compareLines } from './replay-compare.ts';
import { replay } from './replay.ts';

test('after somebody went back, a replay begins there, and a dynasty that began before can’t be played again', async () => {
  const game = await kernelGame();
  await enactBells(game);
  const forge = { forge: game.forge, by: ana.id, name: ana.name, now: game.now, caches: kernelCaches };
  await plant(game, { 'content/ruleset/dynastic/gulls.md': '---\ntitle: Gulls\norder: "x\n---\nGulls.\n' });
  await recover(forge);
  const post = await game.table.open(bo, { kind: 'story', title: 'Tea', text: '' });
  await game.table.comment(bo, post, '/act take-pip');
  await game.tick();
  expect(await replay(replayed(game))).toMatchObject({
    same: true,
    lines: 1,
    since: { kind: 'recovery', skipped: 1 },
  });
  await plant(game, { [BELLS]: '---\ntitle: Bells\norder: 90\n---\nThere are gulls.\n' });
  expect(await replay(replayed(game))).toMatchObject({ same: false, path: BELLS });
  expect(await codeOf(replay(replayed(game), 1))).toBe('changed-since');
});

const line = (n: number, more: object = {}): RecordedLine => ({
  n,
  at: '2024-03-01T09:00:00Z',
  by: 'ana',
  what: 'wave',
  draws: [],
  changes: [],
  ...more,
});

test.each([
  ['by', { by: 'bo' }, /^its by differs: "bo" is recorded, but a replay gives "ana"$/u],
  ['at', { at: '2024-03-01T09:00:01Z' }, /^its at differs/u],
  ['what', { what: 'nod' }, /^its what differs/u],
  ['with', { with: { to: 'bo' } }, /^its with differs: .* but a replay gives null$/u],
  ['draws', { draws: [{ kind: 'dice', size: 6, result: 1 }] }, /^its draws differs/u],
  ['changes', { changes: [{ path: ['game', 'x'], before: 1, after: 2 }] }, /^its changes differs/u],
  ['result', { result: 3 }, /^its result differs/u],
  ['refused', { refused: 'no' }, /^its refused differs/u],
])('a line that differs in %s is told with both', (_, more, why) => {
  expect(compareLines([line(0), line(1)], [line(0), line(1, more)])).toMatchObject({
    same: false,
    line: 1,
    path: null,
    why: expect.stringMatching(why) as string,
  });
});

test('lines that only one of two ledgers has are told, and equal ones and files are no difference', () => {
  expect(compareLines([line(0)], [line(0)])).toBeNull();
  expect(compareLines([], [])).toBeNull();
  expect(compareLines([line(0), line(1)], [line(0)])).toMatchObject({
    line: 1,
    why: 'the ledger lacks a line: ana: wave',
  });
  expect(compareLines([], [line(0)])).toMatchObject({ line: 0, why: 'in a replay ana does not do wave' });
  const files = (more: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
    new Map(
      Object.entries({
        'content/ruleset/a.md': 'a',
        'content/gamestate/b.md': 'b',
        'content/posts/c.md': 'c',
        ...more,
      }),
    );
  expect(compareFiles(files({}), files({ 'content/posts/c.md': 'other' }))).toBeNull();
  for (const path of ['content/ruleset/a.md', 'content/gamestate/b.md', 'content/ruleset/0.md'])
    for (const [one, other] of [
      [files({}), files({ [path]: 'x' })],
      [files({ [path]: 'x' }), files({})],
    ] as const)
      expect(compareFiles(one, other)).toMatchObject({ same: false, line: null, path });
});
