import { expect, test } from 'vitest';

import { clausesOf, manifestOf, type TestRule } from './fixtures/kernel-with.ts';
import { Kernel } from './kernel.ts';
import type { Manifest } from './manifest.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

const clause =
  (ask: (game: Loose) => unknown, atOnce: (game: Loose) => unknown = () => null) =>
  (game: Loose): object => {
    atOnce(game);
    return { hooks: { word: (words: Loose) => ask(words) } };
  };

/** Rules in force, the first of which answers when it is asked for its word. */
function begin(clauses: Readonly<Record<string, TestRule['clause']>>): {
  readonly kernel: Kernel;
  /** Puts the same rules in force, but for those of which other texts are given. */
  readonly reword: (texts: Readonly<Record<string, string>>) => void;
} {
  const rules = Object.entries(clauses).map(([title, own]): TestRule =>
    own === undefined ? { title } : { title, clause: own },
  );
  const clauseOf = clausesOf(rules);
  const known = new Map(
    rules.map(({ title }) => [`core/${title.toLowerCase()}.ts`, clauseOf(`core/${title.toLowerCase()}.ts`)]),
  );
  const kernel = new Kernel({ clauseOf: (module) => known.get(module) });
  let manifest: Manifest = manifestOf(rules);
  expect(kernel.link(manifest, () => [])).toEqual([]);
  kernel.load(null);
  return {
    kernel,
    reword(texts) {
      manifest = {
        ...manifest,
        rules: manifest.rules.map((rule) => {
          const text = texts[rule.title];
          return text === undefined ? rule : { ...rule, text };
        }),
      };
      expect(kernel.relink(manifest, () => [])).toEqual([]);
    },
  };
}

test('it is noted whose text a clause reads, in whatever way, and nothing else of a rule', () => {
  for (const ask of [
    ({ rule }: Loose) => rule.text,
    ({ ruleset }: Loose) => ruleset.find('Ash').text,
    ({ ruleset }: Loose) => JSON.stringify(ruleset.rules[0]),
    ({ ruleset }: Loose) => ({ ...ruleset.findAll('Ash')[0] }),
    ({ rule }: Loose) => Object.values(rule as object),
    ({ rule }: Loose) => Reflect.get(rule, 'text'),
  ]) {
    const { kernel } = begin({ Ash: clause(ask), Birch: undefined });
    expect(kernel.textsRead).toEqual([]);
    kernel.ask('word', {});
    expect(kernel.textsRead).toEqual(['core/ash']);
  }
  const { kernel } = begin({
    Ash: clause(({ rule, ruleset }) => [
      rule.title,
      Object.keys(rule as object),
      ruleset.find('Birch').number,
      ruleset.rules.length,
    ]),
    Birch: undefined,
  });
  kernel.ask('word', {});
  expect(kernel.textsRead).toEqual([]);
});

test('a game that is loaded begins with nothing read, but for what is read while rules are defined', () => {
  const { kernel } = begin({
    Ash: clause(
      ({ ruleset }) => ruleset.find('Birch').text,
      ({ rule }) => rule.text,
    ),
    Birch: undefined,
  });
  kernel.ask('word', {});
  expect(kernel.textsRead).toEqual(['core/ash', 'core/birch']);
  kernel.load(null);
  expect(kernel.textsRead).toEqual(['core/ash']);
});

test('a rule that stays as it is counts as having read what it read when it was defined', () => {
  const own = clause(
    () => null,
    ({ rule }) => rule.text,
  );
  const { kernel, reword } = begin({ Ash: own, Birch: clause(() => null) });
  const ash = kernel.runtime.model.rules.get('core/ash');
  reword({ Birch: 'Other.' });
  kernel.load(null);
  expect(kernel.runtime.model.rules.get('core/ash')).toBe(ash);
  expect(kernel.textsRead).toEqual(['core/ash']);
  reword({ Ash: 'Other.' });
  kernel.load(null);
  expect(kernel.textsRead).toEqual(['core/ash']);
});

test('rules are the same to clauses, and a clause can keep nothing on what tells of it', () => {
  const { kernel, reword } = begin({
    Ash: clause(({ rule, ruleset }) => {
      const { get } = Object.getOwnPropertyDescriptor(rule, 'text') as { get: Loose };
      return [
        rule.text,
        JSON.stringify({ ...rule }).includes('"text":"Other."'),
        Object.keys(rule as object).indexOf('text'),
        Reflect.set(get as object, 'kept', 1),
        Reflect.set(get.prototype as object, 'kept', 1),
        Reflect.set(rule as object, 'text', 'Mine.'),
        get.call({}),
        get.call(ruleset.find('Birch')),
      ];
    }),
    Birch: undefined,
  });
  reword({ Ash: 'Other.', Birch: 'Of birches.' });
  const place = Object.keys(manifestOf([{ title: 'Ash' }]).rules[0] ?? {}).indexOf('text');
  expect(kernel.ask('word', {})).toEqual([
    'Other.',
    true,
    place,
    false,
    false,
    false,
    undefined,
    'Of birches.',
  ]);
  expect(kernel.textsRead).toEqual(['core/ash', 'core/birch']);
});

test('a definition that is stopped on the way is not taken for the one that reads from then on', () => {
  const { kernel } = begin({ Ash: clause(({ rule }) => rule.text) });
  kernel.runtime.textsRead.beginDefining();
  kernel.recover();
  kernel.ask('word', {});
  expect(kernel.textsRead).toEqual(['core/ash']);
});

test('of rules that another kernel was told of before nothing is known, and each may have been read', () => {
  const manifest = manifestOf([{ title: 'Ash' }]);
  const [first, second] = [1, 2].map(() => new Kernel({ clauseOf: () => null }));
  first?.link(manifest);
  second?.link(manifest);
  expect([first?.textsRead, second?.textsRead]).toEqual([[], ['core/ash']]);
});
