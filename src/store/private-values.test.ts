import { expect, test } from 'vitest';

import type { ModelDescription } from '../kernel/describe-model.ts';
import { emptyState, type PostData, type State, type SubmissionData } from '../kernel/state.ts';
import type { LedgerLine } from './ledger-line.ts';
import { joinState, publicLine, publicValue, splitState } from './private-values.ts';

const field = (isPrivate: boolean) =>
  ({ rule: 'x', type: { kind: 'text', ...(isPrivate ? { private: true } : {}) } }) as const;

const model = {
  fields: {
    player: { name: field(false), hand: field(true) },
    game: { round: field(false), deck: field(true) },
    dynasty: { number: field(false), omen: field(true) },
    emperor: {},
    post: { note: field(true), stamp: field(false) },
  },
  collections: { chests: { rule: 'x', title: null, fields: { where: field(false), items: field(true) } } },
  views: { market: { private: true }, weather: {} },
  actions: {
    roll: {},
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

test('the ledger contains nothing private of a line: words, draws, or values, even inside things', () => {
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

test('returns a line with nothing private unchanged', () => {
  const plain = line({ with: { theme: 'Ice' }, changes: [{ path: ['game', 'round'], before: 1, after: 2 }] });
  expect(publicLine(plain, model)).toBe(plain);
});

test('keeps the words of an action without parameters or unknown to the rules', () => {
  for (const what of ['roll', 'gone', 'constructor']) {
    const plain = line({ what, with: { hand: 'open' } });
    expect(publicLine(plain, model)).toBe(plain);
  }
  const wordless = line({ changes: [{ path: ['emperor', 'plan'], before: null, after: 'secret' }] });
  expect(publicLine(wordless, model)).toEqual({ ...wordless, changes: [] });
});

test.each([
  [['game', 'deck'], []],
  [['dynasty', 'omen'], []],
  [['posts', '3', 'fields', 'note'], []],
  [['things', 'chests', 'c1', 'items'], []],
  [['game', 'round'], [['game', 'round']]],
  [['dynasty', 'number'], [['dynasty', 'number']]],
  [['posts', '3', 'fields', 'stamp'], [['posts', '3', 'fields', 'stamp']]],
  [['posts', '3', 'title', 'note'], [['posts', '3', 'title', 'note']]],
  [['things', 'chests', 'c1', 'where'], [['things', 'chests', 'c1', 'where']]],
  [['taken', 'roll', 'ana'], [['taken', 'roll', 'ana']]],
])('for a change at %j, the ledger has %j', (path, told) => {
  const { changes } = publicLine(line({ changes: [{ path, before: null, after: 1 }] }), model);
  expect(changes.map((one) => one.path)).toEqual(told);
});

test('leaves out a change that affects only private values inside a larger one', () => {
  const path = ['players', 'bo'];
  const changes = [{ path, before: { name: 'Bo', hand: 1 }, after: { name: 'Bo', hand: 2 } }];
  expect(publicLine(line({ changes }), model).changes).toEqual([]);
});

const post = (id: string, fields: object): PostData => ({ id, title: 'T', fields }) as unknown as PostData;
const submission = (contents: object | null): SubmissionData =>
  ({ id: 's1', kind: 'bid', by: 'bo', contents }) as unknown as SubmissionData;
const whole: State = {
  ...emptyState(),
  game: { round: 1, deck: 'hidden' },
  dynasty: { number: 2, omen: 'hidden' },
  emperor: { plan: 'hidden' },
  players: { ana: { name: 'Ana', hand: 'hidden' }, bo: { name: 'Bo' } },
  things: { chests: { c1: { where: 'D4', items: 'hidden' } } },
  posts: { '3': post('3', { note: 'hidden', stamp: 5 }), '4': post('4', {}) },
  taken: { roll: { ana: '2024-01-01T00:00:00Z' } },
  submissions: { s1: submission({ bid: 'hidden' }), s2: submission(null) },
};

test('splits a state into public and private parts, and joins them again', () => {
  const { open, hidden } = splitState(whole, model);
  expect(JSON.stringify(open)).not.toContain('hidden');
  expect(open).toMatchObject({
    game: { round: 1 },
    dynasty: { number: 2 },
    players: { ana: { name: 'Ana' }, bo: { name: 'Bo' } },
    things: { chests: { c1: { where: 'D4' } } },
    posts: { '3': { title: 'T', fields: { stamp: 5 } } },
    taken: whole.taken,
    submissions: { s1: { by: 'bo', contents: null } },
  });
  expect(hidden).toEqual({
    game: { deck: 'hidden' },
    dynasty: { omen: 'hidden' },
    emperor: { plan: 'hidden' },
    players: { ana: { hand: 'hidden' } },
    things: { chests: { c1: { items: 'hidden' } } },
    posts: { '3': { fields: { note: 'hidden' } } },
    submissions: { s1: { contents: { bid: 'hidden' } } },
  });
  expect(joinState(open, hidden)).toEqual(whole);
});

test('if nothing is private, hides nothing and keeps the same post objects', () => {
  const plain = { ...model, fields: { ...model.fields, post: {} } } as unknown as ModelDescription;
  const state = { ...emptyState(), posts: { '4': post('4', {}) } };
  const { open, hidden } = splitState(state, plain);
  expect([open, hidden]).toEqual([state, {}]);
  expect(open.posts).toBe(state.posts);
});

test('ignores private values of those who are gone, and malformed ones', () => {
  const { open } = splitState(whole, model);
  const stale = {
    players: { zed: { hand: 1 }, ana: 3 },
    things: 'nothing',
    submissions: { s1: { contents: 4 } },
  };
  expect(joinState(open, stale)).toEqual(open);
  expect(joinState({ ...open, players: { constructor: {} } }, { players: {} }).players).toEqual({
    constructor: {},
  });
});

test.each<readonly [string, readonly string[], unknown, unknown]>([
  ['a private variable', ['players', 'ana', 'hand'], 4, undefined],
  ['an open one', ['players', 'ana', 'name'], 'Ana', 'Ana'],
  ['a player', ['players', 'ana'], { name: 'Ana', hand: 4 }, { name: 'Ana' }],
  ['all players', ['players'], { ana: { name: 'Ana', hand: 4 }, zed: 3 }, { ana: { name: 'Ana' }, zed: 3 }],
  ['the game', ['game'], { round: 1, deck: 4 }, { round: 1 }],
  ['a record of the game', ['game', 'round'], { deck: 4 }, { deck: 4 }],
  ['the dynasty', ['dynasty'], { number: 1, omen: 4 }, { number: 1 }],
  ['what is the emperor’s', ['emperor'], { plan: 4 }, undefined],
  ['a thing', ['chests', 'c1'], { where: 'D4', items: 4 }, { where: 'D4' }],
  [
    'all things of a kind',
    ['chests'],
    { c1: { where: 'D4', items: 4 }, c2: 3 },
    { c1: { where: 'D4' }, c2: 3 },
  ],
  ['a private part of a thing', ['chests', 'c1', 'items'], 4, undefined],
  [
    'a post',
    ['posts', '3'],
    { title: 'T', fields: { note: 4, stamp: 5 } },
    { title: 'T', fields: { stamp: 5 } },
  ],
  ['a private view', ['market'], 4, undefined],
  ['a private view of a player', ['players', 'ana', 'market'], 4, undefined],
  ['a private view of the game', ['game', 'market'], 4, undefined],
  ['an open view', ['weather'], 'rain', 'rain'],
])('the public part of %s is what everybody sees', (_, place, value, seen) => {
  expect(publicValue(model, place, value)).toEqual(seen);
});
