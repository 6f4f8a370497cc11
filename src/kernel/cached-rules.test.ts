import { expect, test } from 'vitest';

import { integer } from '../rules/types.ts';
import { clausesOf, manifestOf, type TestRule } from './fixtures/kernel-with.ts';
import { AT } from './fixtures/playground.ts';
import { endWatch } from './cached-rules.ts';
import { Kernel } from './kernel.ts';
import type { KernelOptions } from './kernel-options.ts';
import type { Manifest } from './manifest.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

interface Linked {
  readonly kernel: Kernel;
  /** The titles of the rules defined since the last call, in order. */
  readonly defined: () => readonly string[];
  /** The same rules, except for those with the given new texts. */
  readonly with: (...changed: readonly string[]) => Manifest;
}

/** Rules in force, with an inspection that objects to nothing. */
function linked(
  clauses: Readonly<Record<string, (game: Loose) => Loose>>,
  options: Partial<KernelOptions> = {},
): Linked {
  let titles: string[] = [];
  const rules = Object.entries(clauses).map(([title, clause]): TestRule => ({
    title,
    values: { number: '3', later: '3, and 4 from 2030-01-01' },
    clause: (game) => {
      titles.push(title);
      return clause(game) as object;
    },
  }));
  const clauseOf = clausesOf(rules);
  const known = new Map(
    rules.map(({ title }) => [`core/${title.toLowerCase()}.ts`, clauseOf(`core/${title.toLowerCase()}.ts`)]),
  );
  const kernel = new Kernel({ clauseOf: (module) => known.get(module), ...options });
  const manifest = manifestOf(rules);
  expect(kernel.link(manifest, () => [])).toEqual([]);
  kernel.load(null);
  return {
    kernel,
    defined: () => {
      const all = titles;
      titles = [];
      return all;
    },
    with: (...changed) => ({
      ...manifest,
      rules: manifest.rules.map((rule) =>
        changed.includes(rule.title) ? { ...rule, text: 'Other.' } : rule,
      ),
    }),
  };
}

const PLAIN = {
  Ash: () => ({}),
  Birch: () => ({ views: { two: { of: 'game', returns: integer(), value: () => 2 } } }),
};

test('a rule is defined again where its text has changed, and stays as it is where nothing has', () => {
  const { kernel, defined, with: changed } = linked(PLAIN);
  const before = kernel.runtime.model.rules.get('core/birch');
  expect(defined()).toEqual(['Ash', 'Birch']);
  expect(kernel.relink(changed('Ash'), () => [])).toEqual([]);
  expect(defined()).toEqual(['Ash']);
  expect(kernel.runtime.model.rules.get('core/birch')).toBe(before);
  expect(kernel.read(AT, ['two'])).toBe(2);
});

test('a rule is defined again where another clause stands beside the same text', () => {
  const define = (): object => ({});
  let clause = { api: 1, define };
  const kernel = new Kernel({ clauseOf: () => clause });
  const manifest = manifestOf([{ title: 'Ash', clause: define }]);
  kernel.link(manifest, () => []);
  clause = { api: 1, define: () => ({ hooks: { word: () => 'another' } }) };
  expect(kernel.relink(manifest, () => [])).toEqual([]);
  expect(kernel.ask('word', {})).toBe('another');
});

const LOOKS: Readonly<Record<string, (game: Loose) => unknown>> = {
  'the rules in force': ({ ruleset }) => ruleset.rules.length,
  'one of the rules': ({ ruleset }) => ruleset.find('Ash'),
  'the words for people': ({ ruleset }) => ruleset.terms,
  'the ledger': ({ ledger }) => ledger.length,
  'the players': ({ players }) => players.size,
  'the people': ({ people }) => [...people].length,
  'things that may be': ({ sheds }) => sheds.size,
  'the posts': ({ posts }) => posts.size,
  'the matters': ({ matters }) => matters.get('m1'),
  'the game': ({ game }) => Reflect.has(game, 'oil'),
  'a view': ({ view }) => view('two'),
  'whether somebody answers': ({ hasHook }) => hasHook('word'),
  'a value that has a date': ({ value }) => value('later'),
  'what was submitted': ({ submissions }) => submissions('letters'),
};

test.each(Object.entries(LOOKS))(
  'a rule that looks at %s while it is defined is defined each time',
  (_, look) => {
    const quietly = (game: Loose): object => {
      try {
        look(game);
      } catch {
        // Not everything exists yet.
      }
      return {};
    };
    const { kernel, defined, with: changed } = linked({ Ash: () => ({}), Birch: quietly });
    defined();
    expect(kernel.relink(changed(), () => [])).toEqual([]);
    expect(defined()).toEqual(['Birch']);
  },
);

const TAKEN: Readonly<Record<string, (game: Loose) => unknown>> = {
  'a value of its text': ({ value }) => value('number'),
  'its own title': ({ rule }) => rule.title,
  'what it may ask later': (kit) => [kit.players, kit.view, kit.ruleset, kit.ledger, kit.game, kit.sheds],
  'the time, which there is none of': (kit) => kit.now,
};

test.each(Object.entries(TAKEN))('a rule that takes %s while it is defined stays as it is', (_, take) => {
  const quietly = (game: Loose): object => {
    try {
      take(game);
    } catch {
      // There is no time yet.
    }
    return {};
  };
  const { kernel, defined, with: changed } = linked({ Ash: () => ({}), Birch: quietly });
  defined();
  expect(kernel.relink(changed(), () => [])).toEqual([]);
  expect(defined()).toEqual([]);
});

test('where other collections come, or the same in another order, all must be defined anew', () => {
  const sheds = { things: { sheds: {} } };
  const shacks = { things: { shacks: {} } };
  const { kernel, with: changed } = linked({ Ash: () => sheds, Birch: () => shacks });
  const [ash, birch] = changed().rules as Loose;
  expect(kernel.relink({ ...changed(), rules: [birch, ash] }, () => [])).toBe(null);
  expect(kernel.relink({ ...changed(), rules: [ash] }, () => [])).toBe(null);
  expect(kernel.relink({ ...changed(), rules: [ash, birch] }, () => [])).toEqual([]);
});

test('rules that nobody has inspected are defined anew', () => {
  const { kernel, with: changed } = linked(PLAIN);
  kernel.link(changed());
  expect(kernel.mayKeep).toBe(false);
});

test('only what was defined is inspected', () => {
  const { kernel, with: changed } = linked(PLAIN);
  const inspected: string[] = [];
  kernel.relink(changed('Birch'), (rules) => {
    inspected.push(...rules.map(({ entry }) => entry.title));
    return [];
  });
  expect(inspected).toEqual(['Birch']);
});

test('what is wrong is said in the order of the rules, whether they stay or not', () => {
  const twice = (): object => ({ views: { two: { of: 'game', returns: integer(), value: () => 2 } } });
  const rules = (kernel: Kernel, manifest: Manifest): readonly string[] =>
    (kernel.relink(manifest, () => []) ?? []).map(({ message }) => message);
  let fails = false;
  const failing = (): object => {
    if (fails) throw new Error('no');
    return {};
  };
  const { kernel, with: changed } = linked({
    Ash: failing,
    Birch: twice,
    Cedar: () => (fails ? twice() : {}),
  });
  fails = true;
  expect(rules(kernel, changed('Ash', 'Cedar'))).toEqual([
    'core/ash.ts: fails while loading: no',
    expect.stringMatching(/^core\/cedar.ts: the view "two" is defined by Birch already/u),
  ]);
  // They are still in force unchanged.
  expect(kernel.read(AT, ['two'])).toBe(2);
  expect(kernel.mayKeep).toBe(true);
});

test('what all took from nothing is spared, and may be too much', () => {
  let count = 0;
  const spared: number[] = [];
  const { kernel, with: changed } = linked(PLAIN, {
    counted: () => count,
    mayEnd: (more) => {
      spared.push(more);
      if (more > 30) throw new Error('too much');
    },
  });
  kernel.relink(changed(), () => []);
  count = 20;
  kernel.relink(changed('Ash'), () => []);
  kernel.relink(changed('Birch'), () => []);
  expect(spared).toEqual([1, 2, 23]);
  expect(() => kernel.relink(changed(), () => [])).toThrow('too much');
  expect(kernel.runtime.model.rules.get('core/birch')?.entry.text).toBe('Other.');
});

test('once rules are defined, or were stopped in the middle, the runtime is as it was', () => {
  const { kernel, with: changed } = linked(PLAIN);
  const isPlain = (): boolean =>
    Object.values(Object.getOwnPropertyDescriptors(kernel.runtime)).every(
      (one) => 'value' in one && one.writable,
    );
  expect(isPlain()).toBe(true);
  kernel.relink(changed('Ash'), () => {
    expect(isPlain()).toBe(true);
    return [];
  });
  const { model } = kernel.runtime;
  Object.defineProperty(kernel.runtime, 'model', { get: () => model, configurable: true, enumerable: true });
  endWatch(kernel.runtime);
  expect(isPlain()).toBe(true);
  expect(kernel.runtime.model).toBe(model);
});
