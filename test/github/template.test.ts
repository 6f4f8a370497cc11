import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { openClone } from '../../src/host/open-clone.ts';
import { replay } from '../../src/care/replay/replay.ts';
import { readContent } from '../../src/apply/look.ts';
import { readCommit } from '../../src/repository/commit.ts';
import { readBranch } from '../../src/repository/refs.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { ana, bo, cy, dee, eli, PLAYERS } from './action-game.ts';
import { openAt, startWithEngine } from './game-at.ts';
import { jobOf, runJob } from './run-job.ts';
import { handsAt } from './stand-in/hands.ts';
import type { StandIn } from './stand-in/server.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
// With fewer than five the core's game is dormant, and takes no proposals.
const VOTES = 'content/ruleset/core/votable-matters/votes.md';
/** Where packages may be fetched: `GITNOMIC_REAL_NPM=1` installs them as the workflows say, by npm itself. */
const realNpm = process.env['GITNOMIC_REAL_NPM'] === '1';

let standIn: StandIn;
/** How far the clock of the runs is ahead of this machine's. */
let aheadMs = 0;
beforeEach(async () => {
  aheadMs = 0;
  standIn = await startWithEngine();
  for (const name of PLAYERS) standIn.world.account(name, { permission: 'write' });
  standIn.world.now = timeNow();
});
afterEach(() => standIn.close(), 300_000);

const timeNow = (): string => `${new Date(Date.now() + aheadMs).toISOString().slice(0, 19)}Z`;
const pass = (hours: number): void => {
  aheadMs += hours * 3_600_000;
  standIn.world.now = timeNow();
};

/** “Use this template”: what the repository holds, as one commit without a history. */
function useTemplate(): void {
  const folder = join(standIn.folder, 'template');
  mkdirSync(folder);
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: root });
  const there = listed
    .toString()
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)));
  const packed = execFileSync('tar', ['-c', '--null', '-T', '-'], {
    cwd: root,
    input: there.join('\0'),
    maxBuffer: 512 * 1024 * 1024,
  });
  execFileSync('tar', ['-x'], { cwd: folder, input: packed });
  const git = (...words: string[]): void => void execFileSync('git', words, { cwd: folder, env: GIT });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Initial commit');
  git('push', '--quiet', standIn.world.gitdir, 'main');
  standIn.world.notePushes(standIn.world.account('ana'));
}
const GIT = {
  PATH: process.env['PATH'],
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'ana',
  GIT_AUTHOR_EMAIL: 'ana@players.invalid',
  GIT_COMMITTER_NAME: 'ana',
  GIT_COMMITTER_EMAIL: 'ana@players.invalid',
};

/** A machine that has just been started, with main checked out as the workflows say. */
function machine(name: string): {
  folder: string;
  environment: Record<string, string | undefined>;
  output: string;
} {
  const folder = join(standIn.folder, name);
  execFileSync('git', [
    'clone',
    '--quiet',
    '--depth',
    '1',
    '--branch',
    'main',
    `file://${standIn.world.gitdir}`,
    folder,
  ]);
  const temp = `${folder}-temp`;
  mkdirSync(temp);
  const output = join(temp, 'output');
  writeFileSync(output, '');
  // The runs are processes of their own, and matters take days.
  const clock = join(temp, 'clock.mjs');
  writeFileSync(
    clock,
    `const Own = Date; globalThis.Date = class extends Own { constructor(...words) { if (words.length === 0) super(Own.now() + ${aheadMs}); else super(...words); } static now() { return Own.now() + ${aheadMs}; } };\n`,
  );
  const bin = join(temp, 'bin');
  mkdirSync(bin);
  // In place of fetching a hundred megabytes it lays the project's own packages there; that these are those that a
  // tick has, engine-install.test.ts says.
  const npm = `#!/bin/sh\n[ "$1" = ci ] && [ "$2" = --ignore-scripts ] && ln -s '${root}node_modules' node_modules\n`;
  if (!realNpm) writeFileSync(join(bin, 'npm'), npm, { mode: 0o755 });
  const environment = {
    PATH: `${bin}:${root}node_modules/.bin:${process.env['PATH'] ?? ''}`,
    HOME: process.env['HOME'],
    NODE_OPTIONS: `--import ${clock}`,
    GITHUB_REPOSITORY: 'o/r',
    GITHUB_API_URL: standIn.api,
    GITHUB_SERVER_URL: standIn.api,
    RUNNER_TEMP: temp,
    GITHUB_OUTPUT: output,
    GITHUB_STEP_SUMMARY: join(temp, 'summary'),
  };
  return { folder, environment, output };
}

async function tick(name: string): Promise<{ said: string; publish: boolean }> {
  const { output, ...on } = machine(name);
  standIn.world.permissions = jobOf('tick.yml', 'tick').permissions;
  const given = { 'github.token': 'token-of-github-actions[bot]', 'secrets.GITNOMIC_DICE_SEED': '' };
  const said = await runJob('tick.yml', 'tick', { ...on, given });
  return { said, publish: readFileSync(output, 'utf8').includes('publish=true') };
}

test('from the template to a game whose rule a vote has changed, by the very steps of the workflows', async () => {
  useTemplate();
  const { output: _, ...setUp } = machine('set-up');
  standIn.world.permissions = jobOf('setup.yml', 'setup').permissions;
  const given = {
    'github.token': 'token-of-github-actions[bot]',
    'secrets.GITNOMIC_DICE_SEED': '',
    'inputs.name': 'Harbour',
    'inputs.core': '2021',
    'inputs.dynasty': 'none',
    'inputs.admins': PLAYERS.join(' '),
  };
  expect(await runJob('setup.yml', 'setup', { ...setUp, given })).toContain('The game has begun');
  pass(0.1);
  expect(await tick('first')).toMatchObject({ publish: true });
  // The second notes what the first opened; from then on a run leaves no trace.
  const nothing = { said: expect.stringMatching(/Nothing is due\.\n$/u) as string, publish: false };
  expect(await tick('second')).toEqual(nothing);
  const stood = [...standIn.world.refs()];
  expect(await tick('third')).toEqual(nothing);
  expect([...standIn.world.refs()]).toEqual(stood);

  standIn.world.permissions = null;
  const folder = `${standIn.folder}/player`;
  const { repository } = await openAt(standIn, folder);
  const begun = (await readBranch(repository, 'main')) ?? '';
  const before = (await readContent({ repository }, begun)).get(VOTES) ?? '';
  const head = await writeCommit(repository, {
    parents: [begun],
    changes: new Map([[VOTES, before.replace('[48](#value:window)', '[6](#value:window)')]]),
    author: { name: 'bo', email: '', at: timeNow() },
    message: 'Shorter\n',
  });
  const table = handsAt(standIn, { repository }, folder);
  const post = await table.open(bo, { kind: 'proposal', title: '[Core] Shorter', text: '', head });
  await table.review(ana, post, 'approve', '');
  await table.react(cy, post, '+1');
  await table.comment(dee, post, ':for:');
  await table.comment(eli, post, ':for:');
  pass(1);
  await tick('voted');
  pass(60);
  expect(await tick('due')).toMatchObject({
    said: expect.stringContaining(`Enact ${post}: [Core] Shorter`) as string,
    publish: true,
  });
  const after = await openAt(standIn, `${standIn.folder}/after`);
  const main = (await readBranch(after.repository, 'main')) ?? '';
  expect((await readContent(after, main)).get(VOTES)).toContain('[6](#value:window)');
  expect((await readCommit(after.repository, main)).parents[1]).toBe(head);
  expect(standIn.world.posts.find(({ number }) => String(number) === post)).toMatchObject({
    merged: true,
    closed: true,
    locked: true,
  });
  expect(standIn.world.failures).toEqual([]);

  // Whoever mirrors the repository plays it again, from where set-up laid the game over what the template brought.
  const mirror = join(standIn.folder, 'mirror.git');
  execFileSync('git', ['clone', '--quiet', '--mirror', standIn.world.gitdir, mirror]);
  expect(await replay(await openClone(mirror))).toEqual({ same: true, lines: 1 });

  // What is voted on next has made no commit on main, and is to be seen by everybody all the same.
  const second = await writeCommit(after.repository, {
    parents: [main],
    changes: new Map([[VOTES, `${(await readContent(after, main)).get(VOTES) ?? ''}\nBells ring.\n`]]),
    author: { name: 'cy', email: '', at: timeNow() },
    message: 'Bells\n',
  });
  const later = handsAt(standIn, { repository: after.repository }, `${standIn.folder}/after`);
  const pending = await later.open(cy, { kind: 'proposal', title: '[Core] Bells', text: '', head: second });
  await later.comment(dee, pending, ':against:');
  pass(1);
  expect(await tick('pending')).toMatchObject({ publish: true });
  const { output: published, ...publishing } = machine('publish');
  standIn.world.permissions = jobOf('publish.yml', 'build').permissions;
  await runJob('publish.yml', 'build', {
    ...publishing,
    given: {
      'github.token': 'token-of-github-actions[bot]',
      'github.api_url': standIn.api,
      'github.repository': 'o/r',
      'steps.pages.outputs.base': '/r/',
      'steps.pages.outputs.origin': 'https://o.github.io',
    },
  });
  const refs = standIn.world.refs();
  expect(readFileSync(published, 'utf8')).toBe(
    `there=true\norigin=https://o.github.io\nbase=/r/\nmain=${refs.get('refs/heads/main')}\njournal=${refs.get('refs/heads/journal')}\n`,
  );
  const page = (path: string): string => readFileSync(join(publishing.folder, 'dist', path), 'utf8');
  expect(page('index.html')).toContain('Harbour');
  expect(page('index.html')).toContain('href="/r/');
  expect(page('index.html')).toContain('Bells');
  expect(page('index.html')).not.toContain('Nothing is pending');
  expect(page(`matters/${pending}/index.html`)).toMatch(/Dee|dee/u);
}, 900_000);
