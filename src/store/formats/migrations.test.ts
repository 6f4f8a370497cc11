import { expect, test } from 'vitest';
import { openMemoryForge } from '../../forge/embedded/local-forge.ts';
import { readBranch } from '../../repository/refs.ts';
import { readCommit } from '../../repository/commit.ts';
import { writeCommit } from '../../repository/write-commit.ts';
import { readContent } from '../../tick/observe.ts';
import {
  FORMAT,
  FORMAT_FILE,
  migrateFiles,
  migrations,
  NewerFormatError,
  type Migration,
} from './migrations.ts';
import { migrateMain } from '../../tick/migrate-main.ts';

const AT = '2030-06-03T09:00:00Z';

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

test('on a forge it is one commit on main, once, and says what it did', async () => {
  const { forge } = await openMemoryForge({ clock: () => AT });
  const author = { name: 'Gitnomic', email: '', at: AT };
  const first = await writeCommit(forge.repository, {
    parents: [],
    changes: game,
    author,
    message: 'Begin\n',
  });
  await forge.advance('main', null, first);
  expect(await migrateMain(forge, AT, { known: [], to: 1 })).toBe(null);
  expect(await migrateMain(forge, AT, { known, to: 3 })).toMatchObject({ from: 1, to: 3 });
  const main = (await readBranch(forge.repository, 'main')) ?? '';
  expect((await readContent(forge, main)).get(ANA)).toContain('hue: grey');
  const { message, parents } = await readCommit(forge.repository, main);
  expect([parents, message]).toEqual([
    [first],
    'Bring the game to format 3\n\n- Players have a colour.\n- Colours are called hues.\n',
  ]);
  expect(await migrateMain(forge, AT, { known, to: 3 })).toBe(null);
});

test('each format from the second on has its migration, and an older game goes through all of them', () => {
  expect(migrations.map(({ to }) => to)).toEqual(Array.from({ length: FORMAT - 1 }, (_, at) => at + 2));
  expect(migrateFiles(game)).toMatchObject({ from: 1, to: FORMAT, what: migrations.map(({ what }) => what) });
});
