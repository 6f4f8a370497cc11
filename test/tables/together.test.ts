/* eslint-disable unicorn/no-thenable -- `then` is a word of scenarios */
import { expect, test } from 'vitest';

import { readRuleset } from '../../src/ruleset/read.ts';
import { play, type Item } from './play.ts';

const front = (title: string): string =>
  `---\ntitle: ${title}\norder: 260\nnumber: '260'\nmutable: true\n---\n`;
const COINS = `${front('Coins')}
| Each player has | starts at |
| --------------- | --------- |
| Coins           | 5         |
`;
const votes = (on: string): readonly Readonly<Record<string, unknown>>[] => [
  ...['ana', 'bo', 'cy'].map((by) => ({ by, vote: 'FOR', on })),
  { tick: true },
];

/** A rule whose row gives Coins, which another rule defines. */
const giving = (base: Item['base'], rule: string): Item => ({
  id: 'together',
  base: base ?? {},
  rule,
  checks: [],
});

test('a rule whose variable a row uses can be repealed: the row waits, and the rest of its rule plays', async () => {
  const item = giving(
    { 'coins.md': COINS },
    `
| When                  | who        | gets    |
| --------------------- | ---------- | ------- |
| a proposal is adopted | its author | 1 Coin  |
| a proposal is adopted | its author | 1 Point |
`,
  );
  const steps = [
    { by: 'ana', propose: { title: 'No coins', as: 'N', changes: { 'repeal-rule': 'Coins' } } },
    ...votes('N'),
    {
      roll: 'ana',
      dice: [1],
      then: { ruleset: { Coins: { exists: false } }, players: { ana: { points: 2 } } },
    },
    { proposal: { by: 'bo', for: 'ana bo cy' }, then: { players: { bo: { points: 1 } } } },
  ];
  expect(await play(item, { says: 'gone', steps })).toEqual([]);
});

test('a clause beside a table works with it', async () => {
  const clause = `import { rule } from 'gitnomic/rules';
export default rule(() => ({
  on: { enacted({ matter }) { matter.author.points += 10; } },
}));
`;
  const both = `${COINS}
| When                  | who        | gets    |
| --------------------- | ---------- | ------- |
| a proposal is adopted | its author | 1 Coin  |
`;
  const item = giving({ 'coins.md': both, 'coins.ts': clause }, 'Nothing.');
  const steps = [
    { proposal: { by: 'ana', for: 'ana bo cy' }, then: { players: { ana: { points: 10, coins: 6 } } } },
  ];
  expect(await play(item, { says: 'both', steps })).toEqual([]);
});

test('a row with an unreadable cell is left out, whatever is wrong with it, and the matter says so', async () => {
  const item = giving({}, '');
  const proposing = (gets: string): Readonly<Record<string, unknown>> => ({
    by: 'ana',
    propose: {
      title: 'Pay',
      as: 'N',
      changes: {
        'add-rule': {
          title: 'Pay',
          text: `| When | who | gets |\n| - | - | - |\n| a round ends | everybody | ${gets} |`,
        },
      },
    },
  });
  const ends = (then: unknown): readonly Readonly<Record<string, unknown>>[] => [
    ...votes('N').slice(0, -1),
    { tick: true, then },
  ];
  const exists = (is: boolean): object => ({ ruleset: { Pay: { exists: is } } });
  for (const gets of ['(3 Points', '1.5 Points', '3 Pearls', '4 Points if 1d2 = 1'])
    expect(await play(item, { says: gets, steps: [proposing(gets), ...ends(exists(true))] })).toEqual([]);
});

test('rows that trigger each other in a circle stop', async () => {
  const circle = `${front('Coins')}
| Each player has | starts at |
| --------------- | --------- |
| Coins           | 0         |
| Gems            | 0         |

| When          | who         | gets             |
| ------------- | ----------- | ---------------- |
| Coins reach 1 | that player | Coins = 0; 1 Gem |
| Gems reach 1  | that player | Gems = 0; 1 Coin |
`;
  const item = giving({ 'coins.md': circle }, 'Nothing.');
  const check = {
    says: 'circle',
    given: { players: { ana: { coins: 1 } } },
    steps: [
      {
        proposal: { by: 'ana', for: 'ana bo cy' },
        // Once for each step of the vote.
        then: { game: { 'stopped-rows-of-coins': 5 } },
      },
    ],
  };
  expect(await play(item, check)).toEqual([]);
  const { doubts } = readRuleset(new Map([['core/coins.md', circle]]));
  expect(doubts.map(({ code, line, message }) => [code, line, message])).toEqual([
    ['rows-in-a-circle', 15, expect.stringContaining('“Coins reach 1” → “Gems reach 1” → “Coins reach 1”')],
  ]);
  // One of the two gives nothing that the other waits for.
  const ends = circle.replace('Gems = 0; 1 Coin', 'Gems = 0; loses 1 Coin');
  expect(readRuleset(new Map([['core/coins.md', ends]])).doubts).toEqual([]);
});

test('two rules can have rows for the same time and the same goal', async () => {
  const table = `
| When            | who         | gets    |
| --------------- | ----------- | ------- |
| each day        | each player | 1 Point |
| Points reach 90 | that player | 1 Point |
`;
  const item = giving({ 'coins.md': front('Coins') + table }, table);
  const check = {
    says: 'same',
    given: { players: { ana: { points: 89 } } },
    steps: [{ at: '+20h', tick: true, then: { players: { ana: { points: 93 }, bo: { points: 2 } } } }],
  };
  expect(await play(item, check)).toEqual([]);
});
