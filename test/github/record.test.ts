import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';

import type { Person } from '../../src/forge/events.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { openAt, startWithEngine } from './game-at.ts';
import { jobOf, runJob } from './run-job.ts';
import { handsAt } from './stand-in/hands.ts';
import type { StandIn } from './stand-in/server.ts';

const run = promisify(execFile);
const bo: Person = { id: 'bo', name: 'Bo', bot: false };
const file = new URL('../../.github/workflows/tick.yml', import.meta.url);

interface Workflow {
  readonly jobs: {
    readonly record: {
      readonly permissions: Record<string, 'read' | 'write'>;
      readonly steps: readonly [{ readonly run: string; readonly env: Record<string, string> }];
    };
  };
}
const { permissions, steps } = (parse(readFileSync(file, 'utf8')) as Workflow).jobs.record;

let standIn: StandIn;
beforeEach(async () => {
  standIn = await startWithEngine();
});
afterEach(() => standIn.close());

test('whatever moved is published, by the very steps: main, and then the journal alone', async () => {
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
  const publish = async (artifact: string): Promise<string> => {
    world.permissions = start.permissions;
    await runJob('tick.yml', 'follow', { ...runner, steps: ['publish'], given });
    world.permissions = deploy.permissions;
    const at = (branch: string): string => world.refs().get(`refs/heads/${branch}`) ?? '';
    const built = {
      'needs.build.outputs.main': at('main'),
      'needs.build.outputs.journal': at('journal'),
      'needs.build.outputs.artifact': artifact,
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
  expect(await publish('5')).toContain('Pages has these pages already.');
  expect(world.pages.size).toBe(5);
  expect(new Set(world.dispatched.map(({ workflow }) => workflow))).toEqual(new Set(['publish.yml']));
  expect(world.failures).toEqual([]);
});

/** The very step of the workflow, in the shell that a runner has, with what GitHub would put into its environment. */
async function record(head: string, action: string, at: string): Promise<void> {
  const [{ run: script, env }] = steps;
  const given: Record<string, string> = {
    'github.token': 'token-of-github-actions[bot]',
    'github.api_url': standIn.api,
    'github.repository': 'o/r',
    'github.event.pull_request.head.sha': head,
    'github.event.pull_request.number': '1',
    'github.event.action': action,
    'github.event.pull_request.updated_at': at,
  };
  const fill = (text: string): string =>
    text.replaceAll(/\$\{\{ ([\w.]+) \}\}/gu, (_, name: string) => {
      const value = given[name];
      if (value === undefined) throw new Error(`The step asks for ${name}.`);
      return value;
    });
  const environment = Object.fromEntries(Object.entries(env).map(([key, text]) => [key, fill(text)]));
  await run('bash', ['-e', '-c', script], { env: { PATH: process.env['PATH'], ...environment } });
}

test('the job that records heads writes what the engine reads as the time of a push', async () => {
  const { world, folder } = standIn;
  world.permissions = permissions;
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
