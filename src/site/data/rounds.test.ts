import { expect, test } from 'vitest';
import { readDisplay } from '../prepare/display.ts';
import { piecesIn } from './gallery.ts';
import { showSite } from './read-site.ts';
import { fightOf, saidOfSides } from './rounds.ts';
import type { CollectionData, SiteData, ThingData } from './site-data.ts';

const DISPLAY = `pages:
  - { id: maps, title: Maps, kit: table, of: frays }
  - { id: found, title: Found, kit: timeline, of: frays, rounds: { in: bouts } }
  - { id: bouts, title: Bouts, kit: timeline, of: bouts, rounds: { sides: [fighters], told: '{side} takes {number} (hard) hits', counts: Hits } }
  - { id: frays, title: Frays, kit: battle, of: frays, rounds: { sides: [first, second], did: [own, other], scores: [mine, theirs], each: [wins], side: [lot] } }
  - { id: feuds, title: Feuds, kit: timeline, of: feuds, rounds: { in: frays } }
  - { id: works, title: Works, kit: gallery, of: works, image: picture }
`;
const thing = (id: string, values: ThingData['values']): ThingData => ({
  id,
  label: id,
  values,
  views: {},
  lines: [],
  earlier: [],
});
const collection = (
  id: string,
  things: readonly ThingData[],
  columns: CollectionData['columns'] = [],
): CollectionData => ({
  id,
  title: id,
  rule: '',
  views: [],
  columns,
  things,
});
const entry = {
  id: 'entry',
  title: 'Entry',
  number: false,
  private: false,
  rule: '',
  type: { kind: 'post' },
} as const;
const bout = thing('b1', { fighters: ['ana', 'bo'], entry: 'bout-3' });
const fray = thing('f1', {
  first: 'ana',
  second: 'red-army',
  own: ['ox: 3 (+3 Giant)', 'empty: 0'],
  other: ['hare: 2', 'wolf: 1 (+1 Fanged)'],
  mine: [3, 0],
  theirs: [2, 1],
  wins: [2, 1],
  lot: 2,
});
const comment = (by: string, html: string) => ({ id: by, by, at: '', html, edited: false, deleted: false });
const comments = [
  comment(
    'engine',
    '<ol>\n<li>Ana grab, Bo &#x26; Co kick: nothing happens.</li>\n<li>Ana kick, Bo &#x26; Co kick (skill: 4, 2): Bo &#x26; Co takes 2 (hard) hits.</li>\n</ol>',
  ),
  comment('bo', '<ol><li>Ana kick, Bo &#x26; Co kick: Ana takes 90 (hard) hits.</li></ol>'),
  comment(
    'engine',
    '<ol start="3"><li>Ana dodge, Bo &#x26; Co red bow: Ana takes 1 (hard) hits; Ana takes 3 (hard) hits.</li><li>Not a round.</li></ol>',
  ),
];
const site = {
  display: readDisplay({ path: 'site.yml', text: DISPLAY }).display,
  people: [
    { id: 'ana', name: 'Ana' },
    { id: 'bo', name: 'Bo & Co' },
  ],
  posts: [
    { id: 'bout-3', html: '<p>Ana grab, Bo kick: x</p>', comments },
    { id: 'past', place: 'dynasties/1/', html: '', comments },
  ],
  ledger: [],
  collections: [
    collection('bouts', [bout], [entry]),
    collection('frays', [fray]),
    collection('feuds', [thing('f1', {}), thing('f2', {})]),
    collection('works', [thing('w1', { picture: 'a.webp' }), thing('w2', { picture: 'b.webp' })]),
  ],
} as unknown as SiteData;
const fought = (id: string, at = 0) => {
  showSite(site);
  const own = site.collections.find((one) => one.id === id)!;
  return fightOf(
    site.display.pages.find((one) => one.id === id),
    own,
    own.things[at]!,
  );
};

test('reads a fight from the numbered lines of the engine’s reports, not from anyone else’s', () => {
  expect(fought('bouts')).toEqual({
    sides: ['Ana', 'Bo & Co'],
    counts: 'Hits',
    addsUp: true,
    rounds: [
      { did: ['grab', 'kick'], scores: [0, 0], came: 'nothing happens.' },
      {
        did: ['kick', 'kick'],
        scores: [0, 2],
        came: 'skill: 4, 2: Bo & Co takes 2 (hard) hits.',
      },
      {
        did: ['dodge', 'red bow'],
        scores: [4, 0],
        came: 'Ana takes 1 (hard) hits; Ana takes 3 (hard) hits.',
      },
    ],
  });
});

test('lists of equal length become rounds, without repeating a score shown beside the move', () => {
  expect(fought('frays')).toEqual({
    sides: ['Ana', 'Red army'],
    counts: 'Score',
    addsUp: false,
    rounds: [
      { did: ['ox (+3 Giant)', 'hare'], scores: [3, 2], came: '' },
      { did: ['empty', 'wolf (+1 Fanged)'], scores: [0, 1], came: '' },
    ],
  });
});

test('finds a fight of the same name in another collection, and nothing for an unknown one', () => {
  expect(fought('feuds')).toEqual(fought('frays'));
  expect(fought('feuds', 1)).toBeNull();
});

test('describes a value for each side by name, and a side’s number by the side that it names', () => {
  showSite(site);
  const page = site.display.pages.find(({ id }) => id === 'frays');
  expect(saidOfSides(page, fray, 'wins')).toBe('Ana 2, Red army 1');
  expect(saidOfSides(page, fray, 'lot')).toBe('2, for Red army');
  expect(saidOfSides(page, fray, 'mine')).toBeNull();
  expect(saidOfSides(page, thing('f2', { wins: [1, 0], lot: 1 }), 'wins')).toBeNull();
  const having = (values: object) => thing('f3', { ...fray.values, ...values });
  expect(saidOfSides(page, having({ lot: 1 }), 'lot')).toBe('1, for Ana');
  expect(saidOfSides(page, having({ wins: ['', null] }), 'wins')).toBe('Ana , Red army ');
  for (const wins of [[2, 1, 0], [2], 2]) expect(saidOfSides(page, having({ wins }), 'wins')).toBeNull();
  for (const lot of [3, [1, 2], 'x']) expect(saidOfSides(page, having({ lot }), 'lot')).toBeNull();
  expect(saidOfSides(undefined, fray, 'wins')).toBeNull();
});

test('finds each piece once that a thing names in its lists and their records', () => {
  const show = thing('s1', { art: ['w2', 'w9'], sold: [{ art: 'w1', buyer: 'bo' }, { art: 'w2' }] });
  expect(piecesIn(site, show).map(({ piece, image }) => [piece.id, image])).toEqual([
    ['w2', 'b.webp'],
    ['w1', 'a.webp'],
  ]);
});

test.each([
  ['rounds: {}', /rounds\.sides: is needed/u],
  ["rounds: { sides: [a], told: 'takes {number}' }", /rounds\.told: must have \{side\}/u],
])('rejects %s with its line', (rounds, said) => {
  const text = `pages:\n  - id: a\n    title: A\n    kit: timeline\n    of: b\n    ${rounds}\n`;
  expect(readDisplay({ path: 'content/site.yml', text }).problems[0]).toMatch(said);
});

test.each([
  ['nobody is named', { fighters: [], entry: 'bout-3' }],
  ['one side is named', { fighters: ['ana'], entry: 'bout-3' }],
  ['three sides are named', { fighters: ['ana', 'bo', 'cy'], entry: 'bout-3' }],
  ['nothing is reported', { fighters: ['ana', 'bo'] }],
  ['the report is of a past dynasty', { fighters: ['ana', 'bo'], entry: 'past' }],
  ['the report is private', { fighters: ['ana', 'bo'], secret: 'bout-3' }],
])('there is no fight if %s', (_, values) => {
  showSite(site);
  const page = site.display.pages.find(({ id }) => id === 'bouts');
  const secret = { ...entry, id: 'secret', private: true };
  expect(fightOf(page, collection('bouts', [], [entry, secret]), thing('b2', values))).toBeNull();
  expect(fightOf(undefined, collection('bouts', []), bout)).toBeNull();
});

test('without words for scores, a report has none, and its character references are decoded', () => {
  const li = '<li>Ana &lt;3, Bo &amp; Co <b>&quot;&#x41;&quot;</b> &nbsp;&gt;: they &#x2014; dance.</li>';
  const posts = [{ id: 'p', html: `<ol>${li}</ol>`, comments: [] }, ...site.posts];
  const shown = { ...site, posts, ledger: [{ n: 4, posts: ['p'] }] } as unknown as SiteData;
  showSite(shown);
  const page = site.display.pages.find(({ id }) => id === 'bouts')!;
  const one = { ...thing('b3', { fighters: ['ana', 'bo'] }), lines: [4, 5] };
  const untold = { ...page, rounds: { ...page.rounds!, told: null, counts: '' } };
  expect(fightOf(untold, collection('bouts', []), one)).toEqual({
    sides: ['Ana', 'Bo & Co'],
    counts: 'Score',
    addsUp: true,
    rounds: [{ did: ['<3', '"A" &nbsp;>'], scores: [0, 0], came: 'they — dance.' }],
  });
  const optional = { ...entry, type: { kind: 'optional', of: entry.type, none: null } } as const;
  expect(fightOf(page, collection('bouts', [], [optional]), bout)?.rounds).toHaveLength(3);
});
