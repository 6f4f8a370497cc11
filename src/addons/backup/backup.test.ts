// A game loses its machine and continues from its backup.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { Seats } from '../../cli/home/seats.ts';
import { runIn } from '../../main/fixtures/run-in.ts';

const root = mkdtempSync(join(tmpdir(), 'gitnomic-backup-test-'));
const [copies, remote] = [join(root, 'copies'), join(root, 'remote.git')];
const SECRETS = ['private/emperor.key', 'private/dice.seed', 'links.json'];

const gitnomic = (folder: string, ...words: string[]) => runIn(folder, '2030-06-03T09:00:00Z', words);

const inGame = (name: string, folder = 'game'): string => join(root, folder, '.gitnomic', name);

/** Everything that the game knows about itself. */
async function stateOf(folder: string): Promise<string> {
  return (await gitnomic(join(root, folder), 'status', '--json')).said;
}

let before = '';
beforeAll(async () => {
  const players = ['ana', 'bo', 'cy', 'dee', 'eli'].flatMap((name) => ['--player', name]);
  await gitnomic(root, 'init', 'game', '--core', '2021', ...players);
  await gitnomic(join(root, 'game'), 'propose', '--as', 'ana', '--add-rule', 'Manners', '--text', 'Please.');
  new Seats(join(root, 'game')).open('http://localhost:1/', []);
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', remote]);
  before = await stateOf('game');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a folder gets the whole game, with its secrets, and no second game is put over another', async () => {
  expect(await gitnomic(root, 'doctor', 'backup', 'copies', '--game', 'game')).toMatchObject({ code: 0 });
  expect(readdirSync(copies)).toHaveLength(1);
  const secrets = new Map(SECRETS.map((name) => [name, readFileSync(inGame(name), 'utf8')]));
  const taken = await gitnomic(root, 'doctor', 'restore', 'copies', 'game');
  expect([taken.code === 0, taken.said.includes('folder-taken')]).toEqual([false, true]);
  renameSync(join(root, 'game'), join(root, 'lost'));
  expect((await gitnomic(root, 'doctor', 'restore', 'copies')).said).toContain('It has its secrets too.');
  for (const [name, text] of secrets)
    expect([name, readFileSync(inGame(name), 'utf8') === text, statSync(inGame(name)).mode & 0o777]).toEqual([
      name,
      true,
      0o600,
    ]);
  expect(statSync(copies).mode & 0o777).toBe(0o700);
  expect(await stateOf('game')).toBe(before);
  expect(await gitnomic(join(root, 'game'), 'vote', 'for', '1', '--as', 'bo')).toMatchObject({ code: 0 });
});

test('a Git remote gets all but the secrets, no branch of others is touched, and the game goes on', async () => {
  const game = join(root, 'lost');
  for (let times = 0; times < 2; times++)
    expect((await gitnomic(game, 'doctor', 'backup', '--git', remote)).said).toContain(
      'except for its secrets',
    );
  const there = execFileSync('git', ['for-each-ref', '--format=%(refname)'], {
    cwd: remote,
    encoding: 'utf8',
  });
  expect(there).toMatch(/^refs\/heads\/gitnomic-backup\/main$/mu);
  for (const ref of there.trim().split('\n')) expect(ref).toMatch(/^refs\/heads\/gitnomic-backup/u);
  const all = execFileSync('git', ['cat-file', '--batch-all-objects', '--batch'], {
    cwd: remote,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  for (const name of SECRETS)
    expect([name, all.includes(readFileSync(inGame(name, 'lost'), 'utf8').trim())]).toEqual([name, false]);
  const { said } = await gitnomic(root, 'doctor', 'restore', '--git', remote, 'again');
  expect(said).toContain('Secrets are missing');
  expect(existsSync(inGame('links.json', 'again'))).toBe(false);
  expect(await stateOf('again')).toBe(before);
  expect((await gitnomic(join(root, 'again'), 'doctor')).said).toContain('other-seed');
  expect(await gitnomic(join(root, 'again'), 'vote', 'for', '1', '--as', 'bo')).toMatchObject({ code: 0 });
});

test.each(['content', 'content/kept', '.gitnomic', join('.gitnomic', 'forge', 'kept'), 'by-link'])(
  'refuses a copy in the game’s own %s, which would have to contain itself, before writing anything',
  async (where) => {
    const game = join(root, 'lost');
    symlinkSync(join(game, 'content'), join(game, 'by-link'));
    const { code, said } = await gitnomic(game, 'doctor', 'backup', where);
    rmSync(join(game, 'by-link'));
    expect([code === 0, said.includes('[inside-itself]')]).toEqual([false, true]);
    const all = readdirSync(game, { recursive: true }).map(String);
    expect(all.filter((path) => /unfinished|kept|2030-/u.test(path))).toEqual([]);
  },
);

test('doesn’t restore a game into its own backup', async () => {
  const [name = ''] = readdirSync(copies);
  const within = join(copies, name, 'content', 'again');
  const { said } = await gitnomic(root, 'doctor', 'restore', 'copies', within);
  expect(said).toContain('[inside-itself]');
  expect(existsSync(within)).toBe(false);
});

test('a missing backup and an unreachable remote leave nothing behind', async () => {
  expect((await gitnomic(root, 'doctor', 'restore', 'nowhere', 'new')).said).toContain('no-backup');
  expect((await gitnomic(root, 'doctor', 'restore', '--git', join(root, 'nowhere'), 'new')).said).toContain(
    'git-failed',
  );
  expect(existsSync(join(root, 'new'))).toBe(false);
  expect(
    (await gitnomic(join(root, 'lost'), 'doctor', 'backup', '--git', join(root, 'nowhere'))).said,
  ).toContain('git-failed');
});
