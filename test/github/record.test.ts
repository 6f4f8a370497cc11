import { readFileSync } from 'node:fs';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { Person } from '../../src/forge/events.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { openAt, startWithEngine } from './game-at.ts';
import { jobOf, runJob } from './run-job.ts';
import { handsAt } from './stand-in/hands.ts';
import type { StandIn } from './stand-in/server.ts';

const bo: Person = { id: 'bo', name: 'Bo', bot: false };

let standIn: StandIn;
beforeEach(async () => {
  standIn = await startWithEngine();
});
afterEach(() => standIn.close());

test('publishes whatever moved, by the very steps: main, then the journal alone; by hand, in any case', async () => {
  const { world } = standIn;
  const forge = await openAt(standIn);
  const began = await writeCommit(forge.repository, {
    parents: [],
    changes: new Map([['a', '0']]),
    author: { name: 'x', email: '', at: world.now },
    message: '0',
  });
  await forge.advance('main', null, began);
  const token = 'token-of-github-actions[bot]';
  const [start, deploy] = [jobOf('tick.yml', 'follow'), jobOf('publish.yml', 'deploy')];
  const output = `${standIn.folder}/pages-output`;
  const runner = {
    folder: standIn.folder,
    environment: {
      ...process.env,
      RUNNER_TEMP: standIn.folder,
      GITHUB_OUTPUT: output,
      ACTIONS_ID_TOKEN_REQUEST_URL: `${standIn.api}/oidc?api-version=2`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: token,
    },
  };
  const given = { 'github.token': token, 'github.api_url': standIn.api, 'github.repository': 'o/r' };
  /** As a tick starts Publish, and Publish gives Pages what it built. */
  const publish = async (artifact: string, begunBy = 'Bot'): Promise<string> => {
    world.permissions = start.permissions;
    await runJob('tick.yml', 'follow', { ...runner, steps: ['publish'], given });
    world.permissions = deploy.permissions;
    const at = (branch: string): string => world.refs().get(`refs/heads/${branch}`) ?? '';
    const built = {
      'needs.build.outputs.main': at('main'),
      'needs.build.outputs.journal': at('journal'),
      'needs.build.outputs.artifact': artifact,
      'github.event_name': 'workflow_dispatch',
      'github.event.sender.type': begunBy,
    };
    const said = await runJob('publish.yml', 'deploy', { ...runner, given: { ...given, ...built } });
    world.permissions = null;
    return said;
  };
  const tips = { main: began as string | null, journal: null as string | null };
  const move = async (branch: 'journal' | 'main', text: string): Promise<void> => {
    const before = tips[branch];
    const next = await writeCommit(forge.repository, {
      parents: before === null ? [] : [before],
      changes: new Map([['a', text]]),
      author: { name: 'x', email: '', at: world.now },
      message: text,
    });
    await forge.advance(branch, before, next);
    tips[branch] = next;
  };
  // A proposal, a vote, an enactment with what led to it, and a vote again: each is to be seen.
  const moves = [['journal'], ['journal'], ['main', 'journal'], ['journal']] as const;
  await publish('0');
  for (const [index, branches] of moves.entries()) {
    for (const branch of branches) await move(branch, `${index} ${branch}`);
    await publish(String(index + 1));
    expect([...world.pages.values()].at(-1)).toBe(String(index + 1));
  }
  expect(readFileSync(output, 'utf8')).toContain('page_url=https://o.github.io/r/');
  expect(await publish('5')).toContain('Pages has these pages already');
  expect(world.pages.size).toBe(5);
  // By hand the same pages are published again, as often as somebody asks.
  for (const artifact of ['6', '7']) {
    await publish(artifact, 'User');
    expect([...world.pages.values()].at(-1)).toBe(artifact);
  }
  expect(new Set(world.dispatched.map(({ workflow }) => workflow))).toEqual(new Set(['publish.yml']));
  expect(world.failures).toEqual([]);
});

const TOKEN = 'token-of-github-actions[bot]';
/** Steps of the job that an event begins, with what GitHub would put into them. */
async function onEvent(
  steps: readonly string[],
  own: Readonly<Record<string, string>>,
  job = 'events',
): Promise<string> {
  const { world, api, folder } = standIn;
  world.permissions = jobOf(`${job}.yml`, job).permissions;
  const given = {
    'github.token': TOKEN,
    'github.api_url': api,
    'github.repository': 'o/r',
    'inputs.games': '.',
    'github.event.pull_request.number': '1',
    ...own,
  };
  const environment = { ...process.env, RUNNER_TEMP: folder };
  const said = await runJob(`${job}.yml`, job, { folder, environment, steps, given });
  world.permissions = null;
  return said;
}
const record = async (head: string, action: string, at: string): Promise<void> => {
  const pull = 'github.event.pull_request';
  await onEvent(['record'], {
    [`${pull}.head.sha`]: head,
    'github.event.action': action,
    [`${pull}.updated_at`]: at,
  });
};

test.each(['events', 'clock'])(
  '%s starts a tick of each game, and doesn’t fail if GitHub starts none',
  async (job) => {
    const { world } = standIn;
    const forge = await openAt(standIn);
    const about = { author: { name: 'x', email: '', at: world.now }, message: '0', parents: [] };
    await forge.advance(
      'main',
      null,
      await writeCommit(forge.repository, { ...about, changes: new Map([['a', '0']]) }),
    );
    expect(await onEvent(['start'], { 'inputs.games': '., games/pier' }, job)).toBe('');
    expect(world.dispatched.map(({ workflow, inputs }) => [workflow, inputs])).toEqual([
      ['tick.yml', { path: '.' }],
      ['tick.yml', { path: 'games/pier' }],
    ]);
    world.workflows.splice(world.workflows.indexOf('tick.yml'), 1);
    expect(await onEvent(['start'], {}, job)).toContain('::warning::GitHub started no Tick for .');
  },
);

test('the step that records heads writes what the engine reads as the time of a push', async () => {
  const { world, folder } = standIn;
  const forge = await openAt(standIn);
  const commit = (parents: string[], text: string): Promise<string> =>
    writeCommit(forge.repository, {
      parents,
      changes: new Map([['a', text]]),
      author: { name: 'x', email: '', at: world.now },
      message: text,
    });
  const one = await commit([], '1');
  const two = await commit([one], '2');
  const table = handsAt(standIn, forge, `${folder}/client`);
  const post = await table.open(bo, { kind: 'proposal', title: 'Night', text: '', head: one });
  const [opened] = world.posts;
  if (opened !== undefined) opened.fork = true;
  await record(one, 'opened', '2021-06-18T09:00:01Z');
  await table.push(bo, post, two);
  await record(two, 'synchronize', '2021-06-18T09:20:00Z');
  expect(world.failures).toEqual([]);
  expect(world.checks).toMatchObject([
    { name: 'Gitnomic head', head: one, conclusion: 'neutral' },
    { name: 'Gitnomic head', head: two, title: 'Pushed at 2021-06-18T09:20:00Z' },
  ]);
  world.permissions = null;
  world.now = '2021-06-18T11:00:00Z';
  const { events } = await forge.observe(null);
  expect(events).toMatchObject([
    { type: 'opened', head: { oid: one } },
    { type: 'pushed', head: two, at: '2021-06-18T09:20:00Z' },
  ]);
});
