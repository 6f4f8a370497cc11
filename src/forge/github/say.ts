import { ForgeError } from '../events.ts';
import type { EnginePost, PostId } from '../port.ts';
import { asking, makeOnce, unrepeated, type Pacing } from './client.ts';
import { labelOfGame, labelOfKind, statusPrefix } from './labels.ts';
import { markerOf, type OnPost, type OnPosts } from './on-posts.ts';
import { personOf } from './people.ts';
import type { GitHubRepo } from './read.ts';

export interface Speaker extends GitHubRepo {
  /** The game's folder in its repository. */
  readonly game: string;
  /** The engine's account. Markers in texts by others don't count. */
  readonly engine: string;
  readonly onPosts: OnPosts;
  readonly pace: Pacing;
  /** True if main contains a commit. */
  holds(commit: string): Promise<boolean>;
  pause(): Promise<unknown>;
}

/** A post of the engine, and its text. */
export interface OwnPost {
  readonly post: PostId;
  readonly body: string;
}

export function numberOf(post: PostId): number {
  if (/^[1-9]\d{0,9}$/u.test(post)) return Number(post);
  throw new ForgeError('no-such-post', `There is no post ${JSON.stringify(post)}.`, { post });
}

/** If the post exists already, its text may differ by now. */
export async function openPost(speaker: Speaker, draft: EnginePost): Promise<OwnPost> {
  const { octokit, owner, name: repo, game } = speaker;
  const labels = [labelOfKind(draft.kind), ...(game === '' ? [] : [labelOfGame(game)])];
  const body = `${draft.text}\n\n${markerOf(draft.key, game)}`;
  return asking(`opening ${draft.key}`, async () => {
    const there = await findPost(speaker, draft);
    if (there !== undefined) return there;
    return makeOnce(
      async () => {
        const post = { owner, repo, title: draft.title, body, labels, ...unrepeated };
        const { data } = await octokit.request('POST /repos/{owner}/{repo}/issues', post);
        return { post: String(data.number), body };
      },
      () => findPost(speaker, draft),
    );
  });
}

async function findPost(
  { octokit, owner, name: repo, engine, game }: Speaker,
  { key, kind }: EnginePost,
): Promise<OwnPost | undefined> {
  const marker = markerOf(key, game);
  const wanted = { owner, repo, state: 'all', labels: labelOfKind(kind), per_page: 100 } as const;
  for await (const { data } of octokit.paginate.iterator('GET /repos/{owner}/{repo}/issues', wanted)) {
    const found = data.find(
      ({ body, user }) => body?.includes(marker) === true && personOf(user).id === engine,
    );
    if (found !== undefined) return { post: String(found.number), body: found.body ?? '' };
  }
  return undefined;
}

export async function sayOn(speaker: Speaker, post: PostId, key: string, text: string): Promise<void> {
  const { octokit, owner, name: repo, onPosts, game } = speaker;
  const issue_number = numberOf(post);
  const body = `${text}\n\n${markerOf(key, game)}`;
  const seen = onPosts.get(post);
  const known = seen?.said.get(key);
  const there =
    known === undefined && seen?.saidAll !== true ? await findSaid(speaker, issue_number, key) : known;
  if (there?.body === body) return;
  await asking(`commenting on ${post}`, async () => {
    if (there === undefined) {
      const comment = { owner, repo, issue_number, body, ...unrepeated };
      const made = await makeOnce(
        async () => {
          const { data } = await octokit.request(
            'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
            comment,
          );
          return { id: Number(data.id), body };
        },
        () => findSaid(speaker, issue_number, key),
      );
      seen?.said.set(key, made);
    } else {
      await octokit.request('PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', {
        owner,
        repo,
        comment_id: there.id,
        body,
      });
      seen?.said.set(key, { id: there.id, body });
    }
  });
}

/** Finds the engine's comment with this key on a post that the last read didn't read. */
async function findSaid(
  { octokit, owner, name: repo, engine, game }: Speaker,
  issue_number: number,
  key: string,
): Promise<{ readonly id: number; readonly body: string } | undefined> {
  const marker = markerOf(key, game);
  return asking(`looking at ${issue_number}`, async () => {
    const pages = octokit.paginate.iterator('GET /repos/{owner}/{repo}/issues/{issue_number}/comments', {
      owner,
      repo,
      issue_number,
      per_page: 100,
    });
    for await (const { data } of pages) {
      const found = data.find(
        (comment) => comment.body?.includes(marker) === true && personOf(comment.user).id === engine,
      );
      if (found !== undefined) return { id: found.id, body: found.body ?? '' };
    }
    return undefined;
  });
}

export async function labelPost(speaker: Speaker, post: PostId, labels: readonly string[]): Promise<void> {
  const { octokit, owner, name: repo, onPosts } = speaker;
  const on = { owner, repo, issue_number: numberOf(post) };
  const seen = onPosts.get(post);
  await asking(`labelling ${post}`, async () => {
    const names =
      seen?.labels ??
      (await octokit.paginate('GET /repos/{owner}/{repo}/issues/{issue_number}/labels', on)).map(
        ({ name }) => name,
      );
    const wanted = [...new Set(labels)].map((label) => `${statusPrefix}${label}`);
    const missing = wanted.filter((label) => !names.includes(label));
    // First, since GitHub takes no more than a hundred.
    const gone = names.filter((name) => name.startsWith(statusPrefix) && !wanted.includes(name));
    for (const name of gone)
      await octokit
        .request('DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}', { ...on, name })
        .catch((error: unknown) => {
          // Somebody has removed it since it was read.
          if ((error as { status?: number }).status !== 404) throw error;
        });
    if (missing.length > 0)
      await octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/labels', {
        ...on,
        labels: missing,
      });
    if (seen !== undefined) seen.labels = [...names.filter((name) => !gone.includes(name)), ...missing];
  });
}

/**
 * A locked post is settled unless it is known to be pending. Then somebody else locked it, and it is unlocked too. False if GitHub refuses,
 * because a pull request without its fork or branch stays closed.
 */
export async function reopenPost(speaker: Speaker, post: PostId, isPending = false): Promise<boolean> {
  const { octokit, owner, name: repo, onPosts } = speaker;
  const on = { owner, repo, issue_number: numberOf(post) };
  const seen = onPosts.get(post);
  return asking(`reopening ${post}`, async () => {
    // Read again, because the last read may have been before it was closed.
    const { closed, locked } = await summaryOf(speaker, on.issue_number);
    if (locked && isPending)
      await octokit.request('DELETE /repos/{owner}/{repo}/issues/{issue_number}/lock', on);
    if (!closed || (locked && !isPending)) return true;
    try {
      await octokit.request('PATCH /repos/{owner}/{repo}/issues/{issue_number}', { ...on, state: 'open' });
    } catch (error) {
      if ((error as { status?: unknown }).status === 422) return false;
      throw error;
    }
    if (seen !== undefined) seen.closed = false;
    return true;
  });
}

export async function settlePost(speaker: Speaker, post: PostId): Promise<void> {
  const { octokit, owner, name: repo, onPosts } = speaker;
  const on = { owner, repo, issue_number: numberOf(post) };
  const seen = onPosts.get(post);
  await asking(`settling ${post}`, async () => {
    const { closed, locked } = seen ?? (await summaryOf(speaker, on.issue_number));
    // Closed before it is locked, so that after a tick that dies in between it is found unlocked.
    if (!closed && !(await closesByItself(speaker, on.issue_number, seen)))
      await octokit.request('PATCH /repos/{owner}/{repo}/issues/{issue_number}', { ...on, state: 'closed' });
    if (!locked) await octokit.request('PUT /repos/{owner}/{repo}/issues/{issue_number}/lock', on);
    if (seen !== undefined) Object.assign(seen, { closed: true, locked: true });
  });
}

/** Half a minute with two seconds between looks, in which GitHub notices a merge. */
const mostReads = 15;

/**
 * Some seconds after the push, GitHub closes a pull request whose head main contains, as merged. Closing it earlier would make it closed
 * and unmerged for good, so this waits.
 */
async function closesByItself(
  { octokit, owner, name: repo, holds, pause }: Speaker,
  pull_number: number,
  seen: OnPost | undefined,
): Promise<boolean> {
  if (seen?.head === null) return false;
  for (let reads = 0; reads < mostReads; reads++) {
    const on = { owner, repo, pull_number };
    const pull = await octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', on).then(
      ({ data }) => data,
      (error: unknown) => {
        // It is an issue and no pull request.
        if ((error as { status?: number }).status === 404) return null;
        throw error;
      },
    );
    if (pull?.state === 'closed') return true;
    if (pull === null || !(await holds(pull.head.sha))) return false;
    await pause();
  }
  return false;
}

async function summaryOf(
  { octokit, owner, name: repo }: Speaker,
  issue_number: number,
): Promise<{ readonly closed: boolean; readonly locked: boolean }> {
  const on = { owner, repo, issue_number };
  const { data } = await octokit.request('GET /repos/{owner}/{repo}/issues/{issue_number}', on);
  return { closed: data.state === 'closed', locked: data.locked };
}
