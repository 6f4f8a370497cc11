import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { readBranch } from '../../src/repository/refs.ts';
import { readTree } from '../../src/repository/read-tree.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { environmentAt, openAt, startWithEngine } from './game-at.ts';
import { jobOf } from './run-job.ts';
import type { StandIn } from './stand-in/server.ts';
import { readWish, runSetup } from '../../src/host/github/action/run-setup.ts';
import { runTick } from '../../src/host/github/action/run-tick.ts';

const run = promisify(execFile);

let standIn: StandIn;
beforeEach(async () => {
  standIn = await startWithEngine();
  standIn.world.account('ana', { permission: 'write' });
});
afterEach(() => standIn.close());

const shipped = readFileSync(new URL('../../content/game.yml', import.meta.url), 'utf8');

test('before set-up, the clock doesn’t play the shipped game, and it isn’t published', async () => {
  const forge = await openAt(standIn);
  const main = await writeCommit(forge.repository, {
    parents: [],
    changes: new Map([['content/game.yml', shipped]]),
    author: { name: 'ana', email: '', at: standIn.world.now },
    message: 'Initial commit\n',
  });
  await forge.advance('main', null, main);
  let said = '';
  const say = (text: string): void => void (said += text);
  const options = { environment: environmentAt(standIn), now: () => standIn.world.now, say, paced: false };
  expect(await runTick(options)).toBe(0);
  expect(said).toContain('run the workflow “Set up”');
  const { world } = standIn;
  expect([...world.refs()]).toEqual([['refs/heads/main', main]]);
  expect([world.labels, world.posts, world.failures]).toEqual([[], [], []]);
});

const PLAYED = 'name: Harbour\nforge:\n  kind: github\n  repository: o/r\n';
const ON = 'https://o.github.io/r/';
test.each([
  ['the game that is shipped', shipped, ON, ''],
  [
    'one that was set up',
    PLAYED,
    ON,
    'games=content/game.yml\nthere=true\norigin=https://o.github.io\nbase=/r/\n',
  ],
  [
    'one on a domain of its own',
    PLAYED,
    'https://harbour.example',
    'games=content/game.yml\nthere=true\norigin=https://harbour.example\nbase=/\n',
  ],
  [
    'one that another writer of YAML wrote',
    'forge:\n    kind: "github"\n',
    ON,
    'games=content/game.yml\nthere=true\norigin=https://o.github.io\nbase=/r/\n',
  ],
  ['one where Pages is off', PLAYED, null, ''],
  ['none', null, ON, ''],
])('Publish checks whether there’s a game to publish, and where: %s', async (_name, text, site, found) => {
  const folder = join(standIn.folder, 'checked-out');
  mkdirSync(join(folder, 'content'), { recursive: true });
  if (text !== null) writeFileSync(join(folder, 'content/game.yml'), text);
  const output = join(folder, 'output');
  writeFileSync(output, '');
  const { steps, permissions } = jobOf('publish.yml', 'build');
  standIn.world.permissions = permissions;
  standIn.world.site = site;
  const look = steps.find(({ id }) => id === 'pages');
  const surroundings = { RUNNER_TEMP: folder, GITHUB_OUTPUT: output, API: standIn.api, REPOSITORY: 'o/r' };
  const { stdout } = await run(
    'bash',
    ['--noprofile', '--norc', '-eo', 'pipefail', '-c', look?.run ?? 'exit 1'],
    {
      cwd: folder,
      env: { PATH: process.env['PATH'], TOKEN: 'token-of-github-actions[bot]', ...surroundings },
    },
  );
  expect(readFileSync(output, 'utf8')).toBe(found);
  expect(stdout.includes('GITNOMIC_SITE')).toBe(site === null);
  // All that comes after it hangs on what it found.
  const after = steps.slice(steps.findIndex(({ id }) => id === 'pages') + 1);
  expect(after.map((step) => step['if'])).toEqual(after.map(() => "steps.pages.outputs.there == 'true'"));
});

test('if each game of a repository has a folder, the first page links to all of them', async () => {
  const folder = join(standIn.folder, 'in-folders');
  mkdirSync(join(folder, 'bin'), { recursive: true });
  // The command line is taken for done here: it makes a page, and says of what.
  const command = `#!/bin/sh\nwhile [ "$1" != --out ]; do shift; done\nmkdir -p "$2" && echo '{"of":{"main":"a","journal":"b"},"problems":[]}'\n`;
  writeFileSync(join(folder, 'bin/gitnomic'), command, { mode: 0o755 });
  const output = join(folder, 'output');
  const site = jobOf('publish.yml', 'build').steps.find(({ id }) => id === 'site');
  await run('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', site?.run ?? 'exit 1'], {
    cwd: folder,
    env: {
      PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
      RUNNER_TEMP: folder,
      GITHUB_OUTPUT: output,
      GAMES: 'games/harbour/content/game.yml games/pier/content/game.yml',
      BASE: '/r/',
      ORIGIN: 'https://o.github.io',
    },
  });
  const page = readFileSync(join(folder, 'dist/index.html'), 'utf8');
  expect(page).toContain('<a href="/r/games/harbour/">games/harbour</a>');
  expect(page).toContain('<a href="/r/games/pier/">games/pier</a>');
  expect(page).toMatch(/^<!doctype html><html lang="en">.*<title>Games<\/title>/u);
});

async function setUpOver(
  files: Readonly<Record<string, string>>,
  say: (text: string) => void = () => undefined,
): Promise<ReadonlySet<string>> {
  const forge = await openAt(standIn);
  const main = await readBranch(forge.repository, 'main');
  const commit = await writeCommit(forge.repository, {
    parents: main === null ? [] : [main],
    changes: new Map(Object.entries(files)),
    author: { name: 'ana', email: '', at: standIn.world.now },
    message: 'As it is shipped\n',
  });
  expect(await forge.advance('main', main, commit)).toBe('advanced');
  const environment = environmentAt(standIn);
  const wish = { GAME_NAME: 'Harbour', GAME_CORE: '2021', GAME_DYNASTY: 'proving', GAME_ADMINS: 'ana' };
  await runSetup({ environment, now: () => standIn.world.now, say, paced: false }, readWish(wish));
  const begun = await openAt(standIn, `${standIn.folder}/after`);
  const { files: after } = await readTree(
    begun.repository,
    (await readBranch(begun.repository, 'main')) ?? '',
  );
  return new Set(after.keys());
}

const OLD = {
  'content/posts/2020/2020-01-01-old.md': 'old\n',
  'content/dynasties/3/dynasty.yml': 'number: 3\n',
};

test('set-up replaces the game shipped with the repository', async () => {
  const game = 'name: Shipped\nforge:\n  kind: local\n';
  const files = await setUpOver({
    ...OLD,
    'content/game.yml': game,
    'content/library/own/pack.yml': 'name: own\n',
  });
  for (const path of Object.keys(OLD)) expect(files.has(path)).toBe(false);
  expect(files.has('content/library/own/pack.yml')).toBe(true);
  expect(files.has('content/ruleset/core/votable-matters/votes.md')).toBe(true);
});

test('set-up refuses to replace a game that is played on GitHub', async () => {
  const game = 'name: Ours\nforge:\n  kind: github\n  repository: o/r\n';
  await expect(setUpOver({ ...OLD, 'content/game.yml': game })).rejects.toMatchObject({ code: 'game-there' });
});

test('welcomes a repository that names a language in that language', async () => {
  const files = await setUpOver({
    'content/site.yml': 'language: de\n',
    'content/languages/de.yml': "'Welcome to {1}': 'Willkommen zu {1}'\n",
  });
  expect(files.has('content/languages/de.yml')).toBe(true);
  expect(standIn.world.posts.map(({ title }) => title)).toContain('Willkommen zu Harbour');
});

test.each([
  ['a public one', false, 'User', []],
  ['an organisation’s private one', true, 'Organization', ['::notice::']],
  ['a person’s private one', true, 'User', ['::notice::', '::warning::']],
] as const)('set-up says what is different in %s', async (_name, isPrivate, owner, told) => {
  Object.assign(standIn.world, { isPrivate, owner });
  let said = '';
  await setUpOver({}, (text) => void (said += text));
  expect(said.match(/^::\w+::/gmu) ?? []).toEqual(told);
  expect(said.includes('every three hours')).toBe(isPrivate);
  expect(standIn.world.failures).toEqual([]);
});

test('reads Admins as people write them: with an @, and with commas at the end', () => {
  const wish = { GAME_NAME: 'Harbour', GAME_CORE: '2021', GAME_ADMINS: ' @ana, bo-1,\n@cy; ' };
  expect(readWish(wish).GAME_ADMINS).toEqual(['ana', 'bo-1', 'cy']);
  for (const GAME_ADMINS of ['', ' , ', '@', 'a/b'])
    expect(() => readWish({ ...wish, GAME_ADMINS })).toThrow('GAME_ADMINS');
});
