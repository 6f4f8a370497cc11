import { htmlToMarkdown, htmlToWords, readOutcome, readTime } from './read-words.ts';
import type { PastRecord, PastComment, PastMatter } from './past.ts';
import { isForEverybody, isPost, isComment, whyNoComment } from './published.ts';
import { textIn, type Element } from './read-xml.ts';

export const ENTRIES: ReadonlySet<string> = new Set(['item', 'entry']);

/** Comments that Atom exports list beside the posts, by post. */
export type LooseComments = Map<string, PastComment[]>;

/** One entry of RSS, a WordPress export or Atom. */
export function takeEntry(file: string, entry: Element, past: PastRecord, loose: LooseComments): void {
  const { children } = entry;
  if (!isPost(entry) && !isComment(entry)) return;
  const title = htmlToWords(textIn(entry, 'title'));
  const where = `${file}, “${title}”`;
  if (!isForEverybody(entry)) {
    // Only the title of something that was not public is reported.
    past.unclear.push({ code: 'not-public', where, text: title });
    return;
  }
  const replyTo =
    children.find(({ name }) => name === 'thr:in-reply-to')?.attributes['ref'] ??
    (isComment(entry) ? textIn(entry, 'blogger:parent') : undefined);
  const author = authorOf(entry);
  const posted = readTime(textIn(entry, 'wp:post_date_gmt', 'pubDate', 'published', 'dc:date', 'updated'));
  const text = htmlToMarkdown(textIn(entry, 'content:encoded', 'content', 'description', 'summary'));
  if (replyTo !== undefined) {
    const own = loose.get(replyTo) ?? [];
    own.push({ by: author, at: posted, text });
    loose.set(replyTo, own);
    return;
  }
  const categories = children
    .filter(({ name }) => name === 'category')
    .map((one) => one.text.trim() || (one.attributes['term'] ?? ''))
    .filter((word) => word !== '' && !word.includes('#kind'));
  const [known] = categories.filter((word) => readOutcome(word) === null);
  if (posted === null)
    past.unclear.push({ code: 'no-time', where, text: textIn(entry, 'pubDate', 'published') });
  if (author === '') past.unclear.push({ code: 'no-author', where, text: title });
  const matter: PastMatter = {
    id: textIn(entry, 'wp:post_id', 'id', 'guid'),
    dynasty: null,
    kind: kindOf(known ?? '', title),
    title,
    author,
    posted,
    status: categories.map(readOutcome).find((one) => one !== null) ?? statusIn(text),
    resolved: null,
    resolvedBy: null,
    tally: {},
    text,
    comments: commentsOf(entry, where, past),
  };
  past.matters.push(matter);
}

function authorOf(entry: Element): string {
  const of = entry.children.find(({ name }) => name === 'author');
  return (of === undefined ? '' : textIn(of, 'name') || of.text.trim()) || textIn(entry, 'dc:creator');
}

function commentsOf({ children }: Element, where: string, past: PastRecord): readonly PastComment[] {
  return children.flatMap((comment) => {
    if (comment.name !== 'wp:comment') return [];
    const code = whyNoComment(comment);
    if (code === null) return [commentOf(comment)];
    past.unclear.push({ code, where, text: htmlToWords(textIn(comment, 'wp:comment_author')) });
    return [];
  });
}

function commentOf(comment: Element): PastComment {
  return {
    by: htmlToWords(textIn(comment, 'wp:comment_author')),
    at: readTime(textIn(comment, 'wp:comment_date_gmt', 'wp:comment_date')),
    text: htmlToMarkdown(textIn(comment, 'wp:comment_content')),
  };
}

/** `Call for Judgement` → `call-for-judgement`; many titles begin with the kind: `Proposal: A longer night`. */
function kindOf(category: string, title: string): string {
  const said = category || (/^([A-Za-z ]{2,30}):/u.exec(title)?.[1] ?? 'post');
  return (
    said
      .trim()
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/gu, '-')
      .replace(/^-+|-+$/gu, '') || 'post'
  );
}

/** On many blogs an admin writes the outcome in the first or last line: `Passed 7-2. Enacted by Ana.` */
function statusIn(text: string): 'enacted' | 'failed' | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  for (const line of [lines[0] ?? '', lines.at(-1) ?? ''])
    if (line.length < 120 && /\d|admin|enacted|by /iu.test(line)) {
      const outcome = readOutcome(line);
      if (outcome !== null) return outcome;
    }
  return null;
}

/** Moves comments that were listed separately to their posts. */
export function placeComments(past: PastRecord, loose: LooseComments): void {
  for (const [at, matter] of past.matters.entries()) {
    const own = loose.get(matter.id);
    if (own === undefined) continue;
    loose.delete(matter.id);
    past.matters[at] = { ...matter, comments: [...matter.comments, ...own] };
  }
  for (const [post, [first]] of loose)
    past.unclear.push({ code: 'no-post', where: post, text: first?.text.slice(0, 60) ?? '' });
}
