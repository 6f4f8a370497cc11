import { describe, expect, test } from 'vitest';

import { integer, text } from '../rules/types.ts';
import { clausesOf, kernelWith, manifestOf, type TestRule } from './fixtures/kernel-with.ts';
import { AT } from './fixtures/playground.ts';
import { Kernel } from './kernel.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

const rule = (title: string, definition: object, more: Partial<TestRule> = {}): TestRule => ({
  title,
  ...more,
  clause: () => definition,
});

/** The problems of a ruleset: code, file and sentence of each. */
function problems(...rules: readonly TestRule[]): readonly string[] {
  return new Kernel({ clauseOf: clausesOf(rules) })
    .link(manifestOf(rules))
    .map(({ code, file, message }) => `${code} ${file}: ${message.replace(`${file}: `, '')}`);
}

/** The same for a clause that is passed unchanged. */
function problemsOf(clause: unknown): readonly string[] {
  const rules = [rule('Odd', {})];
  return new Kernel({ clauseOf: () => clause as never })
    .link(manifestOf(rules))
    .map(({ code, message }) => `${code}: ${message}`);
}

describe('a clause', () => {
  test.each([
    [null, 'no-rule: core/odd.ts: the code must `export default rule(…)`, from "gitnomic/rules"'],
    [undefined, 'no-rule: core/odd.ts: the code must `export default rule(…)`, from "gitnomic/rules"'],
    ['text', 'no-rule: core/odd.ts: the code must `export default rule(…)`, from "gitnomic/rules"'],
    [
      Object.assign(() => ({}), { api: 1, define: () => ({}) }),
      'no-rule: core/odd.ts: the code must `export default rule(…)`, from "gitnomic/rules"',
    ],
    [{ api: 1 }, 'no-rule: core/odd.ts: the code must `export default rule(…)`, from "gitnomic/rules"'],
    [
      { api: 2, define: () => ({}) },
      'clause-api: core/odd.ts: written for version 2 of the clause API, but this is 1: docs/reference/clause-api.md says how to update it',
    ],
    [
      { api: 1, define: () => null },
      'no-definition: core/odd.ts: the function given to rule(…) must return an object: rule(() => ({ … }))',
    ],
    [
      { api: 1, define: () => 7 },
      'no-definition: core/odd.ts: the function given to rule(…) must return an object: rule(() => ({ … }))',
    ],
    [
      { api: 1, define: () => ({ actions: { go: { effect: 7 } } }) },
      'ill-formed: core/odd.ts: actions.go.effect must be a function, but is 7',
    ],
    [
      {
        api: 1,
        define: () => {
          throw new Error('boo');
        },
      },
      'clause-fails: core/odd.ts: fails while loading: boo',
    ],
    [
      {
        api: 1,
        define: () => {
          // oxlint-disable-next-line typescript/only-throw-error
          throw 'boo';
        },
      },
      'clause-fails: core/odd.ts: fails while loading: boo',
    ],
  ])('is reported if it isn’t one: %j', (clause, expected) => {
    expect(problemsOf(clause)).toEqual([expected]);
  });

  test('is accepted if it is one', () => {
    expect(problemsOf({ api: 1, define: () => ({}) })).toEqual([]);
  });
});

describe('what two rules define', () => {
  test('is reported with the rule that had it first: variables, things, actions, posts and the rest', () => {
    const all = {
      player: { gold: integer() },
      game: { turn: integer() },
      things: { rooms: { fields: { size: integer() } } },
      actions: { go: {} },
      posts: { story: {} },
      submissions: { plan: {} },
      times: { noon: { at: () => null, effect: () => null } },
      votes: { FOR: {} },
      counts: { for: {} },
      states: { popular: { means: 'enacted' } },
      views: { wealth: { of: 'game', returns: integer(), value: () => 1 } },
    };
    const found = problems(rule('First', all), rule('Second', all));
    expect(found).toEqual([
      'twice core/second.ts: player.gold is defined by First already',
      'twice core/second.ts: game.turn is defined by First already',
      'twice core/second.ts: rooms.size is defined by First already',
      ...['go', 'story', 'plan', 'noon', 'FOR', 'for', 'popular'].map(
        (id) => `twice core/second.ts: "${id}" is defined by First already`,
      ),
      'twice core/second.ts: the view "wealth" is defined by First already; to change what it gives, give a function: "wealth"(of, next) { … }',
    ]);
  });

  test('is one collection with the fields of both, described as the later rule says', () => {
    const kernel = kernelWith([
      rule('First', {
        things: { rooms: { title: 'Rooms', fields: { size: integer({ start: 3 }) }, ids: ['hall'] } },
      }),
      rule('Second', { things: { rooms: { title: 'Chambers', fields: { owner: text() } } } }),
    ]);
    expect(kernel.state.things['rooms']).toEqual({ hall: { size: 3, owner: '' } });
    const { definition, rule: owner } = kernel.runtime.model.collections.get('rooms') as Loose;
    expect([definition.title, definition.ids, owner.entry.title]).toEqual(['Chambers', ['hall'], 'First']);
  });
});

test('reports an unknown key with those that a rule may have', () => {
  expect(problems(rule('Odd', { playr: {} }))[0]).toMatch(
    /^unknown-key core\/odd\.ts: a rule has no "playr"; it can have player, game, .*, precedence$/u,
  );
});

test('wrapping a view that nobody defines does nothing', () => {
  expect(problems(rule('Odd', { views: { wealth: () => 1 } }))).toEqual([]);
});

test('a core rule can set the order in which rules are heard, but a dynastic one can’t', () => {
  const precedence = (): number => 1;
  expect(problems(rule('Core', { precedence }))).toEqual([]);
  expect(problems(rule('Dynasty', { precedence }, { section: 'dynastic' }))).toEqual([
    'dynastic-precedence dynastic/dynasty.ts: a dynastic rule can’t set the order of all rules: only a core rule can. It can name single rules in `over`',
  ]);
});

describe('an inactive rule', () => {
  const asleep = (definition: object): TestRule =>
    rule('Asleep', definition, { section: 'special-case', status: 'inactive' });

  test('does nothing and isn’t asked, but what it tracks stays', () => {
    const heard: string[] = [];
    const kernel = kernelWith([
      asleep({
        player: { gold: integer({ start: 3 }) },
        things: { rooms: { ids: ['hall'] } },
        actions: { dance: { by: 'anybody' } },
        hooks: { word: () => 'asleep' },
        on: { changed: () => heard.push('changed') },
        views: { wealth: { of: 'game', returns: integer(), value: () => 1 } },
        posts: { story: {} },
      }),
      rule('Awake', { hooks: { word: () => 'awake' }, actions: { sing: { by: 'anybody' } } }),
    ]);
    expect(kernel.take({ type: 'act', at: AT, by: 'ana', action: 'sing', with: {} }).ok).toBe(true);
    expect(kernel.take({ type: 'act', at: AT, by: 'ana', action: 'dance', with: {} })).toMatchObject({
      refusal: { code: 'inactive' },
    });
    expect([kernel.ask('word', {}), heard]).toEqual(['awake', []]);
    expect(kernel.state).toMatchObject({ players: { ana: { gold: 3 } }, things: { rooms: { hall: {} } } });
    const { views, kinds } = kernel.runtime.model;
    expect([views.size, kinds.size]).toEqual([0, 0]);
  });

  test('may define what another rule defines, except for what it tracks', () => {
    const both = {
      actions: { dance: {} },
      views: { wealth: { of: 'game', returns: integer(), value: () => 1 } },
    };
    expect(problems(asleep(both), rule('Awake', both))).toEqual([]);
    expect(
      problems(asleep({ player: { gold: integer() } }), rule('Awake', { player: { gold: integer() } })),
    ).toEqual(['twice core/awake.ts: player.gold is defined by Asleep already']);
  });
});
