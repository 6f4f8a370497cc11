import { escapeHtml } from './escape-html.ts';

/** One line of words and ordinary punctuation, in which Markdown finds nothing: most comments are such. */
const PLAIN = /^\p{L}[\p{L}\p{N}, .;?!’“”–()]*$/u;

/** `I like it.` → `<p>I like it.</p>`; null where the text has to be read as Markdown. */
export function plainParagraph(text: string): string | null {
  if (!PLAIN.test(text) || text.endsWith(' ') || /www\./iu.test(text)) return null;
  return `<p>${escapeHtml(text)}</p>`;
}
