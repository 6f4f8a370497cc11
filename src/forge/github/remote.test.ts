// What becomes of Git’s failures, in the words in which Git and GitHub put them.
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { nodeDisk } from '../../repository/node-disk.ts';
import { createRepository } from '../../repository/repository.ts';
import { Patience } from './client.ts';
import { environmentFor, remoteAt, type Remote } from './remote.ts';

const [A, B] = ['a', 'b'].map((letter) => letter.repeat(40)) as [string, string];
const PATH = process.env['PATH'];
let folder = '';
let remote: Remote;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gitnomic-remote-'));
  const repository = await createRepository(nodeDisk(folder), 'repository.git', { folder: '' });
  process.env['PATH'] = `${folder}:${PATH}`;
  remote = remoteAt({
    repository,
    gitdir: join(folder, 'repository.git'),
    url: 'https://github.test/o/r.git',
    token: 'secret',
    patience: new Patience(() => Promise.resolve()),
  });
});
afterEach(() => {
  process.env['PATH'] = PATH;
  rmSync(folder, { recursive: true });
});

interface Said {
  readonly out?: string;
  readonly err?: string;
  readonly code?: number;
}
/** Puts a Git onto the path that says this at each try, the last of them from then on. */
function gitSays(...tries: readonly Said[]): void {
  const word = (text = ''): string => `'${text.replaceAll("'", "'\\''")}'`;
  const cases = tries.map(({ out, err, code = 1 }, at) => {
    const which = at === tries.length - 1 ? '*' : `${at + 1}`;
    return `${which}) printf %s ${word(out)}; printf %s ${word(err)} >&2; exit ${code};;`;
  });
  const count = `n=$(($(cat ${folder}/tries 2>/dev/null || echo 0) + 1)); echo $n > ${folder}/tries`;
  const script = ['#!/bin/sh', count, `echo "$@" >> ${folder}/words`, 'case $n in', ...cases, 'esac'].join(
    '\n',
  );
  writeFileSync(join(folder, 'git'), `${script}\n`);
  chmodSync(join(folder, 'git'), 0o755);
  for (const noted of ['tries', 'words']) rmSync(join(folder, noted), { force: true });
}
const words = (): readonly string[] => readFileSync(join(folder, 'words'), 'utf8').trimEnd().split('\n');
const pushed = (): Promise<unknown> =>
  remote.push('main', A, B).catch((error: Error & { code?: string; next?: string }) => error);

const REJECTED = 'To https://github.test/o/r.git\n!\tb:refs/heads/main\t[rejected] (stale info)\nDone\n';
const LOCKED = "error: cannot lock ref 'refs/heads/main': is at c but expected a\n";
/** As GitHub answers a push that a repository ruleset or a protected branch refuses. */
const RULED = `remote: error: GH013: Repository rule violations found for refs/heads/main.        \nremote: - Changes must be made through a pull request.\n`;
const PROTECTED = 'remote: error: GH006: Protected branch update failed for refs/heads/main.\n';
const DECLINED = '!\tb:refs/heads/main\t[remote rejected] (pre-receive hook declined)\nDone\n';

test.each<readonly [string, Said, string]>([
  ['of another commit there', { out: REJECTED, err: 'error: failed to push some refs' }, 'stale'],
  ['of a lock', { err: LOCKED }, 'lock'],
])('a push refused because %s counts as moved, and isn’t tried again', async (_, said) => {
  gitSays(said, { out: '', code: 0 });
  expect(await pushed()).toBe('moved');
  // After the push it looks where the branch is now.
  expect(words().map((line) => line.split(' ')[2])).toEqual(['push', 'ls-remote']);
  expect(words()[0]).toContain(`--force-with-lease=refs/heads/main:${A}`);
});

test.each<readonly [string, Said, number, object]>([
  [
    'a ruleset',
    { out: DECLINED, err: RULED },
    1,
    { code: 'bad-request', message: /push: GH013: .* refs\/heads\/main\.$/u },
  ],
  [
    'a protected branch',
    { out: DECLINED, err: PROTECTED },
    1,
    { code: 'bad-request', message: /push: GH006/u },
  ],
  [
    'a hook',
    { out: DECLINED },
    1,
    { code: 'unavailable', message: /push: !\tb:refs\/heads\/main\t\[remote rejected\]/u },
  ],
  [
    'no answer',
    { err: "fatal: unable to access 'https://github.test/o/r.git/': Could not resolve host: github.test\n" },
    3,
    { code: 'unavailable', message: /did not take the push: unable to access 'it Could not resolve host/u },
  ],
  ['nothing', {}, 3, { code: 'unavailable', message: /Git gave no reason$/u }],
  ['words of no form', { err: ' Killed \n' }, 3, { code: 'unavailable', message: /push: Killed$/u }],
])('reports a push that fails by %s', async (_, said, tries, error) => {
  gitSays(said);
  const { message, ...rest } = error as { readonly message: RegExp };
  expect(await pushed()).toMatchObject({ ...rest, message: expect.stringMatching(message) as string });
  expect(words()).toHaveLength(tries);
});

test('says what its owner can do about a rule that refuses', async () => {
  gitSays({ err: RULED });
  expect(await pushed()).toMatchObject({
    next: expect.stringContaining('Settings → Rules → Rulesets') as string,
  });
});

test('counts a push as accepted if a try with a lost answer got through, and as moved if it was there before', async () => {
  const there = `To x\n=\t${B}:refs/heads/main\t[up to date]\nDone\n`;
  gitSays({ err: 'fatal: the remote end hung up unexpectedly' }, { out: there, code: 0 });
  expect(await pushed()).toBe('advanced');
  gitSays({ out: there, code: 0 }, { out: '', code: 0 });
  expect(await pushed()).toBe('moved');
  gitSays({ out: there, code: 0 });
  expect(await remote.push('main', B, B)).toBe('advanced');
});

test.each<readonly [string, Said, boolean | RegExp, number]>([
  ['comes', { code: 0 }, true, 1],
  ['GitHub does not have', { err: `fatal: remote error: upload-pack: not our ref ${A}\n` }, false, 1],
  [
    'can’t be reached',
    { err: 'error: RPC failed; HTTP 502\nfatal: expected flush\n' },
    /read: RPC failed; HTTP 502$/u,
    3,
  ],
])('fetches a commit that %s, or says why not', async (_, said, is, tries) => {
  gitSays(said);
  const found = await remote.fetchCommit(A).catch((error: Error) => error.message);
  if (is instanceof RegExp) expect(found).toMatch(is);
  else expect(found).toBe(is);
  expect(words()).toHaveLength(tries);
  expect(words()[0]).toMatch(/fetch .*--filter=blob:none game a+$/u);
});

test('leaves out texts that are gone, and fails for ones that can’t be reached', async () => {
  gitSays({ err: `fatal: remote error: upload-pack: not our ref ${A}\n` });
  await remote.fetchTexts([A, B]);
  expect(words()).toHaveLength(1);
  gitSays({ err: 'fatal: early EOF\n' });
  await expect(remote.fetchTexts([A])).rejects.toMatchObject({
    code: 'unavailable',
    message: 'The repository could not be read: early EOF',
    data: { why: 'early EOF' },
  });
});

test('puts the token only into Git’s environment, and ignores people’s own Git settings', () => {
  const environment = environmentFor('secret', { 'remote.game.url': 'https://github.test' });
  const count = Number(environment['GIT_CONFIG_COUNT']);
  const settings = Array.from({ length: count }, (_, at) => [
    environment[`GIT_CONFIG_KEY_${at}`],
    environment[`GIT_CONFIG_VALUE_${at}`],
  ]);
  expect(Object.fromEntries(settings)).toMatchObject({
    'http.extraHeader': `Authorization: Basic ${Buffer.from('x-access-token:secret').toString('base64')}`,
    'core.hooksPath': '/dev/null',
    'remote.game.url': 'https://github.test',
  });
  expect(environment).toMatchObject({
    PATH: process.env['PATH'],
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
  });
});
