// Files of a game as they lie in a folder, committed or not.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { createRepository } from '../repository/repository.ts';
import { memoryDisk } from '../repository/memory-disk.ts';
import { writeCommit } from '../repository/write-commit.ts';
import { addCheckpoint, lastCheckpoint, sayCheckpoint, type Checkpoint } from './checkpoints.ts';
import { chooseLanguage, filesOnDisk, isEditable, readContentIn, textInFolder } from './content-folder.ts';
import { forgeIn, givesWay, kindOfForge, otherGames, readFolder, readLibraryIn } from './library.ts';
import { completed, languageFileOf, languageMeant, siteIn } from './read-language.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gitnomic-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

test('reads text with the engine’s line endings, and nothing if the file doesn’t exist', () => {
  write({ 'a.md': 'one\r\ntwo\rthree\n' });
  expect([textInFolder(folder, 'a.md'), textInFolder(folder, 'b.md')]).toEqual(['one\ntwo\nthree\n', null]);
});

test('the group’s own look consists of its settings, style, pages and languages', () => {
  expect(readContentIn(folder)).toEqual(new Map());
  write({
    'content/site.yml': 'language: de\n',
    'content/site.css': 'a {}\n',
    'content/pages/hall.md': 'Hall.\n',
    'content/pages/hall.txt': 'x',
    'content/languages/de.yml': '"Posts": Beiträge\n',
    'content/game.yml': 'name: X\n',
  });
  expect([...readContentIn(folder).keys()].toSorted()).toEqual([
    'content/languages/de.yml',
    'content/pages/hall.md',
    'content/site.css',
    'content/site.yml',
  ]);
});

test('the content is everything that people edit, without the library', () => {
  expect(filesOnDisk(folder)).toEqual(new Map());
  write({
    'content/game.yml': 'name: X\r\n',
    'content/ruleset/core/votes.md': 'Votes.\n',
    'content/library/core/x.md': 'x',
    'content/pictures/a.webp': 'x',
    'other/a.md': 'x',
  });
  expect(Object.fromEntries(filesOnDisk(folder))).toEqual({
    'content/game.yml': 'name: X\n',
    'content/ruleset/core/votes.md': 'Votes.\n',
  });
  expect(['a.ts', 'b.jsonl', 'c.css', 'd.png', 'md'].map(isEditable)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('a language is chosen by its tag or by a translation file', async () => {
  write({ 'ours/de.yml': '"Posts": Beiträge\n', 'ours/fr.yml': '"Posts": 3\n', 'ours/klingon_x.yml': '' });
  expect(await chooseLanguage('de', folder)).toMatchObject({
    tag: 'de',
    texts: expect.stringContaining('"'),
  });
  const english = await chooseLanguage('en', folder);
  expect('texts' in english && english.texts.includes('":')).toBe(false);
  expect(await chooseLanguage('ours/de.yml', folder)).toEqual({ tag: 'de', texts: '"Posts": Beiträge\n' });
  expect(await chooseLanguage('ours/fr.yml', folder)).toMatchObject({
    problems: [expect.stringContaining('“Posts”')],
  });
  for (const [given, meant] of [
    ['German', '; did you mean de?'],
    ['ours/none.yml', '.'],
    ['ours/klingon_x.yml', '.'],
  ] as const)
    expect(await chooseLanguage(given, folder)).toEqual({
      problems: [
        `${given} is neither the tag of a language, such as de or pt-BR, nor a file such as de.yml${meant}`,
      ],
    });
});

test.each([
  ['DE', 'de'],
  ['de_AT', 'de-AT'],
  ['German', 'de'],
  [' deutsch ', 'de'],
  ['français', 'fr'],
  ['gibberish', undefined],
  ['', undefined],
])('reads “%s” as the language %s', (given, tag) => {
  expect(languageMeant(given)).toBe(tag);
});

test('completes a translation file with what it lacks, and names the language in site.yml once', () => {
  expect(completed(null, [])).toMatch(/^# The texts of the pages.*\n$/u);
  expect(completed('"A": B', ['New "one"'])).toBe('"A": B\n"New \\"one\\"":\n');
  expect(siteIn('theme: {}\nlanguage: fr\nmap: 1\n', 'de')).toBe('language: de\ntheme: {}\nmap: 1\n');
  expect(languageFileOf(new Map([['content/site.yml', 'language: de\n']]))).toBe('content/languages/de.yml');
  expect(languageFileOf(new Map())).toBeNull();
});

test('a library is a folder’s texts, plus the engine’s own unless it has core rules', () => {
  write({
    'packs/moon/pack.yml': 'name: moon\n',
    'packs/moon/a.png': 'x',
    'whole/core/x/pack.yml': 'name: x\n',
  });
  expect([...readFolder(join(folder, 'packs')).keys()]).toEqual(['moon/pack.yml']);
  const whole = readLibraryIn(join(folder, 'whole'));
  expect([...whole.keys()]).toEqual(['core/x/pack.yml']);
  const added = readLibraryIn(join(folder, 'packs'));
  expect(added.has('moon/pack.yml')).toBe(true);
  expect([...added.keys()].some((path) => path.startsWith('core/'))).toBe(true);
});

test('a game is played where its file says or else locally, and only a local one can be replaced', () => {
  expect(kindOfForge('name: X\n')).toBe(kindOfForge('forge:\n  kind: 3\n'));
  expect(kindOfForge('forge:\n  kind: elsewhere\n')).toBe('elsewhere');
  expect([givesWay('name: X\n'), givesWay('forge:\n  kind: elsewhere\n')]).toEqual([true, false]);
  expect([forgeIn('forge: 3\n'), forgeIn('forge:\n  a: 1\n'), forgeIn('')]).toEqual([{}, { a: 1 }, {}]);
});

test('finds the other games whose files are touched', async () => {
  const repository = await createRepository(memoryDisk(), 'repository.git');
  const main = await writeCommit(repository, {
    parents: [],
    changes: new Map([
      ['content/game.yml', 'forge:\n  kind: elsewhere\n'],
      ['games/harbour/content/game.yml', 'forge:\n  kind: elsewhere\n'],
      ['games/sample/content/game.yml', 'name: Sample\n'],
    ]),
    author: { name: 'a', email: '', at: '2024-03-01T09:00:00Z' },
    message: 'Begin\n',
  });
  const touched = (...paths: readonly string[]) => otherGames(repository, main, paths);
  expect(
    await touched(
      'games/harbour/content/ruleset/core/votes.md',
      'games/harbour/content/ruleset/core/other.md',
      'games/sample/content/ruleset/core/votes.md',
      'games/none/content/ruleset/core/votes.md',
      'content/ruleset/core/votes.md',
      'docs/content.md',
      'games/sample/content/library/votes.md',
      'games/harbour/ruleset/votes.md',
    ),
  ).toEqual(['games/harbour']);
  expect(await touched()).toEqual([]);
});

test('a replay starts after the last moment when a person changed the files', () => {
  const one: Checkpoint = { kind: 'format', at: '2024-03-01T09:00:00Z', to: 3 };
  const two: Checkpoint = { kind: 'new-seed', at: '2024-03-02T09:00:00Z', before: null };
  const text = addCheckpoint(addCheckpoint(undefined, one), two);
  expect([
    lastCheckpoint(undefined),
    lastCheckpoint(addCheckpoint(undefined, one)),
    lastCheckpoint(text),
  ]).toEqual([null, one, two]);
  const reasons = (['format', 'history', 'new-seed', 'recovery', 'redaction'] as const).map((kind) =>
    sayCheckpoint({ kind }),
  );
  expect(new Set(reasons).size).toBe(5);
});
