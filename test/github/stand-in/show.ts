import type { Json } from '../published/json-schema.ts';
import type { Account, CheckRun, Post, Push, Reaction, Review, World, Written } from './world.ts';

/** What GitHub says of these, as far as anybody here looks; what its description requires besides is laid beside it. */
export const who = (account: Account | null): Json =>
  account === null ? null : { login: account.login, id: account.id, type: account.type };

export const showRepository = ({ isPrivate, owner }: World): Json => ({
  full_name: 'o/r',
  private: isPrivate,
  owner: { login: 'o', id: 1, type: owner },
});

export const showIssue = (post: Post): Json => ({
  ...common(post),
  author_association: 'NONE',
  html_url: `https://github.com/o/r/issues/${post.number}`,
  labels: post.labels.map((name) => ({ name })),
  comments: post.comments.length,
});

function common(post: Post): { [key: string]: Json } {
  return {
    number: post.number,
    id: post.id,
    // The name that GraphQL has for it.
    node_id: `${post.branch === null ? 'I' : 'PR'}_${post.id}`,
    title: post.title,
    body: post.body,
    user: who(post.by),
    state: post.closed ? 'closed' : 'open',
    locked: post.locked,
    created_at: post.at,
    updated_at: post.updated,
  };
}

/** What a pull request is beside an issue; whether it merges is looked up at first asking, and null until then. */
export const showPull = (world: World, post: Post): Json => ({
  ...common(post),
  head: { ref: post.branch ?? '', sha: world.headOf(post) },
  base: { ref: 'main', sha: world.refs().get('refs/heads/main') ?? '' },
  merged: post.merged,
  mergeable: world.knowsMergeable() ? world.merges(post) : null,
  labels: post.labels.map((name, index) => ({ id: index + 1, name })),
});

export const showComment = ({ id, body, by, at, versions }: Written): Json => ({
  id,
  body,
  user: who(by),
  created_at: at,
  updated_at: versions.at(-1)?.at ?? at,
});

export const showReview = (review: Review): Json => ({
  id: review.id,
  body: review.body,
  user: who(review.by),
  state: review.state,
  commit_id: review.head,
  submitted_at: review.at,
});

export const showReaction = ({ id, content, by, at }: Reaction): Json => ({
  id,
  content,
  user: who(by),
  created_at: at,
});

export const showPush = ({ id, ref, before, after, at, by, forced }: Push): Json => ({
  id,
  ref,
  before,
  after,
  timestamp: at,
  activity_type: /^0+$/u.test(before)
    ? 'branch_creation'
    : /^0+$/u.test(after)
      ? 'branch_deletion'
      : forced
        ? 'force_push'
        : 'push',
  actor: who(by),
});

export const showCheck = (run: CheckRun): Json => ({
  id: run.id,
  name: run.name,
  head_sha: run.head,
  external_id: run.externalId,
  status: run.status,
  conclusion: run.conclusion,
  started_at: run.at,
  output: { title: run.title, summary: run.summary, text: null },
  app: { id: run.app, slug: 'github-actions', owner: { login: 'github', id: 1, type: 'Organization' } },
});
