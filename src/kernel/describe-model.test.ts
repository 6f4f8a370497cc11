import { expect, test } from 'vitest';

import { boolean, integer, text } from '../rules/types.ts';
import { describeModel, kindFor } from './describe-model.ts';
import { kernelWith, type TestRule } from './fixtures/kernel-with.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

const full: TestRule = {
  title: 'Full',
  clause: () =>
    ({
      player: { bloodCrystals: integer() },
      game: { turn: integer() },
      things: { mainRooms: { title: 'Rooms', fields: { lit: boolean() } }, huts: {} },
      actions: {
        light: {
          title: 'Light it',
          sentence: 'lights',
          about: 'It burns.',
          by: ['player', 'admin'],
          with: { room: text() },
          frequency: 'daily',
          private: () => true,
          marks: { power: true },
        },
        wait: {},
        look: { private: false, by: 'anybody' },
        peek: { private: true },
      },
      views: {
        rank: { of: ['player', 'matter'], returns: integer(), title: 'Rank', private: true, value: () => 1 },
        count: { of: 'game', returns: integer(), value: () => 1 },
      },
      posts: {
        proposal: { votable: true, title: 'Proposal', purpose: 'change' },
        story: { official: true, engineOnly: true },
        chat: {},
      },
      submissions: { ballot: { title: 'Ballot', open: { on: text() }, with: { vote: text() } }, plain: {} },
      times: {
        dawn: { title: 'Dawn', at: () => null, effect: () => undefined },
        dusk: { at: () => null, effect: () => undefined },
      },
      votes: { for: { say: ':for:' }, against: { say: 3 }, none: {} },
      counts: { yes: { title: 'In favour', vote: 'for' }, no: { title: 7, vote: 8 } },
      states: {
        lost: { title: 'Lost', means: 'failed' },
        won: { title: 'Won', means: 'enacted', first: true },
        odd: { title: 3, means: 'nonsense' },
        gone: { means: 'taken-back' },
      },
      hooks: { popular: () => true, 'may-post': () => 'permit' },
      on: { posted: () => undefined },
    }) as Loose,
};
const described = (...rules: readonly TestRule[]): ReturnType<typeof describeModel> =>
  describeModel(kernelWith(rules).runtime);

test('describes what rules track, with its type and its rule', () => {
  const { fields, collections } = described(full);
  expect(fields['player']).toEqual({ 'blood-crystals': { type: integer(), rule: 'core/full' } });
  expect(fields['game']).toHaveProperty('turn');
  expect(collections).toEqual({
    'main-rooms': {
      rule: 'core/full',
      title: 'Rooms',
      fields: { lit: { type: boolean(), rule: 'core/full' } },
    },
    huts: { rule: 'core/full', title: null, fields: {} },
  });
});

test('describes an action completely, with the defaults for what it doesn’t say', () => {
  const { actions } = described(full);
  expect(actions['light']).toEqual({
    rule: 'core/full',
    title: 'Light it',
    sentence: 'lights',
    about: 'It burns.',
    by: ['player', 'admin'],
    with: { room: text() },
    frequency: 'daily',
    private: true,
    marks: { power: true },
  });
  expect(actions['wait']).toEqual({
    rule: 'core/full',
    title: null,
    sentence: null,
    about: null,
    by: ['player'],
    with: {},
    frequency: null,
    private: false,
    marks: {},
  });
  expect([actions['look']?.private, actions['look']?.by, actions['peek']?.private]).toEqual([
    false,
    ['anybody'],
    true,
  ]);
});

test('describes views, kinds of posts, submissions, times and events completely', () => {
  const { views, kinds, submissions, times, events, hooks, baseHooks } = described(full);
  expect(views).toEqual({
    rank: { rule: 'core/full', of: 'player matter', returns: integer(), title: 'Rank', private: true },
    count: { rule: 'core/full', of: 'game', returns: integer(), title: null, private: false },
  });
  const of = {
    rule: 'core/full',
    title: null,
    votable: false,
    official: false,
    engineOnly: false,
    purpose: null,
  };
  expect(kinds).toEqual({
    proposal: { ...of, title: 'Proposal', votable: true, official: true, purpose: 'change' },
    story: { ...of, official: true, engineOnly: true },
    chat: of,
  });
  expect(submissions).toEqual({
    ballot: {
      rule: 'core/full',
      title: 'Ballot',
      open: { on: text() },
      with: { vote: text() },
      shared: false,
    },
    plain: { rule: 'core/full', title: null, open: {}, with: {}, shared: false },
  });
  const together = { title: 'Shared', clause: () => ({ submissions: { plan: { together: () => null } } }) };
  expect(described(together as Loose).submissions['plan']?.shared).toBe(true);
  expect(times).toEqual({
    dawn: { rule: 'core/full', title: 'Dawn' },
    dusk: { rule: 'core/full', title: null },
  });
  expect([events, hooks]).toEqual([
    { posted: ['core/full'] },
    { popular: ['core/full'], 'may-post': ['core/full'] },
  ]);
  expect(baseHooks).toContain('may-enact');
});

test('describes a ballot in plain text whatever a clause wrote, with states marked first in front', () => {
  expect(described(full).ballot).toEqual({
    votes: [
      { vote: 'for', say: ':for:' },
      { vote: 'against', say: null },
      { vote: 'none', say: null },
    ],
    counts: [
      { key: 'yes', title: 'In favour', vote: 'for' },
      { key: 'no', title: 'no', vote: null },
    ],
    states: [
      { key: 'won', title: 'Won', means: 'enacted' },
      { key: 'lost', title: 'Lost', means: 'failed' },
      { key: 'odd', title: 'odd', means: 'failed' },
      { key: 'gone', title: 'gone', means: 'taken-back' },
    ],
  });
});

test('the kind for a use is the first one that has this use', () => {
  expect([kindFor(described(full), 'change'), kindFor(described(full), 'join')]).toEqual(['proposal', null]);
});

test('reports an answer that is never heard, with the rule that doesn’t hand on', () => {
  const answering = (
    title: string,
    hook: string,
    answer: Loose,
    section: TestRule['section'] = 'core',
  ): TestRule => ({
    section,
    title,
    clause: () => ({ hooks: { [hook]: answer } }),
  });
  const handsOn = (_: object, next: () => unknown): unknown => next();
  const rules = [
    answering('Low', 'popular', () => 1),
    answering('Lower', 'tally', () => 1),
    answering('Loud', 'popular', () => 2, 'dynastic'),
    answering('Top', 'popular', handsOn, 'appendix'),
    answering('Mild', 'tally', handsOn, 'appendix'),
    answering('Meek', 'needed', handsOn),
    answering('Meeker', 'needed', handsOn, 'appendix'),
    answering('First', 'may-post', () => undefined),
    answering('Second', 'may-post', () => undefined, 'appendix'),
  ];
  expect(described(...rules).unheard).toEqual([
    { id: 'popular', rule: 'core/low', by: 'dynastic/loud', over: true, at: 'dynastic/loud/low' },
  ]);
});
