// The cost of a tick on GitHub: requests and points with no news at 10, 100 and 1,000 open pull requests, one
// of them with hundreds of comments and reactions, and after a stranger's flood; the time of a game's first
// tick at GitHub's pace; and the time of one idle tick against the stand-in, including loading, compared with
// starting Node. Also the size of what a runner fetches for a tick.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { buildAction, mostMegabytes } from '../scripts/build-action/build.ts';
import { readEnvironment } from '../src/host/github/action/environment.ts';
import { readWish, runSetup } from '../src/host/github/action/run-setup.ts';
import { runTick } from '../src/host/github/action/run-tick.ts';
import { openAt, startWithEngine } from '../test/github/game-at.ts';
import { flood, HOSTILE, idleCost, openCrowd, requestBar } from '../test/github/stand-in/crowd.ts';
import type { StandIn } from '../test/github/stand-in/server.ts';
import { median, report } from './measure.ts';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/u, '');
const RUNS = 7;
const COMMENTS = 3;

/** Opens this many pull requests, each with a few comments and one with many, and looks once before measuring. */
async function measureRequests(matters: number): Promise<void> {
  const standIn = await startWithEngine();
  try {
    const { world } = standIn;
    const crowd = { matters, comments: COMMENTS, many: { comments: 250, reactions: 130 } };
    openCrowd(world, world.account('Bo'), crowd);
    const forge = await openAt(standIn);
    const { mark } = await forge.observe(null);
    world.requests.length = 0;
    world.points = 0;
    const { events } = await forge.observe(mark);
    if (events.length > 0) throw new Error('something was new, so nothing idle was measured');
    const bar = requestBar(crowd);
    report({ bench: 'github-idle-requests', matters, requests: world.requests.length, bar });
    // GitHub gives a workflow's token 1,000 points an hour.
    report({ bench: 'github-idle-points', matters, points: world.points, ofAnHour: world.points / 1000 });
  } finally {
    await standIn.close();
  }
}

function environmentOf(standIn: StandIn): Record<string, string> {
  return {
    GITHUB_TOKEN: 'token-of-github-actions[bot]',
    GITHUB_REPOSITORY: 'o/r',
    GITHUB_API_URL: standIn.api,
    GITHUB_SERVER_URL: standIn.api,
    RUNNER_TEMP: standIn.folder,
    GITNOMIC_DICE_SEED: '7'.repeat(64),
  };
}

/** Runs another process and returns the milliseconds from its start to its end. */
function timeOf(words: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(process.execPath, words, { env: { ...process.env, ...env }, cwd: root });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => {
      const idle = said === '' || said.includes('Everything is up to date.');
      if (code === 0 && idle) resolve(performance.now() - start);
      else reject(new Error(`It ended with ${code}: ${said}`));
    });
  });
}

/** The first tick creates labels, forms and posts, at the pace that GitHub demands. */
async function measureFirstTick(): Promise<void> {
  const standIn = await startWithEngine();
  try {
    standIn.world.account('ana', { permission: 'write' });
    const environment = readEnvironment(environmentOf(standIn));
    const options = { environment, now: () => standIn.world.now, say: () => undefined };
    const wish = { GAME_NAME: 'Harbour', GAME_CORE: '2021', GAME_DYNASTY: 'crypt', GAME_ADMINS: 'ana' };
    await runSetup({ ...options, paced: false }, readWish(wish));
    const start = performance.now();
    if ((await runTick({ ...options, paced: true })) !== 0) throw new Error('the first tick failed');
    const labels = standIn.world.labels.length;
    report({ bench: 'github-first-tick', ms: performance.now() - start, labels, barMs: 20_000 });
  } finally {
    await standIn.close();
  }
}

/** Runs the Action as a runner does, without compiling anything first. */
async function measureIdleTick(action: string): Promise<void> {
  const standIn = await startWithEngine();
  try {
    standIn.world.account('ana', { permission: 'write' });
    standIn.world.now = `${new Date().toISOString().slice(0, 19)}Z`;
    const env = environmentOf(standIn);
    const options = {
      environment: readEnvironment(env),
      now: () => standIn.world.now,
      say: () => undefined,
      paced: false,
    };
    const wish = { GAME_NAME: 'Harbour', GAME_CORE: '2021', GAME_DYNASTY: 'proving', GAME_ADMINS: 'ana' };
    await runSetup(options, readWish(wish));
    for (let n = 0; n < 3; n += 1) await runTick(options);
    const tick = [join(action, 'action/action.mjs')];
    await timeOf(tick, env);
    const pairs: [number, number][] = [];
    for (let n = 0; n < RUNS; n += 1) pairs.push([await timeOf(tick, env), await timeOf(['-e', '0'], {})]);
    report({
      bench: 'github-idle-tick',
      peer: 'node -e 0',
      ms: median(pairs.map(([ms]) => ms)),
      peerMs: median(pairs.map(([, ms]) => ms)),
      ratio: median(pairs.map(([ms, start]) => ms / start)),
      bar: 20,
    });
  } finally {
    await standIn.close();
  }
}

/** Measures what a runner fetches before a tick: the Action, packed by GitHub as a tag. */
function measureAction(folder: string): void {
  execFileSync('tar', ['-czf', 'action.tar.gz', 'action'], { cwd: folder });
  const { size } = statSync(join(folder, 'action.tar.gz'));
  report({ bench: 'github-action-size', megabytes: size / 1_000_000, bar: mostMegabytes });
}

/** Measures a look before and after a stranger has opened 2,000 issues and commented as often on a matter. */
async function measureFlood(): Promise<void> {
  const standIn = await startWithEngine();
  try {
    const { world } = standIn;
    const [matter] = openCrowd(world, world.account('Bo'), { matters: 1, comments: COMMENTS });
    if (matter === undefined) throw new Error('nothing was opened');
    world.label(matter, world.account('github-actions[bot]'), ['game/pending']);
    const forge = await openAt(standIn);
    const before = await idleCost(standIn, forge);
    flood(world, world.account('eve'), matter, 2000, HOSTILE);
    const after = await idleCost(standIn, forge);
    report({
      bench: 'github-flood',
      posts: 2000,
      requests: after.requests,
      requestsBefore: before.requests,
      points: after.points,
      pointsBefore: before.points,
      ratio: Math.max(after.requests / before.requests, after.points / before.points),
      bar: 2,
    });
  } finally {
    await standIn.close();
  }
}

for (const matters of [10, 100, 1000]) await measureRequests(matters);
await measureFlood();
await measureFirstTick();
const folder = mkdtempSync(join(tmpdir(), 'gitnomic-action-'));
try {
  const action = join(folder, 'action');
  await buildAction(root, action, { repository: 'OWNER/gitnomic', version: '0.0.0' });
  await measureIdleTick(action);
  measureAction(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
