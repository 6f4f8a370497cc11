import { ForgeError } from '../forge-error.ts';
import type { EnginePost, PostId } from '../port.ts';
import { asking } from './client.ts';
import { labelOfKind, statusPrefix } from './labels.ts';
import { personOf } from './people.ts';
import type { Place } from './read.ts';

/** Hidden in what the engine writes, and trusted there only where the engine is who wrote it. */
function markerOf(key: string): string {
  return `<!-- gitnomic:key ${encodeURIComponent(key)} -->`;
}

function numberOf(post: PostId): number {
  if (/^[1-9]\d{0,9}$/u.test(post)) return Number(post);
  throw new ForgeError('no-such-post', `There is no post ${JSON.stringify(post)}.`, { post });
}

export async function openPost(place: Place, engine: string, draft: EnginePost): Promise<PostId> {
  const { octokit, owner, name: repo } = place;
  const marker = markerOf(draft.key);
  const label = labelOfKind(draft.kind);
  return asking(`opening ${draft.key}`, async () => {
    const pages = octokit.paginate.iterator('GET /repos/{owner}/{repo}/issues', {
      owner,
      repo,
      state: 'all',
      labels: label,
      per_page: 100,
    });
    for await (const { data } of pages) {
      const found = data.find(
        ({ body, user }) => body?.includes(marker) === true && personOf(user).id === engine,
      );
      if (found !== undefined) return String(found.number);
    }
    const { data } = await octokit.request('POST /repos/{owner}/{repo}/issues', {
      owner,
      repo,
      title: draft.title,
      body: `${draft.text}\n\n${marker}`,
      labels: [label],
    });
    return String(data.number);
  });
}

export async function sayOn(
  place: Place,
  engine: string,
  post: PostId,
  key: string,
  text: string,
): Promise<void> {
  const { octokit, owner, name: repo } = place;
  const issue_number = numberOf(post);
  const marker = markerOf(key);
  const body = `${text}\n\n${marker}`;
  await asking(`commenting on ${post}`, async () => {
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
      if (found === undefined) continue;
      if (found.body !== body)
        await octokit.request('PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', {
          owner,
          repo,
          comment_id: found.id,
          body,
        });
      return;
    }
    await octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', {
      owner,
      repo,
      issue_number,
      body,
    });
  });
}

export async function labelPost(place: Place, post: PostId, labels: readonly string[]): Promise<void> {
  const { octokit, owner, name: repo } = place;
  const on = { owner, repo, issue_number: numberOf(post) };
  await asking(`labelling ${post}`, async () => {
    const there = await octokit.paginate('GET /repos/{owner}/{repo}/issues/{issue_number}/labels', on);
    const names = there.map(({ name }) => name);
    const wanted = [...new Set(labels)].map((label) => `${statusPrefix}${label}`);
    const missing = wanted.filter((label) => !names.includes(label));
    if (missing.length > 0)
      await octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/labels', {
        ...on,
        labels: missing,
      });
    for (const name of names)
      if (name.startsWith(statusPrefix) && !wanted.includes(name))
        await octokit.request('DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}', {
          ...on,
          name,
        });
  });
}

export async function settlePost(place: Place, post: PostId): Promise<void> {
  const { octokit, owner, name: repo } = place;
  const on = { owner, repo, issue_number: numberOf(post) };
  await asking(`settling ${post}`, async () => {
    const { data } = await octokit.request('GET /repos/{owner}/{repo}/issues/{issue_number}', on);
    // Locked after it is closed: a tick that dies in between finds it unlocked.
    if (data.state !== 'closed')
      await octokit.request('PATCH /repos/{owner}/{repo}/issues/{issue_number}', { ...on, state: 'closed' });
    if (!data.locked) await octokit.request('PUT /repos/{owner}/{repo}/issues/{issue_number}/lock', on);
  });
}
