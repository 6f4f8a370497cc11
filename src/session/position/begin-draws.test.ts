import { expect, test } from 'vitest';

import type { Draw } from '../../kernel/chance.ts';
import { GameDraws } from '../chance/draws.ts';
import type { LedgerLine } from '../../store/ledger-line.ts';
import type { OpenGame } from '../play/open-game.ts';
import { beginDraws } from './rules-in-play.ts';

const AT = '2024-03-01T09:00:00Z';
/** The die that falls in place n of the fixed list shows n + 1. */
const FIXED = Array.from({ length: 20 }, (_, place) => place + 1);
const die = (result: number): Draw => ({ kind: 'dice', size: 20, result });
const secret: Draw = { kind: 'secret', size: 6, result: 1 };
/** Earlier dynasties had two searches and five rolls. */
const ARCHIVED = { lines: 40, rolls: 5, actions: { search: 2 } };

type Said = Pick<LedgerLine, 'by' | 'what'> & { readonly draws?: readonly Draw[]; readonly refused?: string };

/** The result of the next die, and the purpose that is recorded for it. */
function rolls(said: readonly Said[], by: string, what: string): string {
  const ledger = said.map((line, place): LedgerLine => ({
    n: ARCHIVED.lines + place,
    at: AT,
    draws: [],
    changes: [],
    ...line,
  }));
  const noted: object[] = [];
  const draws = new GameDraws({ fixed: FIXED, noteRoll: (roll) => void noted.push(roll) });
  const game = { play: { ledger }, draws, read: { facts: { archived: ARCHIVED } } } as unknown as OpenGame;
  beginDraws(game, 'Harbour', { what, at: '2024-03-02T09:00:00Z', by });
  const result = draws.draw({ kind: 'dice', size: 20, options: null, labels: [] });
  expect(noted).toHaveLength(1);
  const { purpose, at } = noted[0] as { readonly purpose: string; readonly at: string };
  return `${purpose} of ${at.slice(8, 10)}: ${result}`;
}

test('a roll follows all public ones, and is numbered among its kind, past dynasties included', () => {
  expect(rolls([], 'ana', 'search')).toBe('search#3 of 02: 6');
  expect(rolls([], 'ana', 'dig')).toBe('dig#1 of 02: 6');
  const said: Said[] = [
    { by: 'ana', what: 'search', draws: [die(6), secret, die(7)] },
    { by: 'bo', what: 'search', draws: [secret] },
    { by: 'bo', what: 'dig', draws: [die(8)] },
  ];
  expect(rolls(said, 'ana', 'search')).toBe('search#5 of 02: 9');
  expect(rolls(said, 'ana', 'dig')).toBe('dig#2 of 02: 9');
  expect(rolls(said, 'ana', 'constructions')).toBe('constructions#1 of 02: 9');
});

test('retrying after a refusal reuses the number and the roll of the first try', () => {
  const said: Said[] = [
    { by: 'bo', what: 'search', draws: [die(6)] },
    { by: 'ana', what: 'search', draws: [die(7)], refused: 'it is too dark' },
    { by: 'bo', what: 'dig', draws: [die(8)] },
  ];
  expect(rolls(said, 'ana', 'search')).toBe('search#4 of 01: 7');
  // It is another person's first try, although the action is the same.
  expect(rolls(said, 'dee', 'search')).toBe('search#5 of 02: 9');
  const first: Said[] = [{ by: 'ana', what: 'dig', draws: [die(6)], refused: 'it is too dark' }];
  expect(rolls(first, 'ana', 'dig')).toBe('dig#1 of 01: 6');
});

test('a matter keeps its rolls regardless of who resolves it', () => {
  const said: Said[] = [{ by: 'engine', what: 'resolve 7', draws: [die(6)], refused: 'a rule fails' }];
  expect(rolls(said, 'ana', 'resolve 7')).toBe('resolve 7#1 of 01: 6');
  expect(rolls(said, 'ana', 'resolve 8')).toBe('resolve 8#1 of 02: 7');
});
