import { expect, test } from 'vitest';

import { readRuleset } from '../ruleset/read.ts';

const CLAUSE = `import { integer, rule, choice } from 'gitnomic/rules';
export default rule(() => ({ player: { grain: integer(), salt: integer() }, game: { tides: integer(), salt: integer(), wind: choice(['north']) } }));`;

const rule = (text: string): string => `---\ntitle: Harbour\n---\n${text}\n`;

function read(text: string): { promises: unknown; doubts: readonly string[] } {
  const { manifest, doubts, problems } = readRuleset(
    new Map([
      ['core/harbour.md', rule(text)],
      ['core/harbour.ts', CLAUSE],
    ]),
  );
  expect(problems).toEqual([]);
  return {
    promises: manifest.rules[0]?.promises,
    doubts: doubts.map(({ code, line, message }) => `${code} ${line}: ${message}`),
  };
}

const grain = { of: 'player', id: 'grain' };
const READ: readonly (readonly [text: string, promise: object])[] = [
  [
    'that a rule can be changed within 28 days by what its players can do.',
    { kind: 'changeable', hours: 672 },
  ],
  [
    'that a rule can be changed within four weeks by what its players can do.',
    { kind: 'changeable', hours: 672 },
  ],
  [
    'that a rule can be changed within [9 hours](#value:time) by what its Players can do',
    { kind: 'changeable', hours: 9 },
  ],
  ['that whoever idles can come back within a week.', { kind: 'can-return', hours: 168 }],
  ['that a resolved matter never changes.', { kind: 'stays-resolved' }],
  [
    'that **Nobody** votes twice, provided that at least 3 players are active',
    { kind: 'one-vote', players: 3 },
  ],
  ['that no matter is enacted with fewer than half in favour.', { kind: 'half-in-favour' }],
  ['that Grain stays between 0 and 9.', { kind: 'between', value: grain, least: 0, most: 9 }],
  [
    "that each player's grain stays between −2 and **twenty**.",
    { kind: 'between', value: grain, least: -2, most: 20 },
  ],
  [
    'that Tides stays between 1 and 1,000.',
    { kind: 'between', value: { of: 'game', id: 'tides' }, most: 1000 },
  ],
  ["that the game's Salt stays between 0 and 3.", { kind: 'between', value: { of: 'game', id: 'salt' } }],
  [
    'that every player’s Salt stays between 0 and 3.',
    { kind: 'between', value: { of: 'player', id: 'salt' } },
  ],
  ['that the sum of Grain over all players stays the same.', { kind: 'same-sum', value: grain, players: 0 }],
  [
    'that the sum of Salt over all\nplayers stays the same. More words.',
    { kind: 'same-sum', value: { of: 'player', id: 'salt' } },
  ],
  ['that only “Look for grain” changes Grain.', { kind: 'only-by', value: grain, action: 'look-for-grain' }],
  ["that only 'give' changes each player's Grain.", { kind: 'only-by', value: grain, action: 'give' }],
  [
    'that Grain stays between 0 and 9, provided that at least three players are active.',
    { kind: 'between', players: 3 },
  ],
];

test.each(READ)('reads a promise: %s', (text, promise) => {
  expect(read(`Grain is kept.\n\nThis rule promises ${text}`)).toMatchObject({
    promises: [{ line: 6, ...promise }],
    doubts: [],
  });
});

const UNREAD: readonly (readonly [text: string, why: string])[] = [
  ['that all will be well.', 'not a promise that can be enforced'],
  ['that a rule can be changed within a while by what its players can do.', '“a while” is no time.'],
  ['that only “Dive” changes Fish.', 'no rule tracks a number called “Fish”'],
  ['that Fish stays between 0 and 9.', 'no rule tracks a number called “Fish”'],
  ['that Wind stays between 0 and 9.', 'no rule tracks a number called “Wind”'],
  ['that Salt stays between 0 and 9.', 'both the game and its players'],
  ['that Grain stays between 9 and 0.', '“between 9 and 0” can’t be read'],
  ['that the sum of Tides over all players stays the same.', 'number called “Tides” of each player'],
  ['that Grain stays between 0 and 9, provided that the moon is full.', 'the moon is full” can’t be read'],
];

test.each([
  'Grain is kept. This rule promises that Grain stays between 0 and 9.',
  'Grain is kept!  This rule also promises that Grain stays\nbetween 0 and 9. Salt is not.',
  '1. This rule promises that Grain stays between 0 and 9.',
  '**This rule promises that** Grain always stays between 0 and 9.',
  'This rule promises that each player’s Grain stay between 0 and 9.',
  'This rule promises, that Grain stays between 0 and 9.',
  'This rule promises Grain stays between 0 and 9.',
])('a promise stands where a sentence begins, in these words too: %s', (text) => {
  expect(read(text)).toMatchObject({ promises: [{ line: 4, kind: 'between', value: grain }], doubts: [] });
});

test.each(UNREAD)('reports what begins like a promise but isn’t one: %s', (text, why) => {
  const { promises, doubts } = read(`- This rule promises ${text}`);
  expect(promises).toBe(undefined);
  expect(doubts).toEqual([expect.stringContaining(why)]);
  expect(doubts).toEqual([expect.stringMatching(/^no-such-promise 4: /u)]);
});

test('reads several promises, and none in code or in words about promises', () => {
  expect(
    read(
      'This rule promises that Grain stays between 0 and 9.\nThis rule promises that Tides stays between 0 and 9.\n\nNobody says that this rule promises that anything.\n\n```\nThis rule promises that Salt stays between 0 and 9.\n```',
    ),
  ).toMatchObject({ promises: [{ value: grain }, { value: { id: 'tides' } }], doubts: [] });
});
