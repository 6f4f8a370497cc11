import { BOUNDS, cutTo } from './bounds.ts';
import { callHook, emit } from './calls.ts';
import { Refusal } from './refusal.ts';
import { nearest } from './names.ts';
import type { Runtime } from './runtime.ts';
import type { CommentData, MatterChange, PostData } from './state.ts';
import { mayUse, recordVote, votesIn } from './votes.ts';
import { changePost, type PostEntity } from './post-entity.ts';
import { entityFor, fill } from './world.ts';
import type { PersonEntity } from './game-entities.ts';
import { lettersPending } from './too-large.ts';
import { inWholeLetters, toWords } from './values.ts';
import { acts } from './memo.ts';

export interface NewPost {
  readonly id?: string;
  readonly kind: string;
  readonly title: string;
  readonly text?: string;
  readonly author: PersonEntity | { readonly id: string };
  readonly changes?: readonly MatterChange[];
  readonly byEngine?: boolean;
}

/** Records a post that has already been permitted. */
export function createPost(runtime: Runtime, draft: NewPost): PostEntity {
  acts(runtime);
  const definition = runtime.model.kinds.get(draft.kind)?.definition;
  if (definition === undefined) throw noSuchKind(runtime, draft.kind);
  if (definition.votable === true) refuseTooMuchPending(runtime);
  const { posts } = runtime.store.state;
  const data = asPosted(runtime, draft);
  if (Object.hasOwn(posts, data.id))
    throw new Refusal(`there is already a post ${data.id}`, { code: 'exists-already' });
  runtime.store.write(posts, data.id, data, ['posts', data.id]);
  const post = entityFor(runtime, 'posts', data.id) as PostEntity;
  fill(runtime, post);
  if (draft.byEngine === true) emit(runtime, 'posted', { post, author: draft.author });
  return post;
}

/** A new post, without its variables. */
export function asPosted(
  { model, now, store }: Runtime,
  { id, kind, title, text, author, changes, byEngine }: NewPost,
): PostData {
  // Posts of past dynasties may be archived elsewhere, so the number of the latest post is used instead of a count.
  const n = 1 + Object.values(store.state.posts).reduce((most, post) => Math.max(most, post.n), 0);
  return {
    id: id ?? `${kind}-${n}`,
    kind,
    // Longer titles from people have already been refused.
    title: cutTo(toWords('title', title), MOST_TITLE_LETTERS),
    text: cutTo(toWords('text', text ?? ''), MOST_LETTERS),
    author: toWords('author', author.id),
    byEngine: byEngine === true,
    at: now,
    n,
    alteredAt: null,
    status: model.kinds.get(kind)?.definition.votable === true ? 'pending' : null,
    resolvedAt: null,
    resolvedBy: null,
    comments: [],
    uses: [],
    changes: [...(changes ?? [])],
    tally: null,
    omitted: [],
    fields: {},
  };
}

function noSuchKind(runtime: Runtime, kind: string): Refusal {
  const guess = nearest(kind, runtime.model.kinds.keys());
  return new Refusal(
    `there is no category of post called ${kind}${guess === null ? '' : `; did you mean ${guess}?`}`,
    { code: 'no-such-kind' },
  );
}

/** People's words are limited, so that no single post makes a game too large to read. */
const MOST_LETTERS = 60_000;
export const MOST_TITLE_LETTERS = 300;

function checkLength({
  title = '',
  text = '',
}: {
  readonly title?: string | undefined;
  readonly text?: string | undefined;
}): void {
  const tooLong = (what: string, { length }: string, most: number): void => {
    if (length <= most) return;
    throw new Refusal(`the ${what} is too long: ${length} characters, ${most} at most`, { code: 'too-long' });
  };
  tooLong('title', title, MOST_TITLE_LETTERS);
  tooLong('text', text, MOST_LETTERS);
}

function refuseTooMuchPending({ store }: Runtime): void {
  if (lettersPending(store.state) <= BOUNDS.pending.opened) return;
  throw new Refusal('too many votes are open: one has to end first', { code: 'too-much-pending' });
}

/** Refuses categories that don't exist or in which only the rules post. */
function refuseEngineOnly(runtime: Runtime, kind: string): void {
  const definition = runtime.model.kinds.get(kind)?.definition;
  if (definition === undefined) throw noSuchKind(runtime, kind);
  if (definition.engineOnly !== true) return;
  throw new Refusal(`only the rules can make posts in the category ${definition.title ?? kind}`, {
    code: 'engine-only',
  });
}

export function submitPost(runtime: Runtime, draft: NewPost & { readonly author: PersonEntity }): PostEntity {
  refuseEngineOnly(runtime, draft.kind);
  checkLength(draft);
  callHook(runtime, 'may-post', {
    author: draft.author,
    kind: draft.kind,
    title: draft.title,
    text: draft.text ?? '',
    changes: draft.changes ?? [],
  });
  const post = createPost(runtime, draft);
  emit(runtime, 'posted', { post, author: draft.author });
  return post;
}

export function addComment(
  runtime: Runtime,
  author: PersonEntity,
  post: PostEntity,
  comment: { readonly id: string; readonly text: string; readonly own?: string },
): void {
  checkLength(comment);
  callHook(runtime, 'may-comment', { author, post, matter: post, text: comment.text });
  const votes = post.votable ? votesIn(runtime, { via: 'comment', text: comment.own ?? comment.text }) : [];
  const text = asStored(runtime, post.comments, comment.text);
  const data: CommentData = { id: comment.id, by: author.id, at: runtime.now, text, votes };
  changePost(post, { comments: [...post.comments, data] });
  const usable = votes.filter((vote) => mayUse(runtime, author, post, vote, votes.length === 1));
  for (const vote of usable) recordVote(runtime, author, post, { vote, via: 'comment', comment: comment.id });
  emit(runtime, 'commented', { author, post, text: comment.text });
}

/** Nobody may keep others from voting by writing too much. Once a post has too many words, only the beginning of each comment is stored. */
function asStored({ store }: Runtime, comments: readonly CommentData[], said: string): string {
  const text = inWholeLetters(said);
  if (text.length <= BOUNDS.talk.beginning) return text;
  const letters = comments.reduce((sum, one) => sum + one.text.length, text.length);
  const isFull = letters > BOUNDS.talk.written || lettersPending(store.state) > BOUNDS.pending.opened;
  return isFull ? cutTo(text, BOUNDS.talk.beginning) : text;
}

/** Adds a comment by the engine. */
export function noteOn(runtime: Runtime, post: PostEntity, text: string): void {
  const note = asNoted(runtime, post.id, post.comments, toWords('comment', text));
  changePost(post, { comments: [...post.comments, note] });
}

/** The engine's next comment on a post. */
export function asNoted(
  runtime: Runtime,
  post: string,
  comments: readonly CommentData[],
  text: string,
): CommentData {
  return {
    id: `${post}-note-${comments.length + 1}`,
    by: 'engine',
    at: runtime.now,
    text: asStored(runtime, comments, text),
    votes: [],
  };
}

export function changeComment(
  runtime: Runtime,
  post: PostEntity,
  id: string,
  by: PersonEntity,
  text: string | null,
): void {
  const comments = post.comments.map((comment) => {
    if (comment.id !== id) return comment;
    if (text === null) return { ...comment, deleted: true };
    return { ...comment, text: asStored(runtime, post.comments, text), edited: true };
  });
  changePost(post, { comments });
  emit(runtime, 'comment-changed', { post, by, comment: id, deleted: text === null });
}

export interface Alteration {
  readonly how: 'edit' | 'push';
  readonly title?: string;
  readonly text?: string;
  readonly changes?: readonly MatterChange[];
  /** If true, the changes replace earlier ones instead of adding to them. */
  readonly replaces?: boolean;
}

export function alterPost(
  runtime: Runtime,
  by: PersonEntity,
  post: PostEntity,
  { how, title, text, changes, replaces }: Alteration,
): void {
  checkLength({ title, text });
  callHook(runtime, 'may-alter', { by, post, matter: post, how, title: title ?? post.title });
  changePost(post, {
    alteredAt: runtime.now,
    ...(title === undefined ? {} : { title: inWholeLetters(title) }),
    ...(text === undefined ? {} : { text: inWholeLetters(text) }),
    ...(changes === undefined
      ? {}
      : { changes: replaces === true ? [...changes] : [...post.changes, ...changes] }),
  });
  if (changes !== undefined) refuseTooMuchPending(runtime);
  emit(runtime, 'altered', { post, by });
}

export function recategorise(runtime: Runtime, by: PersonEntity, post: PostEntity, kind: string): void {
  refuseEngineOnly(runtime, kind);
  callHook(runtime, 'may-recategorise', { by, post, kind });
  setKind(runtime, by, post, kind);
}

/** Called when somebody closes an unresolved post. The rules decide whether that removes it. */
export function removePost(runtime: Runtime, by: PersonEntity, post: PostEntity): void {
  refuseResolved(post);
  callHook(runtime, 'may-remove', { by, post, matter: post });
  changePost(post, { status: 'removed', resolvedAt: runtime.now, resolvedBy: by.id });
  emit(runtime, 'removed', { post, by });
}

function refuseResolved({ votable, pending, title, status }: PostEntity): void {
  if (votable && !pending)
    throw new Refusal(`${title} has already ended: ${status ?? 'removed'}`, { code: 'resolved' });
}

/** Moves a post to another category. The rules have been asked, or do it themselves. */
export function setKind(runtime: Runtime, by: PersonEntity, post: PostEntity, kind: string): void {
  const definition = runtime.model.kinds.get(kind)?.definition;
  if (definition === undefined) throw noSuchKind(runtime, kind);
  refuseResolved(post);
  changePost(post, { kind, status: definition.votable === true ? 'pending' : null });
  emit(runtime, 'recategorised', { post, by, kind });
}
