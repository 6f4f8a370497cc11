// A game that a browser saved as one file goes on in a repository on GitHub.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { makeTerminal } from '../../src/cli/terminal.ts';
import { beginLocalGame } from '../../src/host/embedded/begin.ts';
import { runCli } from '../../src/main/run-cli.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';

const AT = '2030-06-03T09:00:00Z';
const root = mkdtempSync(join(tmpdir(), 'from-file-'));
const file = join(root, 'harbour.gitnomic.json');
const GITHUB = ['--github', 'us/harbour', '--engine', 'us/gitnomic'];

/** As the playground writes it. */
function pack(folder: string, name: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .map((path) => [relative(folder, path), readFileSync(path).toString('base64')] as const);
  return JSON.stringify({ 'gitnomic-game': 1, name, files: Object.fromEntries(files) });
}

beforeAll(async () => {
  const folder = join(root, 'played');
  const players = ['ana', 'bo'].map((id) => ({ id, name: id, admin: id === 'ana' }));
  const wish = { name: 'Harbour', core: '2021', players };
  const game = await beginLocalGame(folder, shippedLibrary, wish, { now: () => AT, caches });
  await game.people.open(
    { id: 'ana', name: 'ana', bot: false },
    { kind: 'story', title: 'Fog', text: 'It came.' },
  );
  await game.tick();
  writeFileSync(file, pack(folder, 'Harbour'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function init(...words: string[]): Promise<{ readonly code: number; readonly said: string }> {
  let said = '';
  const write = { write: (more: string) => (said += more) };
  const environment = { GITNOMIC_NOW: AT };
  const terminal = makeTerminal(write, write, environment, () => 0);
  const code = await runCli({ words: ['init', ...words], folder: root, environment, terminal, caches });
  return { code, said };
}

test('asks for players’ missing accounts, and leaves nothing behind', async () => {
  const { code, said } = await init(...GITHUB, '--game', file, '--account', 'ana=octo:1');
  expect(said).toContain('no account on GitHub yet: bo');
  expect(code).not.toBe(0);
  expect(readdirSync(root).sort()).toEqual(['harbour.gitnomic.json', 'played']);
});

test('makes the repository’s folder, with what was played, ready to be pushed', async () => {
  const { code, said } = await init(
    ...GITHUB,
    '--game',
    file,
    '--account',
    'ana=octo:1',
    '--account',
    'bo=none',
    'there',
  );
  expect(said).toContain('ana is @octo');
  expect(said).toContain('git push https://github.com/us/harbour main embedded-main embedded-journal');
  expect(code).toBe(0);
  const there = join(root, 'there');
  const git = (...words: string[]): string => execFileSync('git', words, { cwd: there, encoding: 'utf8' });
  expect(git('status', '--porcelain')).toBe('');
  expect(git('branch', '--format=%(refname:short)').trim().split('\n')).toEqual([
    'embedded-journal',
    'embedded-main',
    'main',
  ]);
  expect(readFileSync(join(there, 'content/game.yml'), 'utf8')).toMatch(/repository: us\/harbour/u);
  expect(git('grep', '-l', 'It came.', 'main', '--', 'content')).toContain('content/posts/');
  expect(existsSync(join(there, '.github/workflows/tick.yml'))).toBe(true);
});

test('without --github, says what continues it here', async () => {
  const { said } = await init('--game', file, '--account', 'ana=octo:1');
  expect(said).toContain('OWNER/NAME');
});
