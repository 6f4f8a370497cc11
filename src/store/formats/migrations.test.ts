import { expect, test } from 'vitest';

import {
  FORMAT,
  FORMAT_FILE,
  FormatError,
  formatIn,
  inThisFormat,
  migrateFiles,
  migrations,
  type Migration,
} from './migrations.ts';

const RULE = 'content/ruleset/dynastic/hues.md';
const known: readonly Migration[] = [
  {
    to: FORMAT + 1,
    what: 'Players have a colour.',
    migrate: (files) =>
      new Map(
        [...files]
          .filter(([path]) => path.startsWith('content/gamestate/players/'))
          .map(([path, text]) => [path, text.replace('---\nname', '---\ncolour: grey\nname')]),
      ),
  },
  {
    to: FORMAT + 2,
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
const stating = (format: unknown): ReadonlyMap<string, string> =>
  new Map([...game, [FORMAT_FILE, JSON.stringify({ format })]]);

test('migrates a game through each format between its own and the engine’s', () => {
  const migrated = migrateFiles(game, { known, to: FORMAT + 2 });
  expect(migrated).toMatchObject({
    from: FORMAT,
    to: FORMAT + 2,
    what: ['Players have a colour.', 'Colours are called hues.'],
  });
  expect([...(migrated?.changes ?? [])]).toEqual([
    [ANA, '---\nhue: grey\nname: Ana\n---\n'],
    [FORMAT_FILE, `{"format":${FORMAT + 2}}\n`],
  ]);
});

test('lists the rules that are rewritten and those that are switched off', () => {
  const rules = new Map([
    [RULE, '---\ntitle: Hues\n---\nBlue.\n'],
    ['content/ruleset/dynastic/lamps.md', '---\ntitle: Lamps\n---\nDim.\n'],
  ]);
  const change = (files: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
    new Map(
      [...files].map(([path, text]) => [
        path,
        path === RULE ? text.replace('Blue', 'Red') : text.replace('Lamps\n', 'Lamps\nclause: off\n'),
      ]),
    );
  const migrated = migrateFiles(rules, {
    known: [{ to: FORMAT + 1, what: 'Rules change.', migrate: change }],
    to: FORMAT + 1,
  });
  expect(migrated?.what).toEqual([
    'Rules change.',
    `rewritten: ${RULE}`,
    'switched off: content/ruleset/dynastic/lamps.md',
  ]);
});

test('leaves a game in the current format alone, and rejects an older or newer unknown one', () => {
  expect(migrateFiles(stating(FORMAT))).toBe(null);
  expect(inThisFormat(game)).toBe(game);
  for (const [format, what] of [
    [FORMAT + 1, `knows formats up to ${FORMAT}`],
    [FORMAT - 1, `knows no format before ${FORMAT}`],
  ] as const) {
    expect(() => migrateFiles(stating(format))).toThrow(FormatError);
    expect(() => inThisFormat(stating(format))).toThrow(what);
  }
});

test('every format since the first published one has a migration', () => {
  const first = formatIn(null);
  expect(migrations.map(({ to }) => to)).toEqual(
    Array.from({ length: FORMAT - first }, (_, at) => first + 1 + at),
  );
});

test.each([
  [null, FORMAT],
  ['{"format":3}', 3],
  ['{"format":"3"}', FORMAT],
  ['{}', FORMAT],
  ['{"form', FORMAT],
])('a game with the format file %j is in format %i', (text, format) => {
  expect(formatIn(text)).toBe(format);
});
