import { expect, test } from 'vitest';

import { countMost } from '../../content/library/ways-to-decide/dynastic/helpers/count-most.ts';
import { countRanked } from '../../content/library/ways-to-decide/dynastic/helpers/count-ranked.ts';

type Ballots = readonly (readonly [number, ...(readonly string[])])[];

const papersOf = (ballots: Ballots): readonly (readonly string[])[] =>
  ballots.flatMap(([times, ...order]) => Array.from({ length: times }, () => order));

// The textbook example of a state that chooses its capital, in hundredths of its voters: run-off, plurality and approval differ.
const CAPITAL: Ballots = [
  [42, 'Memphis', 'Nashville', 'Chattanooga', 'Knoxville'],
  [26, 'Nashville', 'Chattanooga', 'Knoxville', 'Memphis'],
  [15, 'Chattanooga', 'Knoxville', 'Nashville', 'Memphis'],
  [17, 'Knoxville', 'Chattanooga', 'Nashville', 'Memphis'],
];
const CITIES = ['Memphis', 'Nashville', 'Chattanooga', 'Knoxville'];

test('instant run-off in the textbook example of a capital chooses Knoxville, with 58 to 42', () => {
  const { outcome, told } = countRanked(papersOf(CAPITAL), CITIES, 1);
  expect(outcome).toEqual(['Knoxville']);
  expect(told.filter((line) => line.startsWith('Round'))).toEqual([
    'Round 1: Memphis 42, Nashville 26, Knoxville 17, Chattanooga 15.',
    'Round 2: Memphis 42, Knoxville 32, Nashville 26.',
    'Round 3: Knoxville 58, Memphis 42.',
  ]);
});

// The textbook example of twenty guests who choose three dishes: a quota of 6, and a surplus of 6 that is shared 4 to 2.
const PARTY: Ballots = [
  [4, 'Orange'],
  [2, 'Pear', 'Orange'],
  [8, 'Chocolate', 'Strawberry'],
  [4, 'Chocolate', 'Sweets'],
  [1, 'Strawberry'],
  [1, 'Sweets'],
];

test('the single transferable vote in the textbook example of a party elects Chocolate, Orange and Strawberry', () => {
  const dishes = ['Orange', 'Pear', 'Chocolate', 'Strawberry', 'Sweets'];
  const { outcome, told } = countRanked(papersOf(PARTY), dishes, 3);
  expect(outcome).toEqual(['Chocolate', 'Orange', 'Strawberry']);
  expect(told.filter((line) => line.startsWith('Round'))).toEqual([
    'Round 1: Chocolate 12, Orange 4, Pear 2, Strawberry 1, Sweets 1.',
    'Round 2: Strawberry 5, Orange 4, Sweets 3, Pear 2.',
    'Round 3: Orange 6, Strawberry 5, Sweets 3.',
    'Round 4: Strawberry 5, Sweets 3.',
    'Round 5: Strawberry 5.',
  ]);
});

test('thirds of votes add up to whole votes, so that a tie is recognized', () => {
  const ballots: Ballots = [
    [3, 'tea', 'milk'],
    [1, 'water'],
    [1, 'cocoa', 'water'],
  ];
  const { told } = countRanked(papersOf(ballots), ['tea', 'milk', 'water', 'cocoa'], 2);
  expect(told.join(' ')).toContain('milk and water and cocoa have fewest, and cocoa is listed last');
});

test('decides nothing without answers', () => {
  expect(countRanked([], ['tea', 'milk'], 1).outcome).toEqual([]);
  expect(countMost(new Map(), ['tea', 'milk'], 'votes').outcome).toEqual([]);
});
