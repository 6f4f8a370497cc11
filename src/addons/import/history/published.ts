import type { UnclearCode } from './past.ts';
import { textIn, type Element } from './read-xml.ts';

// An export also contains what was never public: drafts, scheduled, trashed or protected posts, unapproved comments,
// spam, settings and templates. Imports are published, so all that is left out.

const KIND = /#(post|comment|page|settings|template)$/u;

/** The kind that an entry states; empty in a plain feed. */
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

/** Whether the entry was public at its source. */
export function isForEverybody(entry: Element): boolean {
  const status = textIn(entry, 'wp:status', 'blogger:status').toLowerCase();
  const control = entry.children.find(({ name }) => name === 'app:control' || name === 'control');
  const isDraft = control !== undefined && textIn(control, 'app:draft', 'draft').toLowerCase() === 'yes';
  return !isDraft && ['', 'publish', 'live'].includes(status) && textIn(entry, 'wp:post_password') === '';
}

/** Why a comment in an export was not visible there, or null if it was. */
export function whyNoComment(comment: Element): UnclearCode | null {
  const approved = textIn(comment, 'wp:comment_approved');
  if (approved !== '' && approved !== '1') return 'not-public';
  return ['', 'comment'].includes(textIn(comment, 'wp:comment_type')) ? null : 'link-back';
}

/** Whether the wiki's admins have hidden a revision's text. */
export function isSuppressed({ children }: Element): boolean {
  return children.some(({ name, attributes }) => name === 'text' && attributes['deleted'] !== undefined);
}
