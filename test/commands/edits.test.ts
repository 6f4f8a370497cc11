// Proposals from edits in content/ and from options, and diffs of them, in games in memory with a folder on the disk.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { FAIR, LIGHTS } from './fixtures/games.ts';
import { placedGames } from './fixtures/placed.ts';
import type { Typed } from '../../src/cli/commands/fixtures/typed.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';

const { place, told } = placedGames();
const golden = (name: string): string => `./__golden__/${name}.txt`;

/** The branch of the latest post, without the hash at its end. */
async function latestBranch({ game }: Typed): Promise<string | undefined> {
  const { events } = await game.forge.observe(null);
  const heads = events.flatMap((one) => (one.type === 'opened' && one.head !== null ? [one.head] : []));
  const head = heads.at(-1);
  expect(head?.branch.endsWith(`-${head.oid.slice(0, 6)}`)).toBe(true);
  return head?.branch.slice(0, -7);
}

test('edits are shown and proposed, and then reverted', async () => {
  const typed = await place({}, { ...LIGHTS, posts: [] });
  const path = (name: string): string => join(typed.folder, 'content', name);
  await typed.type('tick');
  const manners = readFileSync(path('ruleset/dynastic/manners.md'), 'utf8');
  const edit = (): void =>
    writeFileSync(path('ruleset/dynastic/manners.md'), manners.replace('please', 'thanks'));
  const said = [await told(typed, 'diff', 'diff --json', 'propose --as bo', 'propose --as bo --json')];
  edit();
  mkdirSync(path('ruleset/dynastic/manners'), { recursive: true });
  writeFileSync(
    path('ruleset/dynastic/manners/long.md'),
    '---\ntitle: Long\norder: 1\n---\nManners are long.\n',
  );
  writeFileSync(path('theme.css'), 'body { color: red }\n');
  expect(await typed.json('diff')).toMatchObject({
    files: [
      { path: 'content/theme.css', before: null },
      {
        path: 'content/ruleset/dynastic/manners.md',
        before: manners,
        after: manners.replace('please', 'thanks'),
      },
      { path: 'content/ruleset/dynastic/manners/long.md', before: null },
    ],
    values: [],
  });
  said.push(await told(typed, 'diff', 'propose --dry-run', 'propose --as bo', 'diff'));
  expect(readFileSync(path('ruleset/dynastic/manners.md'), 'utf8')).toBe(manners);
  expect(await latestBranch(typed)).toBe('change-theme-manners-long');
  edit();
  const titled = await typed.json(
    'propose "A title that is rather longer than the name of a branch may be" --as bo',
  );
  expect(titled).toMatchObject({
    post: '2',
    by: 'bo',
    head: expect.stringMatching(/^[0-9a-f]{40}$/u) as unknown,
    changes: [{ path: 'content/ruleset/dynastic/manners.md', before: manners }],
    problems: [],
    warnings: [],
    parted: [],
    happened: [],
  });
  expect(await latestBranch(typed)).toBe('a-title-that-is-rather-longer-than-the-n');
  // What is edited and not proposed stays.
  edit();
  said.push(
    await told(typed, 'propose --add-rule Naps --text "Nap at noon." --as dee', 'tick', 'act dark --as bo'),
  );
  expect(readFileSync(path('ruleset/dynastic/manners.md'), 'utf8')).toContain('thanks');
  rmSync(path('ruleset/dynastic/night.md'));
  said.push(await told(typed, 'diff'));
  await expect(said.join('\n')).toMatchFileSnapshot(golden('edits'));
});

test('proposals by options: what each changes, and what it asks back', async () => {
  const typed = await place({}, { ...FAIR, players: LIGHTS.players, posts: [] });
  const said = await told(
    typed,
    'propose --add-rule Naps --text "Nap at noon." --under Fair --as bo',
    'propose --add-rule Naps --text "Nap at noon." --section cellar --dry-run',
    'propose --add-rule "Fair" --text "Nap at noon." --dry-run',
    'propose --rule Fair --with 3 --as bo',
    'propose --rule Fair --replace 2 --as bo',
    'propose --repeal-rule Nothing --as bo',
    'propose --transmute Votes --as bo',
    'propose --set players.bo.luck=9 --set players.ana.luck=8 --as ana --text "For luck."',
    'propose --set players.bo.luck=many --set game.pot=1 --as bo',
    'propose --set players.bo.luck=many --dry-run --json',
    'propose --set players.bo.luck=7 "By hand" --kind proposal --as ana --json',
    'propose --set players.bo.luck=7 --kind plain --as bert',
    'propose --set players.bo.luck=7 --kind plan --dry-run',
    'propose --set players.bo.luck=7 --dry-run --as zed',
    'propose --set players.bo.luck=7 --as zed --new',
    'show 1',
    'show 3',
  );
  await expect(said).toMatchFileSnapshot(golden('proposals'));
  await typed.type('propose --set players.bo.luck=7 "By hand" --as dee');
  const before = await latestBranch(typed);
  await typed.type('propose --set players.bo.luck=7 --title "!!" --as dee');
  expect([before, await latestBranch(typed)]).toEqual(['by-hand', 'change']);
});

test('proposing a change to coded words: whether the code still fits them', async () => {
  // Once nothing is promised, nothing has to be searched, which takes long.
  const passing = shippedLibrary.get('core/fireside/core/passing.md') ?? '';
  const changes = { 'core/passing.md': passing.replace(/\nThis rule promises .*\n/u, '') };
  const posts = [{ by: 'bo', title: 'No promise', changes, votes: { ana: 'FOR' } }];
  const typed = await place({}, { ...FAIR, posts });
  await expect(
    await told(
      typed,
      'propose --rule Fair --replace 2 --with 3 --title Riches --as bo',
      'propose --rule Fair --replace "has Luck" --with "owns Luck" --dry-run',
      'propose --rule Fair --replace "has Luck" --with "owns Luck" --dry-run --on-purpose',
      'propose Ownership --rule Fair --replace "has Luck" --with "owns Luck" --on-purpose --text "For clarity." --as bo',
      'show 3',
    ),
  ).toMatchFileSnapshot(golden('parted'));
  await typed.type('propose --rule Fair --replace "has Luck" --with "owns Luck" --on-purpose --as ana');
  expect(await typed.json('show 4')).toMatchObject({ text: 'On purpose: Fair' });
});
