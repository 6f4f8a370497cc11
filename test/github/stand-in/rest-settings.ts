import { execFileSync } from 'node:child_process';

import { z } from 'zod';

import { read, Refused, writer, type Asked, type Route } from './asked.ts';
import type { World } from './world.ts';

const workflow = (world: World, name: string) => ({
  id: world.workflows.indexOf(name) + 1,
  name,
  path: `.github/workflows/${name}`,
  state: world.states[name] ?? 'active',
});

function workflowCalled({ world }: Asked, name: string): ReturnType<typeof workflow> {
  if (!world.workflows.includes(name)) throw new Refused(404, 'Not Found');
  return workflow(world, name);
}

const gitIn = (world: World, words: readonly string[], env: Record<string, string> = {}): string =>
  execFileSync('git', ['--git-dir', world.gitdir, ...words], { env: { ...process.env, ...env } })
    .toString()
    .trim();

function assertRef({ world }: Asked, name: string): void {
  if (!world.refs().has(`refs/${name}`)) throw new Refused(422, 'Reference does not exist');
}

function moveRef(asked: Asked, words: readonly string[]): void {
  writer(asked);
  gitIn(asked.world, ['update-ref', ...words]);
  asked.world.notePushes(asked.by);
}

/** What a repository is set to, as far as an owner or a workflow may read it. */
export const SETTINGS_ROUTES: Readonly<Record<string, Route>> = {
  'GET actions/permissions': () => {
    throw new Refused(403, 'Resource not accessible by integration');
  },
  'GET actions/permissions/fork-pr-contributor-approval': () => {
    throw new Refused(403, 'Resource not accessible by integration');
  },
  'GET actions/workflows': ({ world }) => {
    const workflows = world.workflows.map((name) => workflow(world, name));
    return [200, { total_count: workflows.length, workflows }];
  },
  'GET actions/workflows/S': (asked, name) => [200, workflowCalled(asked, name)],
  'PUT actions/workflows/S/enable': (asked, name) => {
    writer(asked);
    workflowCalled(asked, name);
    delete asked.world.states[name];
    return [204];
  },
  'GET actions/workflows/S/runs': ({ world }, name) => {
    const started = world.dispatched.flatMap(({ workflow: of, sha }, index) =>
      of === name ? [{ id: index + 1, head_sha: sha, event: 'workflow_dispatch', at: world.now }] : [],
    );
    const byClock = world.clockRuns.map((at, index) => ({
      id: 1000 + index,
      head_sha: '',
      event: 'schedule',
      at,
    }));
    const runs = [...started, ...(name === 'clock.yml' ? byClock : [])].map(({ at, ...run }) => ({
      ...run,
      created_at: at,
      run_started_at: at,
    }));
    return [200, { total_count: runs.length, workflow_runs: runs.toReversed() }];
  },
  'GET actions/runs/N/jobs': ({ world }, run) => {
    const at = { created_at: world.now, started_at: world.now };
    const jobs = [{ id: Number(run), run_id: Number(run), name: 'build', status: 'in_progress', ...at }];
    return [200, { total_count: 1, jobs }];
  },
  'GET rulesets': () => [200, []],
  'GET rules/branches/S': () => [200, []],
  'GET commits/S': ({ world }, ref) => {
    const sha = world.refs().get(`refs/heads/${ref}`);
    if (sha === undefined) throw new Refused(422, `No commit found for SHA: ${ref}`);
    return [200, { sha }];
  },
  // By its whole name, its slashes encoded.
  'DELETE git/refs/S': (asked, name) => {
    assertRef(asked, name);
    moveRef(asked, ['-d', `refs/${name}`]);
    return [204];
  },
  'PATCH git/refs/S': (asked, name) => {
    const { sha } = read(z.object({ sha: z.string(), force: z.literal(true) }), asked.body);
    assertRef(asked, name);
    moveRef(asked, [`refs/${name}`, sha]);
    return [200, { ref: `refs/${name}`, object: { type: 'commit', sha } }];
  },
  'POST git/refs': (asked) => {
    const { ref, sha } = read(z.object({ ref: z.string(), sha: z.string() }), asked.body);
    if (asked.world.refs().has(ref)) throw new Refused(422, 'Reference already exists');
    moveRef(asked, [ref, sha]);
    return [201, { ref, object: { type: 'commit', sha } }];
  },
  'GET git/commits/S': ({ world }, sha) => {
    if (!world.hasCommit(sha)) throw new Refused(404, 'Not Found');
    return [200, { sha, tree: { sha: gitIn(world, ['rev-parse', `${sha}^{tree}`]) } }];
  },
  'POST git/commits': (asked) => {
    writer(asked);
    const wanted = z.object({ message: z.string(), tree: z.string(), parents: z.tuple([]) });
    const { message, tree } = read(wanted, asked.body);
    // Two of the same second would be one commit.
    const seconds = Date.parse(asked.world.now) / 1000 + asked.world.pushes.length;
    const who = ['-c', 'user.name=x', '-c', 'user.email=x@x.invalid'];
    const env = { GIT_AUTHOR_DATE: `${seconds} +0000`, GIT_COMMITTER_DATE: `${seconds} +0000` };
    return [201, { sha: gitIn(asked.world, [...who, 'commit-tree', tree, '-m', message], env) }];
  },
  'DELETE labels/S': (asked, name) => {
    writer(asked);
    const at = asked.world.labels.findIndex((label) => label.name === name);
    if (at === -1) throw new Refused(404, 'Not Found');
    asked.world.labels.splice(at, 1);
    return [204];
  },
};
