import { hexDigest } from '#platform/hash.ts';

import type { Oid } from '../../repository/oid.ts';
import type { Person } from '../events.ts';
import type { LogRecord } from './records.ts';

/**
 * What the forge needs to know for the next act: who wrote what on open posts, and nothing about settled ones, so that it stays small. It
 * is plain JSON, for the snapshot.
 */
export interface ForgeState {
  forge: string;
  /** The number of records, which is also the last one's number. */
  records: number;
  lastPost: number;
  posts: Record<string, PostState>;
  /** The engine's posts by their key. */
  keys: Record<string, string>;
  main: Oid | null;
  /** The commit to which the engine was about to move main, until it is known whether it did. */
  moving: Oid | null;
}

export interface PostState {
  author: string;
  kind: string;
  closed: boolean;
  branch: string | null;
  head: Oid | null;
  /** Comments and reviews by id, with their authors. */
  comments: Record<string, string>;
  reviews: Record<string, string>;
  reactions: string[];
  /** Digests of the engine's comments, by key. */
  said: Record<string, string>;
  labels: string[];
}

export function emptyForgeState(): ForgeState {
  return { forge: '', records: 0, lastPost: 0, posts: {}, keys: {}, main: null, moving: null };
}

export function digestOf(text: string): string {
  return hexDigest('sha256', text);
}

const idOf = (by: Person | null): string => by?.id ?? '';
export function reactionKey(by: Person | null, comment: string | null, reaction: string): string {
  return JSON.stringify([idOf(by), comment, reaction]);
}

/** Applies one record. The state is this forge's own copy and is changed in place, since there may be many records. */
export function applyRecord(state: ForgeState, record: LogRecord): void {
  state.records += 1;
  if (record.type === 'begun') state.forge = record.forge;
  else if (record.type === 'engine-moving') state.moving = record.to;
  else if (record.type === 'engine-moved' || record.type === 'main-pushed') {
    state.main = record.to;
    state.moving = null;
  } else if (record.type === 'opened') openPost(state, record);
  else if (record.type === 'engine-posted') {
    state.keys[record.key] = record.post;
    openPost(state, { ...record, head: null });
  } else if (record.type === 'engine-settled') delete state.posts[record.post];
  else {
    const post = state.posts[record.post];
    if (post !== undefined) applyToPost(post, record);
  }
}

type Opened = Pick<Extract<LogRecord, { type: 'opened' }>, 'post' | 'by' | 'kind' | 'head'>;
type OnPost = Exclude<
  LogRecord,
  {
    type:
      | 'begun'
      | 'engine-moving'
      | 'engine-moved'
      | 'main-pushed'
      | 'engine-posted'
      | 'opened'
      | 'engine-settled';
  }
>;

function openPost(state: ForgeState, { post, by, kind, head }: Opened): void {
  // A post continued from another forge may have an id that isn't a number.
  if (/^\d+$/u.test(post)) state.lastPost = Math.max(state.lastPost, Number(post));
  state.posts[post] = {
    author: idOf(by),
    kind,
    closed: false,
    branch: head?.branch ?? null,
    head: head?.oid ?? null,
    comments: {},
    reviews: {},
    reactions: [],
    said: {},
    labels: [],
  };
}

function applyToPost(post: PostState, record: OnPost): void {
  const handlers: { [T in OnPost['type']]: (record: Extract<OnPost, { type: T }>) => void } = {
    edited: () => {},
    categorised: ({ kind }) => void (post.kind = kind),
    pushed: ({ head }) => void (post.head = head),
    closed: () => void (post.closed = true),
    reopened: () => void (post.closed = false),
    vanished: () => {},
    commented: ({ comment, by }) => void (post.comments[comment] = idOf(by)),
    'comment-edited': () => {},
    'comment-removed': ({ comment }) => void delete post.comments[comment],
    reviewed: ({ review, by }) => void (post.reviews[review] = idOf(by)),
    'review-edited': () => {},
    'review-dismissed': ({ review }) => void delete post.reviews[review],
    reacted: ({ by, comment, reaction }) => void post.reactions.push(reactionKey(by, comment, reaction)),
    unreacted: ({ by, comment, reaction }) => {
      const key = reactionKey(by, comment, reaction);
      post.reactions = post.reactions.filter((one) => one !== key);
    },
    'engine-said': ({ key, text }) => void (post.said[key] = digestOf(text)),
    'engine-labelled': ({ labels }) => void (post.labels = labels),
  };
  (handlers[record.type] as (record: OnPost) => void)(record);
}
