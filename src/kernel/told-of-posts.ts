import { asNoted, asPosted } from './posts.ts';
import type { Runtime } from './runtime.ts';
import type { CommentData } from './state.ts';
import { isPlainObject, sameValue } from './values.ts';

const WORDS_OF_PEOPLE = 'the words of people are not for it to report';

/**
 * The rules may disclose only their own part of posts: a new post by the rules, their next comments, exactly as the engine would have
 * made these, and variables of a post. Null if it is one of these, a reason if it nearly is, and an empty string otherwise.
 */
export function whyNotOfRules(runtime: Runtime, path: readonly string[], after: unknown): string | null {
  const [, id = '', part, field = ''] = path;
  if (path.length === 2) return whyNotPosted(runtime, id, after);
  if (path.length === 3 && part === 'comments')
    return whyNotNoted(runtime, id, runtime.store.at(path), after);
  return path.length === 4 && part === 'fields' && runtime.model.fields.post.has(field) ? null : '';
}

function whyNotPosted(runtime: Runtime, id: string, after: unknown): string | null {
  if (!isPlainObject(after) || after['byEngine'] !== true || after['status'] !== null) return '';
  const { kind, title, text, author, n, comments, fields } = after;
  if (![kind, title, text, author].every((one) => typeof one === 'string')) return '';
  if (after['id'] !== id || !runtime.model.kinds.has(String(kind))) return '';
  const words = { kind: String(kind), title: String(title), text: String(text) };
  const begun = asPosted(runtime, { id, ...words, author: { id: String(author) }, byEngine: true });
  if (n !== begun.n || Object.hasOwn(runtime.store.state.posts, id))
    return 'there has been another post in the meantime';
  return sameValue(after, { ...begun, comments, fields }) ? whyNotNoted(runtime, id, [], comments) : '';
}

function whyNotNoted(runtime: Runtime, id: string, before: unknown, after: unknown): string | null {
  const comments = Array.isArray(before) ? [...(before as readonly CommentData[])] : null;
  if (comments === null || !Array.isArray(after)) return '';
  if (!sameValue(after.slice(0, comments.length), comments)) return WORDS_OF_PEOPLE;
  for (const one of after.slice(comments.length) as readonly unknown[]) {
    const text: unknown = isPlainObject(one) ? one['text'] : null;
    if (typeof text !== 'string') return WORDS_OF_PEOPLE;
    const note = asNoted(runtime, id, comments, text);
    if (!sameValue(one, note)) return WORDS_OF_PEOPLE;
    comments.push(note);
  }
  return null;
}
