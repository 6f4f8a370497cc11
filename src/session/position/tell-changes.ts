import type { PostData } from '../../kernel/state.ts';
import { isPlainObject } from '../../kernel/values.ts';
import type { Outbox } from './outbox.ts';
import type { PostIndex } from './post-index.ts';
import type { RulesInPlay } from './rules-in-play.ts';
import { sayResolved } from '../../wording/words.ts';
import type { StateChange } from '../../kernel/store.ts';

interface Telling {
  readonly posts: PostIndex;
  readonly outbox: Outbox;
  readonly rules: Pick<RulesInPlay, 'play'>;
}

const ENDS: ReadonlySet<unknown> = new Set(['enacted', 'failed', 'removed']);

/** Tells people on the forge about posts and comments of the rules, and about resolved matters. */
export function tellChanges(telling: Telling, changes: readonly StateChange[]): void {
  const resolved = new Set<string>();
  for (const { path, before, after } of changes) {
    const [scope, id, key] = path;
    if (scope !== 'posts' || id === undefined) continue;
    if (key === undefined && isPlainObject(after)) takeIn(telling, after as unknown as PostData);
    if (key === 'status' && ENDS.has(after)) resolved.add(id);
    if (key === 'comments') repeatNotes(telling, id, before, after);
  }
  for (const id of resolved) settle(telling, id);
}

/** Announces posts of the rules. People's posts are already there, though the rules may have commented on them. */
function takeIn({ posts, outbox }: Telling, { id, kind, title, text, byEngine, author }: PostData): void {
  posts.add(id, byEngine ? null : author);
  if (byEngine) outbox.tell(id, { tell: 'post', kind, title, text });
}

function settle({ posts, outbox, rules }: Telling, id: string): void {
  const forgePost = posts.forgePostOf(id);
  const post = rules.play.state().posts[id];
  if (forgePost === null || post === undefined) return;
  outbox.comment(
    forgePost,
    'result',
    sayResolved(post, rules.play.model, rules.play.wording, rules.play.toKnow(id)),
  );
  outbox.tell(forgePost, { tell: 'label', labels: [post.status ?? 'resolved'] });
  outbox.tell(forgePost, { tell: 'settle' });
}

interface Said {
  readonly id: string;
  readonly by: string;
  readonly text: string;
}

/** The rules comment under no name, so the engine posts it for them. */
function repeatNotes({ posts, outbox, rules }: Telling, id: string, before: unknown, after: unknown): void {
  if (!Array.isArray(after)) return;
  const old = new Set(((before ?? []) as Said[]).map((said) => said.id));
  const notes = (after as Said[]).filter((said) => said.by === 'engine' && !old.has(said.id));
  // Most comments are people's, so the long state is only read if the rules wrote some.
  if (notes.length === 0) return;
  const forgePost = posts.forgePostOf(id);
  const own = forgePost === null && rules.play.state().posts[id]?.byEngine === true;
  if (forgePost === null && !own) return;
  for (const { id: key, text } of notes)
    outbox.tell(forgePost ?? id, { tell: 'comment', key, text, ...(own ? { own } : {}) });
}
