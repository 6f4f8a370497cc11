// Tests `doctor` on files that somebody damaged in a game's folder.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import type { Person } from '../../forge/events.ts';
import { Caches } from '../../cache/caches.ts';
import { caches } from '../../cache/fixtures/shared-caches.ts';
import { shippedLibrary } from '../../store/fixtures/shipped-library.ts';
import { tick } from '../../tick/tick.ts';
import { refreshCheckout } from '../checkout.ts';
import { beginLocalGame } from './begin.ts';
import { checkEdits } from './check-edits.ts';
import { openLocalGame } from './local-game.ts';

const NOW = '2024-03-01T09:00:00Z';
const PLAYER = 'content/gamestate/players/bo.md';
let template = '';
let folder = '';
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'edits-'));
  const players = ['ana', 'bo', 'cy', 'dee', 'eli'].map((id) => ({
    id,
    admin: id === 'ana',
    emperor: id === 'eli',
  }));
  const wish = { name: 'Harbour', core: '2021', dynasty: 'proving', players };
  const game = await beginLocalGame(template, shippedLibrary, wish, { now: () => NOW, caches });
  const [bo, cy, dee] = ['bo', 'cy', 'dee'].map((id) => ({ id, name: id, bot: false })) as [
    Person,
    Person,
    Person,
  ];
  const thread = await game.people.open(bo, { kind: 'story', title: 'Pips', text: 'For pips.' });
  for (const one of [bo, cy, dee]) await game.people.comment(one, thread, '/act take-pip');
  const { forge, vault } = game;
  await tick({ forge, now: NOW, vault, seeds: vault.seeds, caches });
  await refreshCheckout(game);
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'edits-'));
  cpSync(template, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
afterAll(() => rmSync(template, { recursive: true, force: true }));

async function view() {
  return checkEdits(await openLocalGame(folder, { now: NOW, caches }), new Caches());
}

function change(path: string, to: (text: string) => string): void {
  writeFileSync(join(folder, path), to(readFileSync(join(folder, path), 'utf8')));
}

function ledger(): string {
  const [name = ''] = readdirSync(join(folder, 'content/ledger'));
  return `content/ledger/${name}`;
}

test('finds nothing in a folder that nobody touched', async () => {
  expect(await view()).toEqual([]);
});

test('reports a readable changed value as an edit', async () => {
  change(PLAYER, (text) => text.replace(/pips: \d+/u, 'pips: 7'));
  expect(await view()).toMatchObject([
    { code: 'edited', level: 'note', what: expect.stringContaining('players/bo.md') as string },
  ]);
});

test.each([
  ['front matter that is no YAML', (text: string) => text.replace('---\n', '---\nname: [\n')],
  ['text without front matter', () => 'name: [oops'],
  ['a value of another type', (text: string) => text.replace(/pips: \d+/u, 'pips: many')],
])('reports %s with its place, and restores it; keeps what was edited', async (_, spoil) => {
  const before = readFileSync(join(folder, PLAYER), 'utf8');
  change(PLAYER, spoil);
  const spoilt = readFileSync(join(folder, PLAYER), 'utf8');
  expect(spoilt).not.toBe(before);
  const [found, ...others] = await view();
  expect(others).toEqual([]);
  expect(found).toMatchObject({ code: 'edit-unreadable', level: 'problem' });
  expect(found?.where).toMatch(/^content\/gamestate\/players\/bo\.md:\d+/u);
  expect(found?.next).toContain('gitnomic doctor --fix');
  await found?.fix?.run();
  expect(readFileSync(join(folder, PLAYER), 'utf8')).toBe(before);
  expect(readFileSync(join(folder, '.gitnomic/set-aside', PLAYER), 'utf8')).toBe(spoilt);
  expect(await view()).toEqual([]);
  // Readable files beside it are told as edits.
  change(PLAYER, spoil);
  const rule = 'content/ruleset/core/votable-matters/votes.md';
  change(rule, (text) => text.replace('48', '72'));
  change('content/gamestate/players/cy.md', (text) => text.replace(/pips: \d+/u, 'pips: 7'));
  expect(await view()).toMatchObject([
    { code: 'edit-unreadable' },
    {
      code: 'edited',
      what: expect.stringMatching(/^2 files of content\/ are edited and not proposed: .*cy\.md/u) as string,
    },
  ]);
});

test.each([
  ['the last line', (lines: string[]) => lines.slice(0, -1), 3],
  ['a line amid', (lines: string[]) => lines.toSpliced(1, 1), 2],
  [
    'a line that says otherwise',
    (lines: string[]) => [lines[0]?.replace('bo', 'cy') ?? '', ...lines.slice(1)],
    1,
  ],
  ['every line', () => [], 1],
])('reports damage to the ledger (%s) with its place, and restores it', async (_, spoil, row) => {
  const path = ledger();
  const before = readFileSync(join(folder, path), 'utf8');
  const lines = before.trimEnd().split('\n');
  expect(lines).toHaveLength(3);
  change(path, () =>
    spoil(lines)
      .map((line) => `${line}\n`)
      .join(''),
  );
  const [found, ...others] = await view();
  expect(others).toEqual([]);
  expect(found).toMatchObject({ code: 'record-edited', level: 'problem', where: `${path}:${row}` });
  await found?.fix?.run();
  expect(readFileSync(join(folder, path), 'utf8')).toBe(before);
});

test('restores a missing file of the ledger', async () => {
  const path = ledger();
  rmSync(join(folder, path));
  const [found] = await view();
  expect(found).toMatchObject({ code: 'record-edited', where: `${path}:1` });
  await found?.fix?.run();
  expect(existsSync(join(folder, path))).toBe(true);
  expect(await view()).toEqual([]);
});

test.each([
  ['content/format.json', null],
  ['content/journal.json', null],
  ['content/engine/people.json', '{}\n'],
  ['content/engine/own.json', '{}\n'],
])('never suggests proposing %s, which only the engine writes, and restores it', async (path, text) => {
  const before = existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : null;
  if (text === null) rmSync(join(folder, path));
  else writeFileSync(join(folder, path), text);
  const [found, ...others] = await view();
  expect(others).toEqual([]);
  expect(found).toMatchObject({ code: 'record-edited', level: 'problem', where: `${path}:1` });
  expect(found?.next).toBe('`gitnomic doctor --fix` restores it.');
  await found?.fix?.run();
  expect(existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : null).toBe(before);
  expect(await view()).toEqual([]);
});

test('names a deleted gamestate file, with the command that brings it back', async () => {
  rmSync(join(folder, PLAYER));
  const [found, ...others] = await view();
  expect(others).toEqual([]);
  expect(found).toMatchObject({ code: 'state-deleted', what: expect.stringContaining(PLAYER) as string });
  const [, words = ''] = /^`git -C \S+ ([^`]+)`/u.exec(found?.next ?? '') ?? [];
  execFileSync('git', words.split(' '), { cwd: folder });
  expect(await view()).toEqual([]);
});

test.each([
  ['core/votable-matters/votes.md', 'content/ruleset/core/votable-matters/votes.md'],
  ['core', 'content/ruleset'],
])('names rule files deleted at %s, with the command that brings them back', async (what, named) => {
  rmSync(join(folder, 'content/ruleset', what), { recursive: true });
  const [found, ...others] = await view();
  expect(others).toEqual([]);
  expect(found).toMatchObject({ code: 'rule-deleted', level: 'note' });
  expect(found?.what).toContain('content/ruleset/core/');
  const [, words = ''] = /^`git -C \S+ ([^`]+)`/u.exec(found?.next ?? '') ?? [];
  expect(words.endsWith(` -- ${named}`)).toBe(true);
  execFileSync('git', words.split(' '), { cwd: folder });
  expect(await view()).toEqual([]);
});
