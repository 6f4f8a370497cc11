// The Action's runs from end to end, on the stand-in for GitHub: what each says, hands on and leaves behind.
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import {
  beginHall,
  environmentAt,
  HALL_SEED,
  openAt,
  startWithEngine,
} from '../../../../test/github/game-at.ts';
import { handsAt } from '../../../../test/github/stand-in/hands.ts';
import type { StandIn } from '../../../../test/github/stand-in/server.ts';
import type { Forge } from '../../../forge/port.ts';
import { readBranch } from '../../../repository/refs.ts';
import { readTree } from '../../../repository/read-tree.ts';
import { writeCommit } from '../../../repository/write-commit.ts';
import { kernelCaches as caches } from '../../../scenario/on-kernel/fixtures/runner.ts';
import { GAME_FILE } from '../../../store/paths.ts';
import { readContent } from '../../../tick/observe.ts';
import { person } from '../../../tick/fixtures/embedded-game.ts';
import { offerCommandLine } from './command-line.ts';
import type { ActionEnvironment } from './environment.ts';
import { runAction } from './main.ts';
import { readNotes, writeNotes } from './notes.ts';
import { runRecover } from './run-recover.ts';
import { readWish, runSetup } from './run-setup.ts';
import { actAsApp, runTick, type RunOptions } from './run-tick.ts';

const NAMES = ['ana', 'bo', 'cy'];
let standIn: StandIn;
let environment: ActionEnvironment;
let said = '';
beforeEach(async () => {
  standIn = await startWithEngine();
  environment = environmentAt(standIn);
  said = '';
});
afterEach(() => standIn.close());

const options = (more: Partial<RunOptions> = {}): RunOptions => ({
  environment,
  now: () => standIn.world.now,
  say: (text) => void (said += text),
  paced: false,
  caches,
  ...more,
});

/** A run: its exit code, what it said, and what it handed on. */
async function run(more: Partial<RunOptions> = {}): Promise<{ code: number; said: string; given: string }> {
  said = '';
  writeFileSync(join(standIn.folder, 'output'), '');
  rmSync(join(standIn.folder, 'summary'), { force: true });
  const code = await runTick(options(more));
  return { code, said, given: readFileSync(join(standIn.folder, 'output'), 'utf8') };
}
const summary = (): string => readFileSync(join(standIn.folder, 'summary'), 'utf8');

const plus = (time: string, minutes: number): string =>
  `${new Date(Date.parse(time) + minutes * 60_000).toISOString().slice(0, 19)}Z`;

let openings = 0;
const reader = (): Promise<Forge> => openAt(standIn, join(standIn.folder, `reader-${openings++}`));
const mainOf = async (forge: Forge): Promise<string> => (await readBranch(forge.repository, 'main')) ?? '';

/** Main with another game file, whoever pushed it. */
async function pushGameFile(change: (text: string) => string): Promise<void> {
  const forge = await reader();
  const main = await mainOf(forge);
  const text = (await readContent(forge, main)).get(GAME_FILE) ?? '';
  const commit = await writeCommit(forge.repository, {
    parents: [main],
    changes: new Map([[GAME_FILE, change(text)]]),
    author: { name: 'ana', email: '', at: standIn.world.now },
    message: 'x\n',
  });
  expect(await forge.advance('main', main, commit)).toBe('advanced');
}

test('a run does what is due and hands on what comes next; one without news only looks', async () => {
  expect(await run()).toEqual({
    code: 0,
    said: 'No game is played in this repository yet: run the workflow “Set up”.\n',
    given: '',
  });
  const { thread } = await beginHall(standIn, NAMES);
  const first = await run();
  expect(first).toMatchObject({ code: 0, given: 'wake=\npublish=true\n' });
  expect(first.said).toContain('issue forms for what the rules offer');
  expect(summary()).toBe(first.said);
  await run();
  const quiet = await run();
  expect(quiet).toEqual({ code: 0, said: 'Everything is up to date.\n', given: 'wake=\npublish=false\n' });
  // It needs no rules for that, and still knows when to look again.
  const engine = await reader();
  const notes = await readNotes(engine);
  const soon = plus(standIn.world.now, 20);
  await writeNotes(engine, { ...notes, quiet: { ...notes.quiet, due: soon } as never }, standIn.world.now);
  expect(await run({ caches: null as never })).toMatchObject({
    code: 0,
    given: `wake=${soon}\npublish=false\n`,
  });
  // A digest may be due although nothing happened.
  const tell = vi.fn<() => Promise<string[]>>(async () => ['The receiver chat can’t be told.']);
  const found = async () => ({ teller: tell, problems: ['GITNOMIC_NOTICES can’t be read.'] });
  const told = await run({ finders: [found] });
  expect(tell).toHaveBeenCalledOnce();
  expect(told.said).toMatch(
    /^::warning::GITNOMIC_NOTICES can’t be read\.\n::warning::The receiver chat can’t be told\.\n/u,
  );
  const { table } = await hands();
  await table.comment(person('bo'), thread, '/recover');
  const asked = await run();
  expect([asked.code, asked.said]).toEqual([
    0,
    expect.stringMatching(/^- Nothing was changed: Only an Admin can do this/u),
  ]);
  await expect(
    runRecover(options(), { GITHUB_ACTOR: 'ana', GITHUB_ACTOR_ID: idOf('ana') }),
  ).rejects.toMatchObject({ code: 'not-broken' });
  await expect(
    runRecover(options(), { GITHUB_ACTOR: 'ana', GITHUB_ACTOR_ID: idOf('ana'), RECOVER_TO: '1234567' }),
  ).rejects.toMatchObject({ code: 'no-such-moment' });
  for (const given of [{ GITHUB_ACTOR: 'ana' }, { GITHUB_ACTOR_ID: '1' }])
    await expect(runRecover(options(), given)).rejects.toThrow('the workflow “Recover”');
});

const idOf = (name: string): string => String(standIn.world.account(name).id);
async function hands(): Promise<{ readonly table: ReturnType<typeof handsAt> }> {
  const folder = join(standIn.folder, 'hands');
  return { table: handsAt(standIn, await openAt(standIn, folder), folder) };
}

test('a failing run tells the Admins why until one succeeds, and keeps its secrets', async () => {
  await beginHall(standIn, NAMES);
  await pushGameFile((text) => text.replace('repository: o/r', 'repository: o/r\n  path: pier'));
  const failed = await run();
  expect([failed.code, failed.given]).toEqual([1, '']);
  expect(failed.said).toMatch(/^::error::[^\n]*The game in \. says that it is played in pier\.[^\n]*\n$/u);
  expect(summary()).toContain('played in pier');
  const trouble = standIn.world.posts.find(({ title }) => title === 'The game is stuck');
  expect(trouble).toMatchObject({ closed: false, body: expect.stringContaining('@o') as string });
  await pushGameFile((text) => text.replace('\n  path: pier', ''));
  expect((await run()).code).toBe(0);
  expect(trouble?.closed).toBe(true);
  // A limit is no failure: the next run goes on.
  const limit = {
    status: 403,
    message: 'API rate limit exceeded',
    headers: { 'x-ratelimit-reset': '1624010400' },
  };
  for (let n = 0; n < 9; n++) standIn.world.faults.push(limit);
  expect(await run()).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^::warning::.*Nothing is lost: the next run goes on\.\n$/u) as string,
  });
  standIn.world.faults.length = 0;
  const finders = [() => Promise.reject(new Error(`It says ${HALL_SEED}.`))];
  expect(await run({ finders })).toMatchObject({ code: 1, said: '::error::It says ***.\n' });
  expect(summary()).toBe('It says ***.\n');
  expect(trouble?.closed).toBe(false);
  // If the Admins can’t be told there either, the log says that as well.
  const mute = [
    () => {
      for (let n = 0; n < 9; n++) standIn.world.faults.push(limit);
      return Promise.reject(new Error('It broke.'));
    },
  ];
  const muted = await run({ finders: mute });
  expect(muted).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^::error::It broke\.\n::warning::[^\n]+\n$/u) as string,
  });
  standIn.world.faults.length = 0;
});

const WISH = { GAME_NAME: 'Pier', GAME_CORE: '2021', GAME_DYNASTY: 'proving', GAME_ADMINS: '@ana, bo' };

test('set-up begins a game once, with its Admins and the dice that it can have', async () => {
  const { world } = standIn;
  for (const name of NAMES) world.account(name, { permission: 'write' });
  Object.assign(world, { isPrivate: true, owner: 'User' });
  await runSetup(options(), readWish(WISH));
  expect(said).toMatch(
    /^The game has begun at [0-9a-f]{7}; issue \d+ welcomes players\.\n::notice::.*\n::warning::/u,
  );
  const forge = await reader();
  const files = await readContent(forge, await mainOf(forge));
  expect(files.get(GAME_FILE)).toMatch(/name: Pier\n[^]*source: committed/u);
  expect(files.get('content/gamestate/players/bo.md')).toContain('admin: true');
  expect(files.has('content/gamestate/players/cy.md')).toBe(false);
  expect(world.posts).toMatchObject([{ title: 'Welcome to Pier', closed: false }]);
  await expect(runSetup(options(), readWish(WISH))).rejects.toMatchObject({ code: 'game-there' });
  expect(() => readWish({ ...WISH, GAME_NAME: ' ', GAME_ADMINS: '' })).toThrow('GAME_NAME, GAME_ADMINS');
});

test('set-up replaces the template’s game, and keeps its look and its language', async () => {
  for (const name of NAMES) standIn.world.account(name, { permission: 'write' });
  const forge = await reader();
  const files = {
    [GAME_FILE]: 'name: Template\n',
    'content/ruleset/core/old.md': '---\ntitle: Old\n---\nOld.\n',
    'content/site.yml': 'language: eo\n',
    'content/languages/eo.yml': 'Welcome to {1}: Bonvenon al {1}\n',
    'README.md': '# Ours\n',
  };
  const commit = await writeCommit(forge.repository, {
    parents: [],
    changes: new Map(Object.entries(files)),
    author: { name: 'ana', email: '', at: standIn.world.now },
    message: 'x\n',
  });
  await forge.advance('main', null, commit);
  const { GITNOMIC_DICE_SEED: _, ...seedless } = environment;
  await runSetup(options({ environment: seedless }), readWish({ ...WISH, GAME_DYNASTY: undefined }));
  expect(said).toMatch(/^The game has begun at [0-9a-f]{7}; issue \d+ welcomes players\.\n$/u);
  expect(standIn.world.posts).toMatchObject([{ title: 'Bonvenon al Pier' }]);
  const again = await reader();
  const { files: after } = await readTree(again.repository, await mainOf(again), {
    under: ['content', 'README.md'],
  });
  expect(after.has('content/ruleset/core/old.md')).toBe(false);
  expect([...after.keys()].filter((one) => one.includes('proving'))).toEqual([]);
  for (const path of ['README.md', 'content/site.yml', 'content/languages/eo.yml'] as const)
    expect(after.get(path)?.text).toBe(files[path]);
  expect(after.get(GAME_FILE)?.text).toMatch(/name: Pier\n[^]*source: drand/u);
  expect((await run()).code).toBe(0);
});

test('without an App a run acts as the workflow', async () => {
  for (const given of [{}, { GITNOMIC_APP: 'x' }, { GITNOMIC_APP_KEY: 'y' }]) {
    const asked = options({ environment: { ...environment, ...given } });
    expect(await actAsApp(asked)).toBe(asked);
  }
});

test('the Action runs what its input names, and fails with a single line', async () => {
  const before = process.exitCode;
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
  const exit = async (given: NodeJS.ProcessEnv): Promise<unknown> => {
    said = '';
    await runAction(given, []);
    return [process.exitCode, said];
  };
  try {
    expect(await exit({ INPUT_RUN: 'dance' })).toEqual([
      1,
      '::error::The Action has no run “dance”; there are tick, set-up, recover, command-line.\n',
    ]);
    for (const run of ['tick', 'set-up', 'recover', 'command-line'])
      expect(await exit({ INPUT_RUN: run })).toEqual([
        1,
        expect.stringMatching(/^::error::.*set.*\n$|^::error::.*lacks.*\n$/u),
      ]);
    expect(await exit({})).toEqual([1, expect.stringMatching(/^::error::The run's environment lacks /u)]);
    const path = join(standIn.folder, 'path');
    expect(await exit({ INPUT_RUN: 'command-line', RUNNER_TEMP: standIn.folder, GITHUB_PATH: path })).toEqual(
      [0, ''],
    );
    const own = {
      GITHUB_TOKEN: 'token-of-github-actions[bot]',
      GITHUB_REPOSITORY: 'o/r',
      RUNNER_TEMP: standIn.folder,
    };
    const server = { GITHUB_API_URL: standIn.api, GITHUB_SERVER_URL: standIn.api };
    expect(await exit({ ...own, ...server })).toEqual([0, expect.stringContaining('No game is played')]);
  } finally {
    write.mockRestore();
    process.exitCode = before;
  }
});

test('later steps of the job find the command line on their path', () => {
  const path = join(standIn.folder, 'path');
  for (const given of [{}, { RUNNER_TEMP: standIn.folder }, { GITHUB_PATH: path }])
    expect(() => offerCommandLine(given)).toThrow('started by a runner');
  expect(existsSync(path)).toBe(false);
  offerCommandLine({ RUNNER_TEMP: standIn.folder, GITHUB_PATH: path });
  const command = join(standIn.folder, 'gitnomic-bin/gitnomic');
  expect(readFileSync(path, 'utf8')).toBe(`${join(standIn.folder, 'gitnomic-bin')}\n`);
  expect(readFileSync(command, 'utf8')).toMatch(
    /^#!\/bin\/sh\nexec "[^"]+" "[^"]+bin\/gitnomic\.mjs" "\$@"\n$/u,
  );
  expect(statSync(command).mode & 0o111).toBe(0o111);
});
