import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { remoteAt } from '../../forge/github/remote.ts';
import { nodeDisk } from '../../repository/node-disk.ts';
import type { Oid } from '../../repository/oid.ts';
import { createRepository } from '../../repository/repository.ts';
import { held, notSeen, type Assumption, type Sighting } from './assumptions.ts';
import { commitOf, TIMES, PAUSE_MS, unlessAbsent, type Scratch, type Trying } from './scratch.ts';
import { tryIssue } from './try-issue.ts';
import { tryPages } from './try-pages.ts';
import { tryPull } from './try-pull.ts';
import { tryRun } from './try-run.ts';

/** Checks that create something and delete it again: an issue, a label, branches, a pull request. */
export async function tryShapes(trying: Trying): Promise<Sighting[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gitnomic-smoke-'));
  const name = `smoke-${trying.now().replaceAll(/\W/gu, '').toLowerCase()}`;
  try {
    const repository = await createRepository(nodeDisk(folder), 'one.git');
    const other = await createRepository(nodeDisk(folder), 'other.git');
    const { gitUrl: url, token } = trying;
    const remote = remoteAt({ repository, gitdir: join(folder, 'one.git'), url, token });
    const elsewhere = remoteAt({ repository: other, gitdir: join(folder, 'other.git'), url, token });
    const scratch = { ...trying, name, repository, remote, elsewhere };
    const seen: Sighting[] = [];
    for (const [tryShape, assumptions] of TRIES)
      seen.push(
        ...(await tryShape(scratch).catch((error: unknown) =>
          assumptions.map((one) => notSeen(one, String(error))),
        )),
      );
    for (const branch of ['', '-forms', '-base', '-head', '-pages'])
      await removeBranch(scratch, `${name}${branch}`);
    return seen;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const TRIES: readonly (readonly [(scratch: Scratch) => Promise<Sighting[]>, readonly Assumption[]])[] = [
  [tryIssue, ['label-made', 'edits-whole', 'reaction-gone', 'text-whole', 'deleted-gone']],
  [tryRace, ['lost-race', 'old-head', 'activity-soon']],
  [tryFolders, ['forms-pushed', 'workflows-refused']],
  [tryPull, ['draft-told', 'force-told', 'review-whole', 'merged-by-push']],
  [tryRun, ['soon-begun']],
  [tryPages, ['pages-once', 'pages-each-commit']],
];

async function tryRace(scratch: Scratch): Promise<Sighting[]> {
  const { remote, elsewhere, name, witness, pause } = scratch;
  const [one, two] = [await commitOf(scratch, [], 'a', 'one'), await commitOf(scratch, [], 'a', 'two')];
  await remote.push(name, null, one);
  const second = await remote.push(name, null, two);
  await remote.push(name, one, two);
  const fetched = await elsewhere.fetchCommit(one);
  let tries = 0;
  const isListed = async (): Promise<boolean> =>
    JSON.stringify(await witness.get('/activity')).includes(`refs/heads/${name}`);
  while (!(await isListed()) && tries < TIMES) {
    tries += 1;
    await pause(PAUSE_MS);
  }
  return [
    held('lost-race', second === 'moved', `the second push was ${second}`),
    held('old-head', fetched, fetched ? 'it was fetched after a forced push' : 'it was not'),
    held(
      'activity-soon',
      tries < TIMES,
      tries < TIMES ? `within ${(tries * PAUSE_MS) / 1000} s` : `not within ${(TIMES * PAUSE_MS) / 1000} s`,
    ),
  ];
}

async function tryFolders(scratch: Scratch): Promise<Sighting[]> {
  const { remote, name } = scratch;
  const branch = `${name}-forms`;
  const base = await commitOf(scratch, [], 'a', 'base');
  await remote.push(branch, null, base);
  const attempt = async (path: string, on: Oid): Promise<{ readonly said: string; readonly at: Oid }> => {
    const at = await commitOf(scratch, [on], path, 'name: Smoke');
    const said = await remote.push(branch, on, at).catch((error: unknown) => (error as Error).message);
    return { said, at: said === 'advanced' ? at : on };
  };
  const { said: workflows, at } = await attempt('.github/workflows/smoke-try.yml', base);
  const { said: forms } = await attempt('.github/ISSUE_TEMPLATE/smoke-try.yml', at);
  return [
    held('forms-pushed', forms === 'advanced', forms),
    workflows === 'advanced'
      ? notSeen('workflows-refused', 'this token may, since it is a person’s own')
      : held('workflows-refused', workflows !== 'moved', workflows),
  ];
}

async function removeBranch({ witness: { octokit, owner, repo } }: Scratch, branch: string): Promise<void> {
  const ref = { owner, repo, ref: `heads/${branch}` };
  await octokit.request('DELETE /repos/{owner}/{repo}/git/refs/{ref}', ref).catch(unlessAbsent);
}
