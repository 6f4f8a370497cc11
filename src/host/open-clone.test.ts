// Clones that anybody can check, files kept from Git, and the record of receivers elsewhere.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { openMemoryForge } from '../forge/embedded/local-forge.ts';
import { nodeDisk } from '../repository/node-disk.ts';
import { advance } from '../repository/refs.ts';
import { createRepository, type Repository } from '../repository/repository.ts';
import { writeCommit } from '../repository/write-commit.ts';
import { embedded } from './embedded/host.ts';
import { findSecretsInGit, keepFromGit } from './keep-from-git.ts';
import { openClone } from './open-clone.ts';
import { failedIn, noticeFilesOf, NOTIFIED_FILE, readReceivers } from './receiver-state.ts';
import { findTellers, type FindTeller, type Teller } from './tellers.ts';

const NOW = '2024-03-01T09:00:00Z';
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gitnomic-clone-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function branch(repository: Repository, name: string, files: Readonly<Record<string, string>>) {
  const author = { name: 'x', email: '', at: NOW };
  const changes = new Map(Object.entries(files));
  const commit = await writeCommit(repository, { parents: [], changes, author, message: 'x' });
  await advance(repository, name, null, commit);
  return commit;
}
const game = (kind: string): Readonly<Record<string, string>> => ({
  'content/game.yml': `name: Hall\nforge: { kind: ${kind} }\n`,
});
const open = () => openClone(folder, undefined, [embedded]);

test('a folder is a clone if it has objects, main and a journal, on a known forge', async () => {
  await expect(open()).rejects.toMatchObject({
    code: 'no-clone',
    message: `${folder} is no clone of a repository.`,
  });
  const repository = await createRepository(nodeDisk(folder), '.git');
  const lacks = { message: `${folder} lacks the branch main or the branch journal.` };
  await expect(open()).rejects.toMatchObject(lacks);
  const main = await branch(repository, 'main', game('local'));
  await expect(open()).rejects.toMatchObject(lacks);
  await branch(repository, 'journal', { head: 'x' });
  const clone = await open();
  expect([await clone.main(), (await clone.content()).get('content/game.yml')]).toEqual([
    main,
    game('local')['content/game.yml'],
  ]);
  expect(clone.forge.engine.id).toBe('gitnomic');
  expect([await clone.forge.bring(main), await clone.forge.bring('1'.repeat(40))]).toEqual([true, false]);
  expect([
    clone.vault.seeds,
    await clone.vault.read({ lines: 1, digest: 'x' }),
    clone.pictures.all(),
  ]).toEqual([{}, {}, {}]);
  expect(() => clone.pictures.keep(new Uint8Array())).toThrow('can’t be opened here');
  expect(Math.abs(Date.parse(clone.now()) - Date.now())).toBeLessThan(60_000);
  expect('chain' in clone).toBe(false);
  expect(await openClone(folder, 'chain' as never, [embedded])).toMatchObject({ chain: 'chain' });
});

test('refuses a bare clone of a game on an unknown forge, and names that', async () => {
  const repository = await createRepository(nodeDisk(folder), '.');
  await branch(repository, 'main', game('pigeon'));
  await branch(repository, 'journal', { head: 'x' });
  await expect(open()).rejects.toMatchObject({
    message: `${folder} has a game on an unknown forge: pigeon.`,
  });
});

test('keeps the engine’s folder from Git, once, and reports a secret that Git has', () => {
  const git = (...words: readonly string[]): void =>
    void execFileSync('git', words, { cwd: folder, stdio: 'pipe' });
  const ignored = join(folder, '.gitnomic/.gitignore');
  const secret = (name: string): void => writeFileSync(join(folder, '.gitnomic', name), 'x');
  expect(findSecretsInGit(folder)).toEqual([]);
  git('init', '-q');
  keepFromGit(folder);
  expect(readFileSync(ignored, 'utf8')).toBe('*\n');
  secret('one');
  git('add', '.');
  expect(findSecretsInGit(folder)).toEqual([]);
  writeFileSync(ignored, '');
  keepFromGit(folder);
  expect(readFileSync(ignored, 'utf8')).toBe('');
  git('add', '.gitnomic/one');
  const found = (): unknown => findSecretsInGit(folder)[0];
  expect(found()).toMatchObject({
    code: 'secrets-in-git',
    level: 'problem',
    what: expect.stringContaining('tracks a file of .gitnomic') as string,
    where: join(folder, '.gitnomic/one'),
  });
  git('add', '.gitnomic');
  expect(found()).toMatchObject({ what: expect.stringContaining('tracks 2 files of') as string });
  // A folder that can’t be written holds no secret either.
  rmSync(join(folder, '.gitnomic'), { recursive: true });
  writeFileSync(join(folder, '.gitnomic'), 'a file');
  keepFromGit(folder);
  expect(existsSync(ignored)).toBe(false);
});

const receiver = (failing: object | null): object => ({
  post: 3,
  line: 4,
  closing: [],
  at: NOW,
  sent: [],
  failing,
});

test('knows receivers from their record, and treats an unreadable one as none', async () => {
  const failing = { since: NOW, why: 'It answered 404.', until: NOW };
  const text = JSON.stringify({ chat: receiver(failing), list: receiver(null) });
  expect(failedIn(text)).toEqual([{ receiver: 'chat', since: NOW, why: 'It answered 404.' }]);
  for (const none of [null, '{}', '{', '{"chat":{}}']) expect(failedIn(none)).toEqual([]);
  const { forge } = await openMemoryForge({ clock: () => NOW });
  expect([await readReceivers(forge), await noticeFilesOf(forge)]).toEqual([{}, []]);
  await branch(forge.repository, 'notices', { 'told-elsewhere.json': text });
  expect(await readReceivers(forge)).toEqual(JSON.parse(text));
  expect(await noticeFilesOf(forge)).toEqual([[NOTIFIED_FILE, text]]);
});

test('finds all tellers that the environment asks for, and names all that is wrong with it', async () => {
  const teller: Teller = () => Promise.resolve([]);
  const asked: unknown[] = [];
  const finder =
    (found: Teller | null, ...problems: readonly string[]): FindTeller =>
    (environment) => {
      asked.push(environment);
      return Promise.resolve({ teller: found, problems });
    };
  const environment = { A: 'b' };
  const found = await findTellers(
    [finder(teller, 'One.'), finder(null, 'Two.', 'Three.'), finder(teller)],
    environment,
  );
  expect(found).toEqual({ tellers: [teller, teller], problems: ['One.', 'Two.', 'Three.'] });
  expect(asked).toEqual([environment, environment, environment]);
});
