import { expect, test } from 'vitest';

import type { ModelDescription } from '../kernel/describe-model.ts';
import type { LedgerLine } from './ledger-line.ts';
import { publicLine } from './private-values.ts';

const field = (isPrivate: boolean) =>
  ({ rule: 'x', type: { kind: 'text', ...(isPrivate ? { private: true } : {}) } }) as const;

const model = {
  fields: {
    player: { name: field(false), hand: field(true) },
    game: {},
    dynasty: {},
    emperor: {},
    post: { note: field(true) },
  },
  collections: { chests: { rule: 'x', title: null, fields: { where: field(false), items: field(true) } } },
  actions: {
    start: {
      with: { theme: { kind: 'text' }, unLoadable: { kind: 'list', of: { kind: 'text' }, private: true } },
    },
  },
} as unknown as ModelDescription;

const line = (parts: Partial<LedgerLine>): LedgerLine => ({
  n: 0,
  at: '2024-01-01T00:00:00Z',
  by: 'cy',
  what: 'start',
  draws: [],
  changes: [],
  ...parts,
});

test('what is private of a line is not in the ledger: words, draws, values by themselves and inside of things', () => {
  const said = publicLine(
    line({
      with: { theme: 'Ice', 'un-loadable': ['secret'] },
      draws: [
        { kind: 'dice', size: 6, result: 3 },
        { kind: 'secret', size: 4, result: 'secret' },
      ],
      changes: [
        { path: ['players', 'ana', 'hand'], before: null, after: 'secret' },
        { path: ['players', 'ana', 'name'], before: null, after: 'Ana' },
        { path: ['players', 'bo'], before: null, after: { name: 'Bo', hand: 'secret' } },
        { path: ['things', 'chests', 'c1'], before: { where: 'D4', items: 'secret' }, after: null },
        { path: ['things', 'chests'], before: { c2: { where: 'D5', items: 'secret' } }, after: null },
        { path: ['posts', '3'], before: null, after: { title: 'T', fields: { note: 'secret' } } },
        { path: ['emperor', 'plan'], before: 'secret', after: null },
        { path: ['submissions', '1'], before: null, after: { contents: 'secret' } },
      ],
    }),
    model,
  );
  expect(JSON.stringify(said)).not.toContain('secret');
  expect(said.with).toEqual({ theme: 'Ice' });
  expect(said.draws).toEqual([{ kind: 'dice', size: 6, result: 3 }]);
  expect(said.changes).toEqual([
    { path: ['players', 'ana', 'name'], before: null, after: 'Ana' },
    { path: ['players', 'bo'], before: null, after: { name: 'Bo' } },
    { path: ['things', 'chests', 'c1'], before: { where: 'D4' }, after: null },
    { path: ['things', 'chests'], before: { c2: { where: 'D5' } }, after: null },
    { path: ['posts', '3'], before: null, after: { title: 'T', fields: {} } },
  ]);
});

test('a line with nothing private is itself', () => {
  const plain = line({ with: { theme: 'Ice' }, changes: [{ path: ['game', 'round'], before: 1, after: 2 }] });
  expect(publicLine(plain, model)).toBe(plain);
});
