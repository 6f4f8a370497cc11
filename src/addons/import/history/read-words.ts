import { decodeNamedCharacterReference } from 'decode-named-character-reference';
import { toTime } from '../../../kernel/time.ts';
import { withoutTags } from '../ruleset/clean-markdown.ts';

const ZONED = /(?:Z|[+-]\d\d:?\d\d|\b(?:GMT|UTC|[ECMP][SD]T))\s*$/iu;
const ISO_LIKE = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?)$/u;

/** Parses dates as exports write them, in UTC if there is no zone. Null if it can't. */
export function readTime(text: string): string | null {
  const plain = text.trim();
  const iso = ISO_LIKE.exec(plain);
  const whole = iso ? `${iso[1] ?? ''}T${iso[2] ?? ''}Z` : plain;
  const isDay = /^\d{4}-\d\d-\d\d$/u.test(whole);
  const ms = Date.parse(isDay || ZONED.test(whole) ? whole : `${whole} UTC`);
  return plain === '' || Number.isNaN(ms) ? null : toTime(ms);
}

const OUTCOMES: readonly (readonly [string, RegExp])[] = [
  [
    'failed',
    /\b(?:fail|reject|defeat|veto|lost|declin|quash|timed? out|not (?:adopt|pass|enact)|self-?kill|withdr)/iu,
  ],
  ['enacted', /\b(?:enact|pass|adopt|accept|approv|resolved positively|success|upheld|carried)/iu],
];

/** `Passed 7-2` → enacted; null if the words say neither. */
export function readOutcome(words: string): 'enacted' | 'failed' | null {
  const found = OUTCOMES.find(([, form]) => form.test(words))?.[0];
  return found === 'enacted' || found === 'failed' ? found : null;
}

/** Converts a blog post's paragraphs, lists, links and emphasis to Markdown, and keeps every word. */
export function htmlToMarkdown(html: string): string {
  if (!/<\/?[a-z][^<>]*>|&#?\w+;/iu.test(html)) return html.trim();
  const marked = html
    .replace(/\r\n?/gu, '\n')
    .replace(/<br\s*\/?>\s*/giu, '\n\n')
    .replace(/<li\b[^<>]*>\s*/giu, '\n- ')
    .replace(/<h[1-6]\b[^<>]*>/giu, '\n\n### ')
    .replace(/<\/?(?:p|div|ul|ol|h[1-6]|blockquote|table|tr)\b[^<>]*>/giu, '\n\n')
    .replace(/<\/?(?:b|strong)(?:\s[^<>]*)?>/giu, '**')
    .replace(/<\/?(?:i|em)(?:\s[^<>]*)?>/giu, '*')
    .replace(
      /<a\b[^<>]*\bhref="(https?:[^"<>\s]*)"[^<>]*>([^<>]*)<\/a>/giu,
      (_, to: string, words: string) => `[${words}](${to})`,
    );
  return withoutTags(marked)
    .replace(/&(#?\w+);/gu, entityOf)
    .replace(/\n{3,}/gu, '\n\n')
    .trim();
}

/** Removes markup from titles and names: `Media &amp; <b>Text</b>` → `Media & Text` */
export function htmlToWords(html: string): string {
  if (!/<\/?[a-z][^<>]*>|&#?\w+;/iu.test(html)) return html.trim();
  return withoutTags(html)
    .replace(/&(#?\w+);/gu, entityOf)
    .replace(/\s+/gu, ' ')
    .trim();
}

function entityOf(whole: string, name: string): string {
  const code = /^#x/iu.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  if (name.startsWith('#')) return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  return decodeNamedCharacterReference(name) || whole;
}
