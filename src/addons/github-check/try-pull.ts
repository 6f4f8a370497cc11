import { asking } from '../../forge/github/client.ts';
import type { PostRead } from '../../forge/github/answers.ts';
import { readDetails, readPosts } from '../../forge/github/read.ts';
import type { Oid } from '../../repository/oid.ts';
import { held, notSeen, type Sighting } from './assumptions.ts';
import { commitOf, pollUntil, type Scratch } from './scratch.ts';

interface Pull {
  readonly number: number;
  readonly node: string;
  read(): Promise<PostRead | undefined>;
}

/** A pull request from a draft to its merge, on branches of its own. */
export async function tryPull(scratch: Scratch): Promise<Sighting[]> {
  const { remote, name, witness } = scratch;
  const { octokit, owner, repo } = witness;
  const base = await commitOf(scratch, [], 'a', 'base');
  const head = await commitOf(scratch, [base], 'a', 'head');
  const other = await commitOf(scratch, [base], 'a', 'other');
  await remote.push(`${name}-base`, null, base);
  await remote.push(`${name}-head`, null, head);
  const wanted = { title: name, head: `${name}-head`, base: `${name}-base`, body: '', draft: true };
  const { data } = await asking('a pull request', () =>
    octokit.request('POST /repos/{owner}/{repo}/pulls', { owner, repo, ...wanted }),
  );
  const { node_id: node } = data;
  const number = data.number;
  const read = async (): Promise<PostRead | undefined> =>
    (await readPosts({ octokit, owner, name: repo, gaps: [] }, [number])).posts[0];
  const pull = { number, node, read };
  try {
    return [
      await tryDraft(scratch, pull),
      await tryForce(scratch, pull, [head, other]),
      await tryReview(scratch, pull),
      await tryMerge(scratch, pull, [base, other]),
    ];
  } finally {
    const at = { owner, repo, issue_number: number, state: 'closed' } as const;
    await octokit.request('PATCH /repos/{owner}/{repo}/issues/{issue_number}', at).catch(() => undefined);
  }
}

async function tryDraft({ witness }: Scratch, { node, read }: Pull): Promise<Sighting> {
  const become = (what: string): Promise<{ readonly errors: readonly unknown[] }> =>
    witness.graph(`mutation($id: ID!) { ${what}(input: { pullRequestId: $id }) { clientMutationId } }`, {
      id: node,
    });
  const states = [(await read())?.isDraft];
  for (const what of [
    'markPullRequestReadyForReview',
    'convertPullRequestToDraft',
    'markPullRequestReadyForReview',
  ]) {
    const { errors } = await become(what);
    if (errors.length > 0) return notSeen('draft-told', `${what}: ${JSON.stringify(errors)}`);
    states.push((await read())?.isDraft);
  }
  const events = ((await read())?.timelineItems.nodes ?? []).flatMap(({ __typename }) =>
    /Draft|Ready/u.test(__typename) ? [__typename] : [],
  );
  const wanted = ['ReadyForReviewEvent', 'ConvertToDraftEvent', 'ReadyForReviewEvent'];
  const holds =
    states.join(' ') === 'true false true false' && JSON.stringify(events) === JSON.stringify(wanted);
  return held('draft-told', holds, `draft: ${states.join(', ')}; ${events.join(', ')}`);
}

async function tryForce(
  scratch: Scratch,
  { read }: Pull,
  [before, after]: readonly [Oid, Oid],
): Promise<Sighting> {
  await scratch.remote.push(`${scratch.name}-head`, before, after);
  const forced = async () => {
    const post = await read();
    const event = post?.timelineItems.nodes.find(
      ({ __typename }) => __typename === 'HeadRefForcePushedEvent',
    );
    return event === undefined ? null : { head: post?.headRefOid, event };
  };
  const { found, seconds } = await pollUntil(scratch, forced);
  if (found === null) return held('force-told', false, `no event within ${seconds} s`);
  const { beforeCommit, afterCommit } = found.event;
  const holds = beforeCommit?.oid === before && afterCommit?.oid === after && found.head === after;
  return held('force-told', holds, `after ${seconds} s, from ${beforeCommit?.oid} to ${afterCommit?.oid}`);
}

async function tryReview({ witness }: Scratch, { number, read }: Pull): Promise<Sighting> {
  const { octokit, owner, repo } = witness;
  const at = { owner, repo, pull_number: number };
  const { data } = await octokit.request('POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews', {
    ...at,
    event: 'COMMENT',
    body: 'one',
  });
  await octokit.request('PUT /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}', {
    ...at,
    review_id: Number(data.id),
    body: 'two',
  });
  const post = await read();
  const [review] = post?.reviews?.nodes ?? [];
  if (review === undefined) return held('review-whole', false, 'no review is listed');
  const details = await readDetails({ octokit, owner, name: repo, gaps: [] }, [review.id]);
  const versions = [...details.values()].flatMap(({ userContentEdits }) => userContentEdits.nodes);
  const saw = [review.body, review.state, review.submittedAt === null ? 'no time' : 'its time'];
  const edits = versions.map(({ diff }) => diff).join(', ');
  const holds =
    saw.join(' ') === 'two COMMENTED its time' &&
    edits === 'two, one' &&
    review.commit?.oid === post?.headRefOid;
  return held('review-whole', holds, `${saw.join(', ')}; versions ${edits}; of ${review.commit?.oid}`);
}

async function tryMerge(
  scratch: Scratch,
  { number }: Pull,
  [before, after]: readonly [Oid, Oid],
): Promise<Sighting> {
  const { octokit, owner, repo } = scratch.witness;
  await scratch.remote.push(`${scratch.name}-base`, before, after);
  const { found, seconds } = await pollUntil(scratch, async () => {
    const at = { owner, repo, pull_number: number };
    const { data } = await octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', at);
    return data.merged ? true : null;
  });
  if (found === null) return held('merged-by-push', false, `not within ${seconds} s`);
  scratch.measure('merged', seconds);
  return held('merged-by-push', seconds <= 30, `after ${seconds} s`);
}
