import { expect, test } from 'vitest';

import { kernelWith, type TestRule } from './fixtures/kernel-with.ts';
import type { LinkedRule } from './model.ts';
import { inPrecedence, newestSection, plainRank, type Rank } from './precedence.ts';

interface Given {
  readonly title: string;
  readonly section?: string;
  readonly over?: readonly string[];
  readonly entrenched?: boolean;
  readonly power?: number;
  readonly facts?: Readonly<Record<string, unknown>>;
}

/** The titles in the order in which their rules are asked. */
function heard(rules: readonly Given[], rank?: Rank): string[] {
  const sections = [...new Set(rules.map(({ section = 'dynastic' }) => section))];
  const providers = rules.map(({ title, section = 'dynastic', over = [], entrenched = false, ...rest }) => {
    const facts = rest.facts ?? (rest.power === undefined ? {} : { power: rest.power });
    const entry = { title, section, number: '1', path: `${section}/${title}`, over, entrenched, facts };
    return { call: () => null, rule: { entry } as unknown as LinkedRule };
  });
  const order = inPrecedence(
    providers,
    rank ?? plainRank(sections),
    null,
    (rule) => providers.findIndex((one) => one.rule === rule),
    newestSection(sections),
  );
  return order.map(({ rule }) => rule.entry.title);
}

test('a rule that says so prevails over another, and later sections over earlier ones', () => {
  expect(heard([{ title: 'A' }, { title: 'B' }])).toEqual(['B', 'A']);
  expect(heard([{ title: 'A', over: ['B'] }, { title: 'B' }])).toEqual(['A', 'B']);
  expect(heard([{ title: 'A', section: 'appendix' }, { title: 'B' }])).toEqual(['A', 'B']);
});

test('rules that claim precedence over each other, in a circle of two or three, rank as without it', () => {
  const two = [
    { title: 'A', over: ['B'] },
    { title: 'B', over: ['A'] },
  ];
  expect(heard(two)).toEqual(['B', 'A']);
  const three = [
    { title: 'A', over: ['B'] },
    { title: 'B', over: ['C'] },
    { title: 'C', over: ['A'] },
  ];
  expect(heard(three)).toEqual(['C', 'B', 'A']);
  // Claims outside the cycle, or over one part of it, still count.
  expect(heard([{ title: 'G', over: ['A'] }, ...three])).toEqual(['G', 'C', 'B', 'A']);
  expect(heard([...three, { title: 'D' }, { title: 'E', over: ['F'] }, { title: 'F' }])).toEqual([
    'E',
    'F',
    'D',
    'C',
    'B',
    'A',
  ]);
});

test('an entrenched core rule withstands the claim of a dynastic rule', () => {
  const votes = { title: 'Votes', section: 'core', entrenched: true };
  expect(heard([votes, { title: 'Mine', over: ['Votes'] }])).toEqual(['Votes', 'Mine']);
  expect(
    heard([
      { ...votes, entrenched: false },
      { title: 'Mine', over: ['Votes'] },
    ]),
  ).toEqual(['Mine', 'Votes']);
});

test('ranks by tier before place, and a claim lifts a rule only within its tier', () => {
  const byPower: Rank = ({ power }) => [power ?? 1, 0];
  expect(
    heard(
      [
        { title: 'Strong', power: 3 },
        { title: 'Weak', over: ['Strong'] },
      ],
      byPower,
    ),
  ).toEqual(['Strong', 'Weak']);
  const three = [{ title: 'Weak', over: ['Strong'] }, { title: 'Other' }, { title: 'Strong', power: 3 }];
  expect(heard(three, byPower)).toEqual(['Strong', 'Other', 'Weak']);
});

test('in a ruleset’s own sections, later ones prevail, and an entrenched rule withstands the last', () => {
  const charter = { title: 'Charter', section: 'charter' };
  const hats = { title: 'Hats', section: 'statutes' };
  expect(heard([{ title: 'Core', section: 'core' }, charter, hats])).toEqual(['Hats', 'Charter', 'Core']);
  const firm = { ...charter, entrenched: true };
  expect(heard([firm, hats])).toEqual(['Charter', 'Hats']);
  expect(heard([firm, { ...hats, over: ['Charter'] }])).toEqual(['Charter', 'Hats']);
  expect(heard([charter, { ...hats, entrenched: true }])).toEqual(['Hats', 'Charter']);
});

test('an entrenched rule in the newest section ranks as it would without', () => {
  expect(heard([{ title: 'Firm', entrenched: true }, { title: 'Later' }])).toEqual(['Later', 'Firm']);
  const hats = { title: 'Hats', section: 'statutes' };
  expect(
    heard([
      { title: 'Charter', section: 'charter' },
      { ...hats, entrenched: true },
      { ...hats, title: 'Later' },
    ]),
  ).toEqual(['Later', 'Hats', 'Charter']);
});

test('an entrenched rule doesn’t withstand a claim from its own section, and a claim lowers nobody', () => {
  const core = (title: string, more: object = {}): Given => ({ title, section: 'core', ...more });
  expect(heard([core('A', { over: ['B'] }), core('B', { entrenched: true })])).toEqual(['A', 'B']);
  const high = { title: 'A', section: 'appendix', over: ['B'] };
  expect(heard([high, core('B'), { title: 'C', section: 'special-case' }])).toEqual(['A', 'C', 'B']);
});

test('a rule that decides on precedence learns what the ruleset says of each, if it has the right type', () => {
  const said: unknown[] = [];
  const rank: Rank = ({ title, mutable, power }) => {
    said.push([title, mutable, power]);
    return 0;
  };
  heard(
    [
      { title: 'A', facts: { mutable: false, power: 2 } },
      { title: 'B', facts: { mutable: 'no', power: 'x' } },
    ],
    rank,
  );
  expect(said).toEqual([
    ['A', false, 2],
    ['B', null, null],
  ]);
});

test('a rule can set the order of precedence while it is in force', () => {
  const answered = (status: 'active' | 'inactive'): unknown => {
    const rule = (title: string): TestRule => ({
      title,
      clause: () => ({ hooks: { who: () => title } }),
    });
    const order: TestRule = {
      title: 'Order',
      section: 'special-case',
      status,
      clause: () => ({ precedence: ({ title }: { title: string }) => (title === 'A' ? 1 : 0) }) as never,
    };
    return kernelWith([rule('A'), rule('B'), order]).ask('who', {});
  };
  expect([answered('active'), answered('inactive')]).toEqual(['A', 'B']);
});
