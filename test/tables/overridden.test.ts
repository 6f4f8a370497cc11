/* eslint-disable unicorn/no-thenable -- `then` is a word of scenarios */
// What the words of a row leave open has a default, and a word that overrides it: rounding in every cell that has a sum, and unused rights.
import { expect, test } from 'vitest';

import { readRuleset } from '../../src/ruleset/read.ts';
import { play, type Item } from './play.ts';

const item = (rule: string): Item => ({ id: 'overridden', rule, checks: [] });
const told = (rule: string): readonly string[] => {
  const text = `---\ntitle: Given\norder: 300\n---\n| Each player has | starts at |\n| - | - |\n| Points | 0 |\n\n${rule}`;
  return [
    ...new Set(
      readRuleset(new Map([['core/given.md', text]])).manifest.rules.flatMap((one) =>
        (one.notes ?? []).flat(),
      ),
    ),
  ];
};

const ROUNDING = (word: string): string => `
| Each player has | starts at |
| --------------- | --------- |
| Coins           | 5         |

| Each player’s | is                |
| ------------- | ----------------- |
| Half          | Coins / 2${word}  |

| A player may | paying                  | to get  |
| ------------ | ----------------------- | ------- |
| sing         | 5 / 2${word} Coins      | 1 Point |
`;

test.each([
  ['', 2, 'rounded down', 2, 'a price is rounded up'],
  [', rounded up', 3, null, 2, null],
  [', rounded down', 2, null, 3, null],
  [', to the nearest', 3, null, 2, null],
])('a value and a price with a fraction%s', async (word, half, said, left, saidOfPrice) => {
  // The word stands behind the sum.
  const rule = ROUNDING(word).replace(/(5 \/ 2)(.*?) Coins/u, '$1 Coins$2');
  const steps = [
    { tick: true, then: { views: { half: { ana: half } } } },
    { by: 'ana', act: 'sing', then: { players: { ana: { coins: left } } } },
  ];
  expect(await play(item(rule), { says: 'rounding', steps })).toEqual([]);
  for (const one of ['rounded down', 'a price is rounded up'])
    expect(told(rule).includes(one)).toBe(one === said || one === saidOfPrice);
});

test('an unused right is lost, or carried over if a cell says so', async () => {
  const rule = (often: string): string =>
    `| A player may | to get  | how often |\n| - | - | - |\n| sing | 1 Point | ${often} |\n`;
  const sing = (at: string, refused?: string): Readonly<Record<string, unknown>> => ({
    at,
    by: 'ana',
    act: 'sing',
    ...(refused && { refused }),
  });
  const lost = [sing('+0h'), sing('+49h'), sing('+49h', 'once a day')];
  expect(await play(item(rule('once a day')), { says: 'lost', steps: lost })).toEqual([]);
  expect(told(rule('once a day'))).toContain('an unused right is lost, and not carried over');
  const kept = [
    sing('+0h'),
    sing('+0h', 'once a day'),
    sing('+49h'),
    sing('+49h'),
    sing('+49h', 'once a day'),
  ];
  expect(await play(item(rule('once a day, carried over')), { says: 'kept', steps: kept })).toEqual([]);
  expect(told(rule('once a day, carried over'))).toContain(
    'an unused right is carried over, from its first use on',
  );
});

test.each(['week', 'month', 'quarter', 'round', 'turn', 'game'])(
  'rights carry over by the %s',
  async (per) => {
    const rule = `| A player may | to get  | how often |\n| - | - | - |\n| sing | 1 Point | twice a ${per}, carried over |\n`;
    const sing = { by: 'ana', act: 'sing' };
    const steps = [
      sing,
      { ...sing, then: { players: { ana: { points: 2 } } } },
      { ...sing, refused: `twice a ${per}` },
    ];
    expect(await play(item(rule), { says: per, steps })).toEqual([]);
  },
);

test('rows that begin alike have limits of their own', async () => {
  const who = 'each player who did not vote against and has Gold < 20 and has Gems < 20 and has Points < 100';
  const rows = ['Gold', 'Gems'].map(
    (name) => `| a proposal is adopted | ${who} | 1 ${name} | once a week |\n`,
  );
  const rule = `| Each player has | starts at |\n| - | - |\n| Gold | 0 |\n| Gems | 0 |\n\n| When | who | gets | limit |\n| - | - | - | - |\n${rows.join('')}`;
  const steps = [
    { proposal: { by: 'ana', for: 'ana bo cy' }, then: { players: { bo: { gold: 1, gems: 1 } } } },
    { roll: 'ana', dice: [1] },
    { proposal: { by: 'bo', for: 'ana bo cy' }, then: { players: { bo: { gold: 1, gems: 1 } } } },
  ];
  expect(await play(item(rule), { says: 'limits', steps })).toEqual([]);
});

test('a vote in which all agree, and one with nobody against', async () => {
  const rule = ['adopted', 'defeated']
    .flatMap((ends) =>
      ['everybody voted for it', 'nobody voted against it', 'everybody voted on it'].map(
        (holds, at) => `| a proposal is ${ends} | its author | ${2 ** at} Points | ${holds} |\n`,
      ),
    )
    .join('');
  const table = `| When | who | gets | if |\n| - | - | - | - |\n${rule}`;
  const steps = [
    { proposal: { by: 'ana', for: 'ana bo cy' }, then: { players: { ana: { points: 7 } } } },
    { roll: 'ana', dice: [1] },
    { proposal: { by: 'bo', for: 'ana bo', against: 'cy' }, then: { players: { bo: { points: 4 } } } },
  ];
  expect(await play(item(table), { says: 'all', steps })).toEqual([]);
});
