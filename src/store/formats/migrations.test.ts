import { expect, test } from 'vitest';
import {
  FORMAT,
  FORMAT_FILE,
  migrateFiles,
  formatIn,
  inThisFormat,
  migrations,
  NewerFormatError,
  patched,
  readPatches,
  type Migration,
} from './migrations.ts';
import { readLibrary } from '../library.ts';
import { RULESET } from '../paths.ts';

const known: readonly Migration[] = [
  {
    to: 2,
    what: 'Players have a colour.',
    migrate: (files) =>
      new Map(
        [...files]
          .filter(([path]) => path.startsWith('content/gamestate/players/'))
          .map(([path, text]) => [path, text.replace('---\nname', '---\ncolour: grey\nname')]),
      ),
  },
  {
    to: 3,
    what: 'Colours are called hues.',
    migrate: (files) =>
      new Map(
        [...files]
          .filter(([, text]) => text.includes('colour: '))
          .map(([path, text]) => [path, text.replace('colour: ', 'hue: ')]),
      ),
  },
];

const ANA = 'content/gamestate/players/ana.md';
const game = new Map([
  ['content/game.yml', 'name: Harbour\n'],
  [ANA, '---\nname: Ana\n---\n'],
]);

test('a game goes through each format between its own and the engine’s', () => {
  const migrated = migrateFiles(game, { known, to: 3 });
  expect(migrated).toMatchObject({
    from: 1,
    to: 3,
    what: ['Players have a colour.', 'Colours are called hues.'],
  });
  expect([...(migrated?.changes ?? [])]).toEqual([
    [ANA, '---\nhue: grey\nname: Ana\n---\n'],
    [FORMAT_FILE, '{"format":3}\n'],
  ]);
});

test('one that is there already is left alone, and one from the future is refused', () => {
  expect(migrateFiles(new Map([...game, [FORMAT_FILE, '{"format":3}\n']]), { known, to: 3 })).toBe(null);
  expect(() => migrateFiles(new Map([...game, [FORMAT_FILE, '{"format":4}\n']]), { known, to: 3 })).toThrow(
    NewerFormatError,
  );
});

test('each format from the second on has its migration, and an older game goes through all of them', () => {
  expect(migrations.map(({ to }) => to)).toEqual(Array.from({ length: FORMAT - 1 }, (_, at) => at + 2));
  expect(migrateFiles(game)).toMatchObject({ from: 1, to: FORMAT, what: migrations.map(({ what }) => what) });
});

test('a game in the engine’s format is itself, and an older one is brought to it', () => {
  const today = new Map([...game, [FORMAT_FILE, `{"format":${FORMAT}}\n`]]);
  expect(inThisFormat(today)).toBe(today);
  expect(inThisFormat(game)).toEqual(today);
  expect(() => migrateFiles(game, { known, to: 4 })).toThrow('no migration to format 4');
});

test.each([
  [null, 1],
  ['{"format":3}', 3],
  ['{"format":"3"}', 1],
  ['{}', 1],
  ['{"form', 1],
])('a game whose format file is %j is in format %i', (text, format) => {
  expect(formatIn(text)).toBe(format);
});

const DIFF = `--- a/dynastic/lamps.ts
+++ b/dynastic/lamps.ts
@@ -1,3 +1,3 @@
 one
-let lit = 0;
+const lit = 0;
 two
@@ -9,2 +9,2 @@
 nine
-lit += 1;
+lit();
--- a/dynastic/beds.ts
+++ b/dynastic/beds.ts
@@ -1 +1 @@
-let beds;
+const beds = $&;
`;

test('a diff is applied wherever its lines stand, whole or not at all', () => {
  const patches = readPatches(DIFF);
  expect(patches.map(({ path, hunks }) => [path, hunks.length])).toEqual([
    ['dynastic/lamps.ts', 2],
    ['dynastic/beds.ts', 1],
  ]);
  const moved = 'ours\none\nlet lit = 0;\ntwo\n// more\nnine\nlit += 1;\n';
  expect(patched(moved, patches)).toBe('ours\none\nconst lit = 0;\ntwo\n// more\nnine\nlit();\n');
  expect(patched('let beds;\n', patches)).toBe('const beds = $&;\n');
  for (const other of ['one\nlet lit = 0;\ntwo\n', `${moved}nine\nlit += 1;\n`, 'let beds;'])
    expect(patched(other, patches)).toBe(other);
});

const KEEPS = 'let count = 0;\nexport default () => ({ tick: () => { count += 1; } });\n';
const rules = (files: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map([
    ...Object.entries(files).map(([path, text]) => [`${RULESET}${path}`, text] as const),
    [FORMAT_FILE, '{"format":2}\n'] as const,
  ]);
const text = (title: string, more = ''): string => `---\ntitle: ${title}\n${more}---\nText.\n`;

test('the library’s clauses that kept something are rewritten, wherever a group has moved them', () => {
  const patches = readPatches(readLibrary().get('format-3.diff') ?? '');
  expect(patches.length).toBeGreaterThan(5);
  const sides = (side: 'before' | 'after'): readonly (readonly [string, string])[] =>
    patches.map(({ hunks }, at) => [
      `dynastic/ours/${at}.ts`,
      hunks.map((hunk) => hunk[side]).join('// Ours.\n'),
    ]);
  const migrated = migrateFiles(rules(Object.fromEntries(sides('before'))));
  for (const [path, after] of sides('after')) {
    expect(migrated?.changes.get(`${RULESET}${path}`)).toBe(after);
    expect(migrated?.what).toContain(`rewritten: ${RULESET}${path}`);
  }
});

test('any other dynastic clause that keeps something is switched off once, and a core rule stays', () => {
  const migrated = migrateFiles(
    rules({
      'dynastic/lamps.md': text('Lamps'),
      'dynastic/lamps.ts': KEEPS,
      'dynastic/beds.md': text('Beds'),
      'dynastic/beds.ts': "import { count } from '../dynastic/helpers/counting.ts';\n",
      'dynastic/helpers/counting.ts': KEEPS,
      'dynastic/doors.md': text('Doors', 'clause: off\n'),
      'dynastic/doors.ts': KEEPS,
      'dynastic/tame.md': text('Tame'),
      'dynastic/tame.ts': 'export default () => ({});\n',
      'core/votes.md': text('Votes'),
      'core/votes.ts': KEEPS,
    }),
  );
  const changed = new Map([...(migrated?.changes ?? [])].filter(([path]) => path !== FORMAT_FILE));
  expect([...changed.keys()]).toEqual([`${RULESET}dynastic/beds.md`, `${RULESET}dynastic/lamps.md`]);
  for (const one of changed.values()) expect(one).toContain('clause: off');
  const [, second = ''] = migrations.map(({ what }) => what);
  expect(migrated?.what).toEqual([
    second,
    `switched off: ${RULESET}dynastic/beds.md`,
    `switched off: ${RULESET}dynastic/lamps.md`,
    migrations[2]?.what,
  ]);
});
