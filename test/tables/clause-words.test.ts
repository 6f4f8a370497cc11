/* eslint-disable unicorn/no-thenable -- `then` is a word of scenarios */
// Cells use what clauses define: values that they work out, questions that they answer, what they do to somebody, and events that they tell.
import { expect, test } from 'vitest';

import { play, type Item } from './play.ts';

const front = (title: string, number: number): string =>
  `---\ntitle: ${title}\norder: ${number}\nnumber: '${number}'\nmutable: true\n---\n`;

/** Somebody who is hit is sore, and bleeds if they were sore before, which the clause tells. */
const SORE = `import { boolean, derive, integer, rule } from 'gitnomic/rules';
import type { Person } from 'gitnomic/rules';

export interface Asks {
  'is-bleeding'(words: { person: Person }): boolean;
  'get-hit'(words: { person: Person }): void;
}

export interface Tells {
  'wound-opened': { person: Person };
}

export default rule(({ emit, players }) => ({
  player: { sores: integer({ title: 'Sores' }) },

  views: {
    hurt: derive({ of: 'player', returns: boolean(), value: (person) => person.sores > 0 }),
    'sum-of-sores': derive({
      of: 'game',
      returns: integer(),
      value: () => players.all().reduce((sum, { sores }) => sum + sores, 0),
    }),
  },

  hooks: {
    'is-bleeding': ({ person }) => person.sores > 1,
    'get-hit'({ person }) {
      person.sores += 1;
      if (person.sores === 2) emit('wound-opened', { person });
    },
  },
}));
`;

const TABLES = `
| A player may | choosing                    | only if                   | to get                              |
| ------------ | --------------------------- | ------------------------- | ----------------------------------- |
| brawl        | another player (the victim) | not Bleeding; not Hurt    | the victim gets hit; 1 Point        |
| trip         |                             | players who are Hurt < 2  | gets hit                            |

| When              | who                   | gets                   | if               |
| ----------------- | --------------------- | ---------------------- | ---------------- |
| a wound is opened | that player           | loses [3](#value:wound) Points | Sum of sores > 1 |
| a wound is opened | every other player    | 1 Point                | not Bleeding     |
`;

const item: Item = {
  id: 'sore',
  base: { 'sores.md': `${front('Sores', 260)}Somebody who is hit is sore.\n`, 'sores.ts': SORE },
  rule: TABLES,
  checks: [],
};
const points = (ana: number, bo: number, cy: number): object => ({
  players: { ana: { points: ana }, bo: { points: bo }, cy: { points: cy } },
});

test('cells can name a clause’s views, questions, requests and events', async () => {
  const steps = [
    { by: 'ana', act: 'brawl', with: { victim: 'bo' }, then: points(1, 0, 0) },
    { by: 'bo', act: 'brawl', with: { victim: 'ana' }, refused: 'not Hurt' },
    { by: 'cy', act: 'brawl', with: { victim: 'bo' }, then: points(2, -3, 2) },
    { by: 'ana', act: 'trip', then: { players: { ana: { sores: 1 } } } },
    { by: 'cy', act: 'trip', refused: 'players who are Hurt' },
  ];
  expect(await play(item, { says: 'sore', steps })).toEqual([]);
});

test('a row for an event that no rule defines any more is left out, and the others play', async () => {
  const steps = [
    { by: 'ana', propose: { title: 'No sores', as: 'N', changes: { 'repeal-rule': 'Sores' } } },
    ...['ana', 'bo', 'cy'].map((by) => ({ by, vote: 'FOR', on: 'N' })),
    { tick: true },
    { by: 'cy', act: 'trip', refused: '' },
  ];
  expect(await play(item, { says: 'gone', steps })).toEqual([]);
});
