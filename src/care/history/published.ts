import type { UnclearCode } from './past.ts';
import { textIn, type Element } from './read-xml.ts';

// An export holds more than its place ever showed: drafts, what is scheduled, trashed or behind a password, comments that
// wait or were taken for spam, settings and templates. An import is published, so all that stays where it is.

const KIND = /#(post|comment|page|settings|template)$/u;

/** The kind that an entry says it is; empty where it says none, as in a plain feed. */
function kindOf(entry: Element): string {
  const said = textIn(entry, 'wp:post_type', 'blogger:type').toLowerCase();
  if (said !== '') return said;
  const terms = entry.children.flatMap(({ name, attributes }) =>
    name === 'category' ? [attributes['term'] ?? ''] : [],
  );
  return terms.map((term) => KIND.exec(term)?.[1] ?? '').find((kind) => kind !== '') ?? '';
}

export function isPost(entry: Element): boolean {
  return ['', 'post'].includes(kindOf(entry));
}

export function isComment(entry: Element): boolean {
  return kindOf(entry) === 'comment';
}

/** Whether everybody could read an entry where it comes from. */
export function isForEverybody(entry: Element): boolean {
  const status = textIn(entry, 'wp:status', 'blogger:status').toLowerCase();
  const control = entry.children.find(({ name }) => name === 'app:control' || name === 'control');
  const isDraft = control !== undefined && textIn(control, 'app:draft', 'draft').toLowerCase() === 'yes';
  return !isDraft && ['', 'publish', 'live'].includes(status) && textIn(entry, 'wp:post_password') === '';
}

/** Why a comment that an export has below its post is none that people read there; null where it is one. */
export function whyNoComment(comment: Element): UnclearCode | null {
  const approved = textIn(comment, 'wp:comment_approved');
  if (approved !== '' && approved !== '1') return 'not-public';
  return ['', 'comment'].includes(textIn(comment, 'wp:comment_type')) ? null : 'link-back';
}

/** Whether whoever keeps a wiki has hidden the words of a revision. */
export function isSuppressed({ children }: Element): boolean {
  return children.some(({ name, attributes }) => name === 'text' && attributes['deleted'] !== undefined);
}
