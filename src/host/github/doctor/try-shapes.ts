import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { asking } from '../../../forge/github/client.ts';
import { readPosts } from '../../../forge/github/read.ts';
import { remoteAt, type Remote } from '../../../forge/github/remote.ts';
import { nodeDisk } from '../../../repository/node-disk.ts';
import type { Oid } from '../../../repository/oid.ts';
import { createRepository, type Repository } from '../../../repository/repository.ts';
import { writeCommit } from '../../../repository/write-commit.ts';
import { held, notSeen, type Assumption, type Sighting } from './assumptions.ts';
import type { Witness } from './witness.ts';

export interface Trying {
  readonly witness: Witness;
  readonly gitUrl: string;
  readonly token: string;
  readonly now: () => string;
  readonly pause: (ms: number) => Promise<unknown>;
}

interface Scratch extends Trying {
  readonly name: string;
  readonly repository: Repository;
  readonly remote: Remote;
  /** A machine that has fetched nothing yet. */
  readonly elsewhere: Remote;
}

const LONGEST = 65_536;
const LOOKS = 30;
const PAUSE_MS = 2000;

/** The checks that make something and take it away again: an issue, a label, branches, a pull request. */
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
    for (const [look, assumptions] of TRIES)
      seen.push(
        ...(await look(scratch).catch((error: unknown) =>
          assumptions.map((one) => notSeen(one, String(error))),
        )),
      );
    for (const branch of ['', '-forms', '-base', '-head']) await removeBranch(scratch, `${name}${branch}`);
    return seen;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const TRIES: readonly (readonly [(scratch: Scratch) => Promise<Sighting[]>, readonly Assumption[]])[] = [
  [tryIssue, ['label-made', 'edits-whole', 'reaction-gone', 'text-whole']],
  [tryRace, ['lost-race', 'old-head', 'activity-soon']],
  [tryFolders, ['forms-pushed', 'workflows-refused']],
  [tryMerge, ['merged-by-push']],
];

async function tryIssue({ witness, name }: Scratch): Promise<Sighting[]> {
  const { octokit, owner, repo } = witness;
  const on = { owner, repo };
  const { data: issue } = await asking('an issue', () =>
    octokit.request('POST /repos/{owner}/{repo}/issues', { ...on, title: name, body: 'one', labels: [name] }),
  );
  const at = { ...on, issue_number: issue.number };
  const read = async () =>
    (await readPosts({ octokit, owner, name: repo, gaps: [] }, [issue.number])).posts[0];
  try {
    for (const body of ['two', 'three'])
      await octokit.request('PATCH /repos/{owner}/{repo}/issues/{issue_number}', { ...at, body });
    const { data: reaction } = await octokit.request(
      'POST /repos/{owner}/{repo}/issues/{issue_number}/reactions',
      { ...at, content: '+1' },
    );
    const before = await read();
    await octokit.request('DELETE /repos/{owner}/{repo}/issues/{issue_number}/reactions/{reaction_id}', {
      ...at,
      reaction_id: reaction.id,
    });
    const after = await read();
    const long = 'é'.repeat(LONGEST);
    const { data: comment } = await octokit.request(
      'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
      { ...at, body: long },
    );
    const edits = before?.userContentEdits.nodes.map(({ diff }) => diff) ?? [];
    const given = [before?.reactions.nodes.length, after?.reactions.nodes.length];
    const trace = (after?.timelineItems.nodes.length ?? 0) - (before?.timelineItems.nodes.length ?? 0);
    return [
      held(
        'label-made',
        before?.labels.nodes.some((label) => label.name === name) === true,
        'an issue was opened with one',
      ),
      held('edits-whole', JSON.stringify(edits) === '["three","two","one"]', JSON.stringify(edits)),
      held(
        'reaction-gone',
        given[0] === 1 && given[1] === 0 && trace === 0,
        `${given.join(', then ')} reactions`,
      ),
      held('text-whole', comment.body === long, `${comment.body?.length} of ${LONGEST} letters came back`),
    ];
  } finally {
    await witness.graph('mutation($id: ID!) { deleteIssue(input: { issueId: $id }) { clientMutationId } }', {
      id: issue.node_id,
    });
    // A token that may delete nothing closes it at least.
    if ((await witness.get(`/issues/${issue.number}`)) !== null)
      await octokit.request('PATCH /repos/{owner}/{repo}/issues/{issue_number}', { ...at, state: 'closed' });
    await octokit.request('DELETE /repos/{owner}/{repo}/labels/{name}', { ...on, name }).catch(unlessAbsent);
  }
}

const commitOf = ({ repository, now }: Scratch, parents: Oid[], path: string, text: string): Promise<Oid> =>
  writeCommit(repository, {
    parents,
    changes: new Map([[path, text]]),
    author: { name: 'smoke', email: '', at: now() },
    message: `${text}\n`,
  });

async function tryRace(scratch: Scratch): Promise<Sighting[]> {
  const { remote, elsewhere, name, witness, pause } = scratch;
  const [one, two] = [await commitOf(scratch, [], 'a', 'one'), await commitOf(scratch, [], 'a', 'two')];
  await remote.push(name, null, one);
  const second = await remote.push(name, null, two);
  await remote.push(name, one, two);
  const fetched = await elsewhere.fetchCommit(one);
  let looks = 0;
  const isListed = async (): Promise<boolean> =>
    JSON.stringify(await witness.get('/activity')).includes(`refs/heads/${name}`);
  while (!(await isListed()) && looks < LOOKS) {
    looks += 1;
    await pause(PAUSE_MS);
  }
  return [
    held('lost-race', second === 'moved', `the second push was ${second}`),
    held('old-head', fetched, fetched ? 'it was fetched after a forced push' : 'it was not'),
    held(
      'activity-soon',
      looks < LOOKS,
      looks < LOOKS ? `within ${(looks * PAUSE_MS) / 1000} s` : `not within ${(LOOKS * PAUSE_MS) / 1000} s`,
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
      ? notSeen('workflows-refused', 'this token may, as one of a person’s own')
      : held('workflows-refused', workflows !== 'moved', workflows),
  ];
}

async function tryMerge(scratch: Scratch): Promise<Sighting[]> {
  const { remote, name, witness, pause } = scratch;
  const { octokit, owner, repo } = witness;
  const base = await commitOf(scratch, [], 'a', 'base');
  const head = await commitOf(scratch, [base], 'a', 'head');
  await remote.push(`${name}-base`, null, base);
  await remote.push(`${name}-head`, null, head);
  const wanted = {
    owner,
    repo,
    title: name,
    head: `${name}-head`,
    base: `${name}-base`,
    body: '',
    draft: false,
  };
  const { data: pull } = await asking('a pull request', () =>
    octokit.request('POST /repos/{owner}/{repo}/pulls', wanted),
  );
  await remote.push(`${name}-base`, base, head);
  for (let looks = 0; looks < LOOKS; looks++) {
    const { data } = await octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', {
      owner,
      repo,
      pull_number: pull.number,
    });
    const seconds = (looks * PAUSE_MS) / 1000;
    if (data.merged) return [held('merged-by-push', seconds <= 30, `after ${seconds} s`)];
    await pause(PAUSE_MS);
  }
  return [held('merged-by-push', false, `not within ${(LOOKS * PAUSE_MS) / 1000} s`)];
}

async function removeBranch({ witness: { octokit, owner, repo } }: Scratch, branch: string): Promise<void> {
  const ref = { owner, repo, ref: `heads/${branch}` };
  await octokit.request('DELETE /repos/{owner}/{repo}/git/refs/{ref}', ref).catch(unlessAbsent);
}

/** A thing that was never made can't be taken away. */
function unlessAbsent(error: unknown): void {
  const { status = 0 } = error as { status?: number };
  if (status !== 404 && status !== 422) throw error;
}
