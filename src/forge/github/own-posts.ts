import type { EnginePost, PostId } from '../port.ts';
import { asking } from './client.ts';
import { markerOf } from './on-posts.ts';
import { numberOf, openPost, type Speaker } from './say.ts';

/** Opens a post of the engine, or updates it if it differs. */
export async function keepPost(speaker: Speaker, draft: EnginePost): Promise<PostId> {
  const { octokit, owner, name: repo, onPosts } = speaker;
  const body = `${draft.text}\n\n${markerOf(draft.key, speaker.game)}`;
  const known = onPosts.called(draft.key) ?? (await openPost(speaker, draft));
  if (known.body !== body)
    await asking(`keeping ${draft.key}`, () =>
      octokit.request('PATCH /repos/{owner}/{repo}/issues/{issue_number}', {
        owner,
        repo,
        issue_number: numberOf(known.post),
        title: draft.title,
        body,
      }),
    );
  return known.post;
}

/** Closes a post of the engine, which may be opened again. */
export async function closePost(
  { octokit, owner, name: repo, onPosts }: Speaker,
  post: PostId,
): Promise<void> {
  const on = { owner, repo, issue_number: numberOf(post) };
  await asking(`closing ${post}`, () =>
    octokit.request('PATCH /repos/{owner}/{repo}/issues/{issue_number}', { ...on, state: 'closed' }),
  );
  const seen = onPosts.get(post);
  if (seen !== undefined) seen.closed = true;
}

export async function addLabel(speaker: Speaker, post: PostId, label: string): Promise<void> {
  const { octokit, owner, name: repo, onPosts } = speaker;
  const seen = onPosts.get(post);
  if (seen?.labels.includes(label) === true) return;
  await asking(`labelling ${post}`, () =>
    octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/labels', {
      owner,
      repo,
      issue_number: numberOf(post),
      labels: [label],
    }),
  );
  seen?.labels.push(label);
}
