import { execFile, execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import {
  buildAction,
  mostMegabytes,
  OWN_ACTION,
  reusableWorkflows,
} from '../../scripts/build-action/build.ts';
import { treeOf } from '../../scripts/release/commit.ts';
import { templateFiles } from '../../src/host/github/template/thin-files.ts';
import { olderNode } from '../package/install.ts';
import { NO_KEY } from '../../src/site/render/shell.ts';
import { openClone } from '../../src/host/open-clone.ts';
import { replay } from '../../src/care/replay/replay.ts';
import { readContent } from '../../src/tick/observe.ts';
import { readCommit } from '../../src/repository/commit.ts';
import { readBranch } from '../../src/repository/refs.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { ana, bo, cy, dee, eli, PLAYERS } from './action-game.ts';
import { openAt, startWithEngine } from './game-at.ts';
import { actionProblems, lintProblems, parserProblems } from './published/workflows.ts';
import { jobOf, runJob, type Runner } from './run-job.ts';
import { handsAt } from './stand-in/hands.ts';
import type { StandIn } from './stand-in/server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/u, '');
// With fewer than five the core's game is dormant, and takes no proposals.
const VOTES = 'content/ruleset/core/votable-matters/votes.md';
const run = promisify(execFile);
const RELEASE = { repository: 'someone/gitnomic', version: '0.1.0' };
/** Where `npm run test:nodes` fetched it, the Node that runs Actions is that one. */
const NODE = process.env['GITNOMIC_NODES'] === undefined ? process.execPath : olderNode(24);
const GIVEN = {
  'github.token': 'token-of-github-actions[bot]',
  'secrets.GITNOMIC_DICE_SEED': '',
  'secrets.GITNOMIC_NOTICES': '',
  'inputs.path': '.',
};

let action = '';
beforeAll(async () => {
  action = join(mkdtempSync(join(tmpdir(), 'action-')), 'action');
  await buildAction(root, action, RELEASE);
});
afterAll(() => rmSync(dirname(action), { recursive: true, force: true }));

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

/** “Use this template”: what the repository for that holds, as one commit without a history. */
function useTemplate(): void {
  const folder = join(standIn.folder, 'template');
  for (const [path, text] of templateFiles(RELEASE)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
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

/** A machine that has just been started, with nothing but the Action on it; main is checked out where a workflow does so. */
function machine(name: string, checksOut = false): { runner: Omit<Runner, 'given'>; output: string } {
  const folder = join(standIn.folder, name);
  const source = `file://${standIn.world.gitdir}`;
  const clone = ['clone', '--quiet', '--depth', '1', '--branch', 'main', source, folder];
  if (checksOut) execFileSync('git', clone);
  else mkdirSync(folder);
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
  const environment = {
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'],
    // Each machine is a new one, and yet the engine on it is the same: it is compiled once for all of them.
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    NODE_OPTIONS: `--import ${clock}`,
    GITHUB_REPOSITORY: 'o/r',
    GITHUB_API_URL: standIn.api,
    GITHUB_SERVER_URL: standIn.api,
    RUNNER_TEMP: temp,
    GITHUB_OUTPUT: output,
    GITHUB_STEP_SUMMARY: join(temp, 'summary'),
  };
  return { runner: { folder, action, node: NODE, environment }, output };
}

async function tick(name: string, path = '.'): Promise<{ said: string; publish: boolean }> {
  const { output, runner } = machine(name);
  standIn.world.permissions = jobOf('tick.yml', 'tick', action).permissions;
  const said = await runJob('tick.yml', 'tick', { ...runner, given: { ...GIVEN, 'inputs.path': path } });
  return { said, publish: readFileSync(output, 'utf8').includes('publish=true') };
}

test('rebuilding a tag’s content gives the same bytes, without traces of the machine', async () => {
  const again = join(dirname(action), 'again');
  await buildAction(root, again, RELEASE);
  expect(treeOf(again)).toBe(treeOf(action));
  // Both took the same compiled shell: compiled anew it would have another key, were it drawn.
  const shell = join(action, 'shell/server');
  const served = readdirSync(shell).map((name) => readFileSync(join(shell, name), 'utf8'));
  expect(served.some((text) => text.includes(NO_KEY))).toBe(true);
  const texts = readdirSync(action, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:[cm]?js|json|txt|yml|md)$/u.test(path))
    .filter((path) => readFileSync(join(action, path), 'utf8').includes(root));
  expect(texts).toEqual([]);
});

test('a runner fetches less than promised, and native packages are included', () => {
  const packed = execFileSync('tar', ['-cz', '.'], { cwd: action, maxBuffer: 256 * 1024 * 1024 });
  expect(packed.length).toBeLessThan(mostMegabytes * 1_000_000);
  for (const name of ['typescript', 'sharp', '@img/sharp-linux-x64', '@typescript/typescript-linux-x64'])
    expect(readdirSync(join(action, 'node_modules', name))).toEqual(
      expect.arrayContaining([expect.stringMatching(/^licen[sc]e/iu)]),
    );
});

test('GitHub’s own parser and actionlint accept the Action, and what calls it', async () => {
  const own = readFileSync(join(action, OWN_ACTION.slice(2), 'action.yml'), 'utf8');
  expect(await actionProblems(own)).toEqual([]);
  expect(await actionProblems('name: x\nruns:\n  using: node24\n  mian: x\n')).not.toEqual([]);
  for (const name of reusableWorkflows(action).keys()) {
    const text = readFileSync(join(action, '.github/workflows', name), 'utf8');
    expect(text).not.toContain('OWNER');
    expect([...(await parserProblems(name, text)), ...(await lintProblems(name, text))]).toEqual([]);
  }
});

test('from the template to a game with a rule changed by vote, by the workflows’ own steps', async () => {
  useTemplate();
  const { runner: setUp } = machine('set-up');
  standIn.world.permissions = jobOf('setup.yml', 'setup', action).permissions;
  const given = {
    ...GIVEN,
    'inputs.name': 'Harbour',
    'inputs.core': '2021',
    'inputs.dynasty': 'none',
    'inputs.admins': PLAYERS.join(' '),
  };
  expect(await runJob('setup.yml', 'setup', { ...setUp, given })).toContain('The game has begun');
  pass(0.1);
  expect(await tick('first')).toMatchObject({ publish: true });
  // The second notes what the first opened; from then on a run leaves no trace.
  const nothing = { said: expect.stringMatching(/Everything is up to date\.\n$/u) as string, publish: false };
  expect(await tick('second')).toEqual(nothing);
  const stood = [...standIn.world.refs()];
  // Such a run doesn't load the code that decides, which takes longer than everything else that it does.
  const deciding = readdirSync(join(action, 'lib')).filter((name) => /^tick-and-show-\w+\.js$/u.test(name));
  expect(deciding).toHaveLength(1);
  const [place, aside] = [join(action, 'lib', deciding[0] ?? ''), join(action, 'aside.js')];
  renameSync(place, aside);
  try {
    expect(await tick('third')).toEqual(nothing);
  } finally {
    renameSync(aside, place);
  }
  expect([...standIn.world.refs()]).toEqual(stood);

  standIn.world.permissions = null;
  const folder = `${standIn.folder}/player`;
  const { repository } = await openAt(standIn, folder);
  const begun = (await readBranch(repository, 'main')) ?? '';
  const before = (await readContent({ repository }, begun)).get(VOTES) ?? '';
  const head = await writeCommit(repository, {
    parents: [begun],
    changes: new Map([[VOTES, before.replace('[48 hours](#value:window)', '[6 hours](#value:window)')]]),
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
  expect((await readContent(after, main)).get(VOTES)).toContain('[6 hours](#value:window)');
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
  expect(await replay(await openClone(mirror))).toEqual({ same: true, lines: 1, stopped: [], since: null });

  // New value of is voted on next has made no commit on main, and seen by everybody all the same.
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
  // A second game begins in a folder, and has its own place on the pages.
  const { runner: beside } = machine('beside');
  standIn.world.permissions = jobOf('setup.yml', 'setup', action).permissions;
  const pier = { ...given, 'inputs.name': 'Pier', 'inputs.path': 'games/pier' };
  expect(await runJob('setup.yml', 'setup', { ...beside, given: pier })).toContain('The game has begun');
  expect(await tick('pier', 'games/pier')).toMatchObject({ publish: true });
  const { output: published, runner: publishing } = machine('publish', true);
  standIn.world.permissions = jobOf('publish.yml', 'build', action).permissions;
  await runJob('publish.yml', 'build', {
    ...publishing,
    given: {
      ...GIVEN,
      'github.api_url': standIn.api,
      'github.repository': 'o/r',
      'steps.pages.outputs.games': 'content/game.yml games/pier/content/game.yml',
      'steps.pages.outputs.base': '/r/',
      'steps.pages.outputs.origin': 'https://o.github.io',
    },
  });
  const refs = standIn.world.refs();
  expect(readFileSync(published, 'utf8')).toBe(
    `games=content/game.yml games/pier/content/game.yml\nthere=true\norigin=https://o.github.io\nbase=/r/\nmain=${refs.get('refs/heads/main')}\njournal=${refs.get('refs/heads/journal')} ${refs.get('refs/heads/journal-games--pier')}\n`,
  );
  const page = (path: string): string => readFileSync(join(publishing.folder, 'dist', path), 'utf8');
  expect(page('index.html')).toContain('Harbour');
  expect(page('index.html')).toContain('href="/r/');
  expect(page('index.html')).toContain('Bells');
  expect(page('index.html')).not.toContain('Nothing is being voted on');
  expect(page('games/pier/index.html')).toContain('Pier');
  expect(page('games/pier/index.html')).toContain('href="/r/games/pier/');
  expect(page('games/pier/index.html')).not.toContain('Bells');
  expect(page(`matters/${pending}/index.html`)).toMatch(/Dee|dee/u);

  // In a clone the command line, installed as package.json says, does the same with a token of one's own.
  const installed = join(publishing.folder, 'node_modules/gitnomic');
  mkdirSync(dirname(installed), { recursive: true });
  symlinkSync(action, installed);
  const env = { ...publishing.environment, GITHUB_TOKEN: standIn.world.account('bo').token };
  const words = [join(installed, 'bin/gitnomic.mjs'), 'status'];
  standIn.world.permissions = null;
  const { stdout } = await run(NODE, words, { cwd: publishing.folder, env });
  expect(stdout).toContain('[Core] Bells');

  // By hand, and with the consent of enough players, the game goes back to where it began.
  const talk = await later.open(dee, { kind: 'story', title: 'Back', text: 'Shall we?' });
  const recover = async (name: string): Promise<string> => {
    const { runner: recovering } = machine(name);
    const { login: GITHUB_ACTOR, id } = standIn.world.account('dee');
    const environment = { ...recovering.environment, GITHUB_ACTOR, GITHUB_ACTOR_ID: String(id) };
    standIn.world.permissions = jobOf('recover.yml', 'recover', action).permissions;
    return runJob('recover.yml', 'recover', {
      ...recovering,
      environment,
      given: { ...GIVEN, 'inputs.to': begun, 'inputs.post': talk },
    }).finally(() => (standIn.world.permissions = null));
  };
  for (const person of [ana, bo]) await later.comment(person, talk, `I consent to ${begun}.`);
  await expect(recover('too-few')).rejects.toMatchObject({
    stdout: expect.stringContaining('consent of more than half') as string,
  });
  for (const person of [cy, dee]) await later.comment(person, talk, `I consent to ${begun}.`);
  expect(await recover('recover')).toContain(`The game is back at ${begun.slice(0, 10)}`);
  const back = await openAt(standIn, `${standIn.folder}/back`);
  const now = (await readBranch(back.repository, 'main')) ?? '';
  expect((await readContent(back, now)).get(VOTES)).toBe(before);
}, 900_000);
