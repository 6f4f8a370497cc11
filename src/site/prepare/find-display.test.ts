import { expect, test } from 'vitest';

import { findDisplay, ownStyleIn } from './find-display.ts';

const GAME = 'content/game.yml';
const SITE = 'content/site.yml';
const file = (path: string, text: string) => ({ path, text });
const OF_PACK = file('content/library/harbour/site.yml', 'pages: []\n');
const OF_CORE = file('content/library/core/club/site.yml', 'pages: [core]\n');

test.each<[string, Record<string, string>, Record<string, string>, unknown]>([
  ['nothing has settings', { [GAME]: 'core: club\npack: harbour\n' }, {}, null],
  ['there is no game', {}, { 'harbour/site.yml': 'x: 1' }, null],
  [
    'the game has its own',
    { [GAME]: 'pack: harbour\n', [SITE]: 'pages: []\nlanguage: de\n' },
    { 'harbour/site.yml': 'theme: {}' },
    file(SITE, 'pages: []\nlanguage: de\n'),
  ],
  [
    'its pack has some in the library',
    { [GAME]: 'core: club\npack: harbour\n' },
    { 'harbour/site.yml': OF_PACK.text },
    { ...OF_PACK, core: null },
  ],
  [
    'its core has some too',
    { [GAME]: 'core: club\npack: harbour\n' },
    { 'harbour/site.yml': OF_PACK.text, 'core/club/site.yml': OF_CORE.text },
    { ...OF_PACK, core: OF_CORE },
  ],
  ['only its core has some', { [GAME]: 'core: club\n' }, { 'core/club/site.yml': OF_CORE.text }, OF_CORE],
  [
    'the game’s own library counts before the engine’s',
    { [GAME]: 'pack: harbour\n', [OF_PACK.path]: 'own: 1\n' },
    { 'harbour/site.yml': OF_PACK.text },
    { ...file(OF_PACK.path, 'own: 1\n'), core: null },
  ],
  [
    'the game names only a language',
    { [GAME]: 'pack: harbour\n', [SITE]: '# ours\nlanguage: de\n' },
    { 'harbour/site.yml': 'pages: []\n\n' },
    file(OF_PACK.path, 'pages: []\n# ours\nlanguage: de\n'),
  ],
  [
    'the game names only a language, and there is no pack',
    { [GAME]: 'core: club\n', [SITE]: 'language: de\n' },
    {},
    file(SITE, 'language: de\n'),
  ],
  [
    'the pack names a language too',
    { [GAME]: 'pack: harbour\n', [SITE]: 'language: de\n' },
    { 'harbour/site.yml': 'pages: []\nlanguage: fr\n' },
    file(SITE, 'language: de\n'),
  ],
])('finds the display settings if %s', (_, files, library, found) => {
  expect(findDisplay(new Map(Object.entries(files)), new Map(Object.entries(library)))).toEqual(found);
});

test('finds a group’s own style, pages and languages in its folders, in order', () => {
  const [css, b, a, de, other] = [
    file('content/site.css', 'p {}'),
    file('content/pages/b.md', 'B'),
    file('content/pages/a.md', 'A'),
    file('content/languages/de.yml', 'Yes: Ja'),
    file('content/pages/notes.txt', 'No page.'),
  ];
  const files = new Map([b, css, a, other, de].map(({ path, text }) => [path, text]));
  expect(ownStyleIn(files)).toEqual({ css, pages: [a, b], languages: [de] });
  expect(ownStyleIn(new Map())).toEqual({ css: undefined, pages: [], languages: [] });
});
