// The engine fetches of a long game what it reads: commits and folders, and of the texts those that somebody asks for.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { firstTexts } from '../../src/host/github/action/first-texts.ts';
import { openGitHubForge, type GitHubForge } from '../../src/forge/github/github-forge.ts';
import { actionsBot } from '../../src/forge/github/people.ts';
import { readBlob } from '../../src/repository/objects.ts';
import { readFileText } from '../../src/repository/read-file.ts';
import { readTree } from '../../src/repository/read-tree.ts';
import { readBranch } from '../../src/repository/refs.ts';
import { writeCommit, type NewContent } from '../../src/repository/write-commit.ts';
import { openAt, startWithEngine } from './game-at.ts';
import type { StandIn } from './stand-in/server.ts';

const OLD = 'content/dynasties/1/posts/2020';
const author = { name: 'Ana', email: 'ana@example.org', at: '2021-06-18T09:00:00Z' };
let standIn: StandIn;
let main: string;

beforeEach(async () => {
  standIn = await startWithEngine();
  const engine = await openAt(standIn, join(standIn.folder, 'before'));
  const files = new Map([['content/game.yml', 'name: Hall\n']]);
  for (let n = 0; n < 250; n++) files.set(`${OLD}/matter-${n}.md`, `Matter ${n}.\n`);
  main = await writeCommit(engine.repository, {
    parents: [],
    changes: files,
    author,
    message: 'Twenty years',
  });
  await engine.advance('main', null, main);
});
afterEach(() => standIn.close());

const open = (folder = 'partial', longBytes = 0): Promise<GitHubForge> =>
  openGitHubForge({
    longBytes,
    repository: 'o/r',
    token: 'token-of-github-actions[bot]',
    api: standIn.api,
    gitUrl: standIn.gitUrl,
    folder: join(standIn.folder, folder),
    paced: false,
    engine: actionsBot,
    clock: () => standIn.world.now,
    firstTexts,
  });
const textsHere = (): number => {
  const gitdir = join(standIn.folder, 'partial', 'repository.git');
  const words = ['--git-dir', gitdir, 'cat-file', '--batch-all-objects', '--batch-check=%(objecttype)'];
  const kinds = execFileSync('git', words, { encoding: 'utf8' }).split('\n');
  return kinds.filter((kind) => kind === 'blob').length;
};
/** How often Git asked for objects. */
const fetches = (): number =>
  standIn.world.gitRequests.filter((one) => one.endsWith('git-upload-pack')).length;

test('doesn’t fetch texts that nobody reads, and fetches what a tick reads in one go', async () => {
  const forge = await open();
  expect(textsHere()).toBe(1);
  const before = fetches();
  expect(await readFileText(forge.repository, main, 'content/game.yml')).toBe('name: Hall\n');
  expect(fetches()).toBe(before);
});

test('fetches all of a short game at once, then and later', async () => {
  const { repository } = await open('partial', 1_000_000);
  expect(textsHere()).toBe(251);
  const before = fetches();
  expect((await readTree(repository, main, { under: OLD })).files.size).toBe(250);
  expect(fetches()).toBe(before);
  const engine = await openAt(standIn, join(standIn.folder, 'before'));
  const changes = new Map([['content/new.md', 'New.\n']]);
  const next = await writeCommit(engine.repository, { parents: [main], changes, author, message: 'On' });
  expect(await engine.advance('main', main, next)).toBe('advanced');
  const again = await open('partial', 1_000_000);
  const at = fetches();
  expect(await readFileText(again.repository, next, 'content/new.md')).toBe('New.\n');
  expect(fetches()).toBe(at);
});

test('fetches a folder in one go when it’s read, and keeps it', async () => {
  const forge = await open();
  const before = fetches();
  const { files, problems } = await readTree(forge.repository, main, { under: OLD });
  expect([files.size, problems]).toEqual([250, []]);
  expect(files.get(`${OLD}/matter-7.md`)?.text).toBe('Matter 7.\n');
  const after = fetches();
  expect(after - before).toBeLessThanOrEqual(2);
  const again = await open();
  const at = fetches();
  expect((await readTree(again.repository, main, { under: OLD })).files.size).toBe(250);
  expect(fetches() - at).toBe(0);
});

test('pushes a commit over texts that aren’t here, moved ones too, and GitHub has all of it', async () => {
  const forge = await open();
  const { repository } = forge;
  const { files } = await readTree(repository, main, { under: 'content/game.yml' });
  const oid = files.get('content/game.yml')?.oid ?? '';
  const next = await writeCommit(repository, {
    parents: [main],
    changes: new Map<string, NewContent>([
      ['content/other.yml', { oid }],
      [`${OLD}/matter-3.md`, null],
      [`${OLD}/new.md`, 'New.\n'],
    ]),
    author,
    message: 'On',
  });
  expect(await forge.advance('main', main, next)).toBe('advanced');
  execFileSync('git', ['--git-dir', standIn.world.gitdir, 'fsck', '--strict', '--no-dangling'], {
    stdio: 'pipe',
  });
  const other = await open('other');
  expect((await readTree(other.repository, next, { under: OLD })).files.size).toBe(250);
  expect(await readBranch(other.repository, 'main')).toBe(next);
});

test('a text that GitHub lacks is missing, but one of an unreachable GitHub is unavailable', async () => {
  const { repository } = await open();
  await expect(readBlob(repository, '1'.repeat(40))).rejects.toMatchObject({ code: 'missing' });
  const { files } = await readTree((await open('other')).repository, main, { under: `${OLD}/matter-1.md` });
  await standIn.close();
  const oid = files.get(`${OLD}/matter-1.md`)?.oid ?? '';
  await expect(readBlob(repository, oid)).rejects.toMatchObject({ code: 'unavailable' });
});
