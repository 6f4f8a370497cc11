import { expect, test } from 'vitest';

import type { State } from '../kernel/state.ts';
import type { LedgerLine } from '../store/ledger-line.ts';
import { describeCommit } from './describe-commit.ts';

const state = {
  posts: {
    '5': { id: '5', title: 'The\n  Font', author: 'bo' },
    '6': { id: '6', title: 'Tide', author: 'cy' },
  },
} as unknown as State;
const line = (n: number, by: string, what: string, more: Partial<LedgerLine> = {}): LedgerLine =>
  ({ n, by, what, ...more }) as LedgerLine;
const refused = { refused: { code: 'no', reason: 'no' } } as unknown as Partial<LedgerLine>;
const pinned = { '5': 'abc', '6': 'def' };

test('the commit of an enacted matter has its title, its author and the head that it merges', () => {
  const lines = [
    line(3, 'ana', 'light-room'),
    line(4, 'engine', 'enact 5'),
    line(5, 'engine', 'fail 6'),
  ] as const;
  expect(describeCommit(state, lines, pinned)).toEqual({
    message:
      'Enact 5: The Font\n\nLedger 3: ana: light-room\nLedger 4: engine: enact 5\nLedger 5: engine: fail 6\n',
    author: 'bo',
    head: 'abc',
  });
  expect(describeCommit(state, lines, {}).head).toBeNull();
});

test('the commit of a failed matter has no author and merges nothing', () => {
  expect(describeCommit(state, [line(4, 'engine', 'fail 5')], pinned)).toEqual({
    message: 'Fail 5: The Font\n\nLedger 4: engine: fail 5\n',
    author: null,
    head: null,
  });
});

test('any other commit is attributed to the player of its first line', () => {
  expect(describeCommit(state, [line(1, 'ana', 'say\nso'), line(2, 'bo', 'dig', refused)], pinned)).toEqual({
    message: 'ana: say so\n\nLedger 1: ana: say so\nLedger 2: bo: dig (refused)\n',
    author: 'ana',
    head: null,
  });
  expect(describeCommit(state, [line(2, 'bo', 'dig', refused)], pinned).message).toBe(
    'bo: dig (refused)\n\nLedger 2: bo: dig (refused)\n',
  );
});

test('a matter unknown to the game gives the commit no title', () => {
  expect(describeCommit(state, [line(1, 'ana', 'enact 9')], pinned)).toMatchObject({
    message: 'ana: enact 9\n\nLedger 1: ana: enact 9\n',
    head: null,
  });
});
