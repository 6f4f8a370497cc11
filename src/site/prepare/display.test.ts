import { expect, test } from 'vitest';
import { withoutDead } from './collect.ts';
import { PLAIN_DISPLAY, readDisplay } from './display.ts';
import { findDisplay } from './find-display.ts';

test('reports mistakes in a site.yml with their line, and uses the plain look', () => {
  for (const [text, said] of [
    ['theme:\n  accent: "#123456"\npages:\n  - { id: map }\n', /^content\/site\.yml:4: pages\.0\.title: /u],
    [
      'pages:\n  - id: a\n    title: A\n    kit: text\n    of: rooms\n',
      /^content\/site\.yml:2: pages\.0\.text: is needed/u,
    ],
    [
      'theme:\n  accent: "#123456"\n  fonts:\n    words: comic\n',
      /^content\/site\.yml:4: theme\.fonts\.words: /u,
    ],
    ['theme:\n  header: { picture: ../x.png, alt: x }\n', /^content\/site\.yml:2: theme\.header\.picture: /u],
    ['pages: []\ntheme: dark\n', /^content\/site\.yml:2: theme: /u],
    ['theme: [\n', /^content\/site\.yml:\d+: /u],
  ] as const) {
    const { display, problems } = readDisplay({ path: 'content/site.yml', text });
    expect(display).toBe(PLAIN_DISPLAY);
    expect(problems[0]).toMatch(said);
  }
});

test('a site.yml with only a language keeps the pack’s look, and any other replaces it', () => {
  const library = new Map([['harbour/site.yml', 'theme:\n  ornament: "⚓"\n']]);
  const game = ['content/game.yml', 'name: A game\npack: harbour\n'] as const;
  const shown = (own?: string): readonly [string, string] => {
    const files = own === undefined ? [game] : [game, ['content/site.yml', own] as const];
    const { display } = readDisplay(findDisplay(new Map(files), library) ?? undefined);
    return [display.theme.ornament, display.language.tag];
  };
  expect(shown()).toEqual(['⚓', 'en']);
  expect(shown('# Ours.\nlanguage: de\n')).toEqual(['⚓', 'de']);
  expect(shown('language: de\npages: []\n')).toEqual(['§', 'de']);
  expect(shown('language: [de]\n')).toEqual(['§', 'en']);
});

test('a page stays in the menu while some rule has what it shows, and pages under it go with it', () => {
  const { display } = readDisplay({
    path: 'content/site.yml',
    text: `pages:
  - { id: map, title: The map, kit: grid, of: rooms, background: b, label: l }
  - { id: guide, title: Guide, kit: text, under: map, text: How to read it. }
  - { id: lore, title: Lore, kit: text, text: As it was. }
  - { id: clans, title: Clans, kit: table, of: players, fields: [clan, honour] }
  - { id: vault, title: Vault, kit: cards, of: game, fields: [vault] }
`,
  });
  const known = (fields: object, views: object, collections: object): readonly string[] =>
    withoutDead(display, { fields, views, collections } as never).pages.map(({ id }) => id);
  const all = ['map', 'guide', 'lore', 'clans', 'vault'];
  expect(known({ player: { clan: {} }, game: { vault: {} } }, {}, { rooms: {} })).toEqual(all);
  expect(known({ player: {}, game: {} }, { honour: {}, vault: {} }, { rooms: {} })).toEqual(all);
  expect(known({ player: { points: {} }, game: {} }, {}, { dice: {} })).toEqual(['lore']);
});
