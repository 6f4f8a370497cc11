import { expect, test } from 'vitest';
import type { DisplayPage } from '../data/display-schema.ts';
import { readDisplay } from './display.ts';
import { cellOf, legendOf, type Around } from './map-steps.ts';

const YAML = `
pages:
  - id: map
    title: Map
    kit: grid
    of: rooms
    background: background
    label: label
    marks:
      - { sign: S, title: it begins here, rule: dynastic/run, value: start }
      - { sign: H, title: home of, of: players, at: home }
      - { sign: J, title: the journey begins, of: game, at: start }
      - { sign: X, title: sealed, field: sealed }
      - { sign: O, title: owners, field: owners }
    closed: { field: features, north: no-north, east: no-east, south: no-south, west: no-west }
`;
const page = readDisplay({ path: 'site.yml', text: YAML }).display.pages[0] as DisplayPage;
const around = {
  players: {
    ana: { name: 'Ana', home: 'B2' },
    bo: { name: '', home: 'B2' },
    cy: { name: 'Cy', home: 'none' },
  },
  things: {},
  game: { start: 'B2' },
  rules: [{ path: 'dynastic/run', values: { start: { text: 'B2', line: 1 } } }],
} as unknown as Around;

test('a place shows its colour, its name, who and what is there, and its closed sides', () => {
  const known = {
    background: '#AABBCC',
    label: 'Kitchen',
    sealed: true,
    owners: ['ana', 'nobody-known'],
    features: ['no-west', 'no-north', 'warm'],
  };
  expect(cellOf('B2', page, known, around)).toEqual([
    'aabbcc',
    'Kitchen',
    [
      ['S', 'it begins here', ''],
      ['H', 'home of', 'Ana, bo'],
      ['J', 'the journey begins', ''],
      ['X', 'sealed', ''],
      ['O', 'owners', 'Ana, Nobody Known'],
    ],
    'nw',
  ]);
});

test('an unknown place shows nothing, and an invalid colour is dropped', () => {
  const known = { background: 'url(x)', label: 'A1', sealed: false, owners: 'none', features: null };
  expect(cellOf('A1', page, known, around)).toEqual(['', '', [], '']);
});

test('the legend names a colour by its table row, or by the rule with its value', () => {
  const cell = (text: string) => ({ text, line: 1 });
  const rules = [
    {
      title: 'The Map',
      values: {},
      tables: {
        colours: {
          header: [],
          rows: [
            [cell('Lit'), cell('#AA6666')],
            [cell('Dark'), cell('none')],
          ],
        },
      },
    },
    { title: 'Chambers', values: { colour: cell('#333333'), cost: cell('7') }, tables: {} },
  ] as unknown as Parameters<typeof legendOf>[0];
  expect(legendOf(rules)).toEqual([
    ['aa6666', 'Lit'],
    ['333333', 'Chambers'],
  ]);
});
