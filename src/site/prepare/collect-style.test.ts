import { expect, test } from 'vitest';

import { column, collection, siteOf, thing } from '../data/fixtures/site-of.ts';
import { collectStyle, deadPlaces, readOwnPages } from './collect-style.ts';
import { RenderedCache } from './rendered-cache.ts';

const file = (path: string, text: string) => ({ path, text });
const page = (name: string, text: string) => file(`content/pages/${name}.md`, text);

test('a page of the group has the title it gives, or that of its file name', () => {
  const { pages, problems } = readOwnPages(
    [
      page('old-lore', 'Once.\n'),
      page('b', '---\ntitle: Bells\nintro: They ring.\nunder: old-lore\n---\nDing.\n'),
    ],
    new Set(),
  );
  expect(problems).toEqual([]);
  expect(pages.map(({ id, title, kit, intro, under, text }) => [id, title, kit, intro, under, text])).toEqual(
    [
      ['old-lore', 'Old lore', 'text', null, null, 'Once.\n'],
      ['b', 'Bells', 'text', 'They ring.', 'old-lore', 'Ding.\n'],
    ],
  );
});

test.each<[string, string, RegExp]>([
  [
    'Lore',
    'x',
    /^content\/pages\/Lore\.md: its name must consist of lower-case letters, digits and hyphens$/u,
  ],
  ['map', 'x', /^content\/pages\/map\.md: there is a page map already$/u],
  ['lore', '---\ntitle: Lore\ncolour: red\n---\nx', /^content\/pages\/lore\.md:1: .*colour/u],
  ['lore', '---\nintro: A\nunder: 3\n---\nx', /^content\/pages\/lore\.md:3: under: /u],
  ['lore', '---\ntitle: [\n---\nx', /^content\/pages\/lore\.md/u],
])('rejects a page %s that says %j', (name, text, problem) => {
  const { pages, problems } = readOwnPages([page(name, text)], new Set(['map']));
  expect(pages).toEqual([]);
  expect(problems).toEqual([expect.stringMatching(problem)]);
});

const HALL = collection(
  'rooms',
  [column('title', { kind: 'text' } as never)],
  [thing('hall', { title: 'Hall' })],
);

test('reports live places that refer to nothing, with file and line', () => {
  const site = siteOf({ collections: [HALL] });
  const texts = [page('lore', 'One.\n\nHere is {{rooms.cellar.title}} beside {{rooms.hall.title}}.')];
  const { pages } = readOwnPages(texts, new Set());
  expect(deadPlaces(site, pages, texts)).toEqual([
    'content/pages/lore.md:3: nothing is called rooms.cellar.title',
  ]);
  // A page of the settings has no file of its own.
  expect(deadPlaces(site, pages, [])).toEqual(['the page lore: nothing is called rooms.cellar.title']);
});

const SETTINGS = 'pages:\n  - { id: about, title: About, kit: text, text: "*{{rooms.cellar.title}}*" }\n';
const NOTHING = { css: undefined, pages: [], languages: [] };

test('shows page texts as HTML, and lists everything that is wrong', () => {
  const ownStyle = {
    css: file('content/site.css', 'p { color: red; }'),
    pages: [page('lore', 'Once, *long ago*.'), page('No', '')],
    languages: [],
  };
  const shown = collectStyle(
    file('content/site.yml', SETTINGS),
    { ownStyle, over: null },
    new RenderedCache(),
  );
  expect(shown.display.pages.map(({ id, text }) => [id, text])).toEqual([
    ['about', expect.stringContaining('<em>')],
    ['lore', '<p>Once, <em>long ago</em>.</p>'],
  ]);
  const over = { ...shown.display.language, tag: 'de' };
  expect(collectStyle(undefined, { ownStyle, over }, new RenderedCache()).display.language).toBe(over);
  expect(shown.display.css).toContain('color');
  expect(shown.problems).toEqual([expect.stringMatching(/^content\/pages\/No\.md: its name/u)]);
  const odd = { ...NOTHING, css: file('content/site.css', '@import "x.css";') };
  expect(collectStyle(undefined, { ownStyle: odd, over: null }, new RenderedCache()).problems).toEqual([
    expect.stringMatching(/^content\/site\.css/u),
  ]);
});

test('reports dead references only in the game’s own settings', () => {
  const site = siteOf({ collections: [HALL] });
  const deadIn = (path: string) =>
    collectStyle(file(path, SETTINGS), { ownStyle: NOTHING, over: null }, new RenderedCache()).dead(site);
  expect(deadIn('content/site.yml')).toEqual(['the page about: nothing is called rooms.cellar.title']);
  expect(deadIn('content/library/harbour/site.yml')).toEqual([]);
});
