import { expect, test } from 'vitest';

import { rewordedIn, sentencesIn } from './reworded-sentences.ts';

const NOTHING = { code: '', tables: false };
const BODY = 'A Player has a goat. It eats [2](#value:hay) bales.\n\nGoats sleep at night.\n';

test('splits a body into sentences, without tables and items of named lists', () => {
  const table = '| Goat | Hay |\n| ---- | --- |\n| Old  | 3   |\n';
  const list = 'There are [breeds](#list:breeds).\n\n- Boer\n- Angora\n';
  expect(sentencesIn(`${BODY}\n${table}\n${list}`).map(({ said }) => said)).toEqual([
    'A Player has a goat.',
    'It eats 2 bales.',
    'Goats sleep at night.',
    'There are breeds.',
  ]);
});

test.each([
  ['another value', BODY.replace('[2]', '[5]')],
  ['bold words', BODY.replace('goat', '**goat**')],
  ['another mark', BODY.replace('night.', 'night!')],
  ['a promise', `${BODY}\nThis rule promises that Hay stays between 0 and 9.\n`],
])('reports no reworded sentence for %s', (_, after) => {
  expect(rewordedIn(BODY, after, NOTHING)).toEqual([]);
});

test.each([
  [
    'reworded',
    BODY.replace('at night', 'by day'),
    [{ before: 'Goats sleep at night.', after: 'Goats sleep by day.' }],
  ],
  ['added', BODY.replace('\n\n', ' They bleat.\n\n'), [{ before: null, after: 'They bleat.' }]],
  ['added as an item', `${BODY}\n9. They bleat.\n`, [{ before: null, after: 'They bleat.' }]],
  [
    'taken away',
    BODY.replace('\n\nGoats sleep at night.', ''),
    [{ before: 'Goats sleep at night.', after: null }],
  ],
  [
    'about a value of another name',
    BODY.replace('value:hay', 'value:straw'),
    [{ before: 'It eats 2 bales.', after: 'It eats 2 bales.' }],
  ],
])('reports a sentence that is %s', (_, after, said) => {
  expect(rewordedIn(BODY, after, NOTHING)).toEqual(said);
});

const TABLE =
  'The [breeds](#table:breeds):\n\n| Breed | Price | Remark |\n| --- | --- | --- |\n| Boer | 3 | calm |\n';

test('in a named table, reports only the cells that no code reads', () => {
  const dearer = TABLE.replace('| 3 |', '| 4 |');
  const wilder = TABLE.replace('calm', 'wild');
  const reads = { code: 'const { breed, price } = row;', tables: false };
  expect(rewordedIn(TABLE, dearer, reads)).toEqual([]);
  expect(rewordedIn(TABLE, wilder, reads)).toEqual([{ before: 'Remark: calm', after: 'Remark: wild' }]);
  expect(rewordedIn(TABLE, dearer, NOTHING)).toEqual([{ before: 'Price: 3', after: 'Price: 4' }]);
  // Code reads a mechanic's whole table, and in other tables each row as a whole.
  expect(rewordedIn(TABLE, wilder, { ...reads, tables: true })).toEqual([]);
  expect(rewordedIn(TABLE, `${TABLE}| Angora | 9 | soft |\n`, reads)).toEqual([]);
});

test('reports an item of a named list if it’s a sentence', () => {
  const list = (item: string): string => `The [duties](#list:duties):\n\n- ${item}\n`;
  const [feed, milk] = ['Feed all of the goats in the morning', 'Feed all of the goats in the evening'];
  expect(rewordedIn(list(feed), list(milk), NOTHING)).toEqual([{ before: feed, after: milk }]);
  expect(rewordedIn(list('Feed goats'), list('Milk goats'), NOTHING)).toEqual([]);
  // Six words are still a name.
  const [six, other] = ['Feed all of the old goats', 'Feed all of the young goats'];
  expect(rewordedIn(list(six), list(other), NOTHING)).toEqual([]);
});
