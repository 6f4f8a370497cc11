// The settings in a group's site.yml, and the look of a game without them.
import { expect, test } from 'vitest';

import { displaySchema } from './display-schema.ts';

const MAP = { id: 'map', title: 'Map', kit: 'grid', of: 'rooms' };
const pageOf = (more: object): unknown => displaySchema.parse({ pages: [{ ...MAP, ...more }] }).pages[0];
const problemsWith = (site: object): readonly string[] =>
  (displaySchema.safeParse(site).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')} ${message}`,
  );

test('without settings, a game has default colours, an ornament and no pages', () => {
  const { theme, pages, css, language } = displaySchema.parse({});
  expect({ theme, pages, css, tag: language.tag }).toEqual({
    theme: {
      accent: '#7a4a12',
      accentDark: '#e0a458',
      ornament: '§',
      paper: null,
      paperDark: null,
      fonts: { words: null, about: null },
      header: null,
    },
    pages: [],
    css: '',
    tag: 'en',
  });
});

test('a theme has what the group sets', () => {
  const theme = {
    accent: '#8a1c2b',
    'accent-dark': '#FFAA00',
    ornament: '⚓',
    paper: '#fefefe',
    'paper-dark': '#010101',
    fonts: { words: 'slab' },
    header: { picture: 'site.jpeg', alt: 'The harbour' },
  };
  const { 'accent-dark': accentDark, 'paper-dark': paperDark, ...others } = theme;
  const shown = displaySchema.parse({ theme, language: 'eo' });
  expect(shown.theme).toEqual({ ...others, accentDark, paperDark, fonts: { words: 'slab', about: null } });
  expect(shown.language.tag).toBe('eo');
});

test('a page of things has its settings, and empty defaults otherwise', () => {
  const none = {
    intro: null,
    text: null,
    fields: [],
    background: null,
    label: null,
    open: null,
    image: null,
    maker: null,
    heading: [],
    group: null,
    marks: [],
    closed: null,
    route: null,
    rounds: null,
    under: null,
  };
  expect(pageOf({})).toEqual({ ...MAP, ...none });
  expect(pageOf({ text: 'Not shown.' })).toEqual({ ...MAP, ...none });
  const mark = { sign: '·', field: null, of: null, at: null, rule: null, value: null };
  const fields = ['last-lit', 'owner'];
  expect(pageOf({ fields })).toEqual({
    ...MAP,
    ...none,
    fields,
    marks: [
      { ...mark, title: 'last lit', field: 'last-lit' },
      { ...mark, title: 'owner', field: 'owner' },
    ],
  });
  expect(pageOf({ fields, marks: [{ sign: '☼', title: 'Sun', at: 'noon' }] })).toEqual({
    ...MAP,
    ...none,
    fields,
    marks: [{ ...mark, sign: '☼', title: 'Sun', at: 'noon' }],
  });
  const closed = { field: 'walls', north: 'n', east: 'e', south: 's', west: 'w' };
  expect(pageOf({ closed, route: { field: 'way', of: 'rooms' }, rounds: { in: 'bouts' } })).toEqual({
    ...MAP,
    ...none,
    closed,
    route: { field: 'way', of: 'rooms', counts: null },
    rounds: { sides: [], did: [], scores: null, told: null, counts: '', each: [], side: [], in: 'bouts' },
  });
});

test('a text page has its text and no collection', () => {
  const { pages } = displaySchema.parse({ pages: [{ id: 'a', title: 'A', kit: 'text', text: 'Hello.' }] });
  expect(pages[0]).toMatchObject({ kit: 'text', of: '', text: 'Hello.', marks: [] });
});

test.each([
  [{ kit: 'table', of: undefined }, ['pages.0.of is needed: what the page shows']],
  [{ kit: 'text' }, ['pages.0.text is needed: the words of the page']],
  [{ rounds: {} }, ['pages.0.rounds.sides is needed: the fields that name the two sides']],
  [{ rounds: { sides: ['a'], told: '{side} wins' } }, ['pages.0.rounds.told must have {side} and {number}']],
  [
    { rounds: { sides: ['a'], told: '{number} hits' } },
    ['pages.0.rounds.told must have {side} and {number}'],
  ],
])('rejects a page with %j: %j', (more, said) => {
  expect(problemsWith({ pages: [{ ...MAP, ...more }] })).toEqual(said);
});

test.each([
  { rounds: { sides: ['a', 'b', 'c'] } },
  { rounds: { sides: ['a'], did: ['b'] } },
  { rounds: { sides: ['a'], scores: ['b', 'c', 'd'] } },
  { id: 'Map' },
  { id: 'the map' },
  { kit: 'globe' },
  { text: 'x'.repeat(50_001) },
  { marks: [{ sign: '12345', title: 'x' }] },
  { colour: 'red' },
])('rejects a page with %j', (more) => {
  expect(problemsWith({ pages: [{ ...MAP, ...more }] })).toHaveLength(1);
});

test.each([
  ...['red', '#12345', '#1234567', '#12345g', 'x#123456'].map((accent) => ({ accent })),
  { 'accent-dark': 'red' },
  { paper: 'red' },
  { 'paper-dark': 'red' },
])('rejects a theme with %j as a bad colour', (theme) => {
  expect(problemsWith({ theme })).toEqual([
    `theme.${Object.keys(theme)[0]} must be a colour such as #8a1c2b`,
  ]);
});

test.each([
  { ornament: '12345' },
  { fonts: { words: 'wingdings' } },
  { header: { picture: 'site.jpg', alt: '' } },
  ...['site.gif', 'my-site.png', 'site.png.exe', 'sitejpg'].map((picture) => ({
    header: { picture, alt: 'x' },
  })),
])('rejects a theme with %j', (theme) => {
  expect(problemsWith({ theme })).toHaveLength(1);
});
