import { wordsOn } from './read-html.ts';

/** Classes of what holds the law’s own words, and those of players. */
const LAW = ['change', 'law'];
const RAW =
  /\d{4}-\d\d-\d\dT[\d:]+Z|#[0-9a-f]{6}\b|(none|–|true|false) →|→ (none|–|true|false)\b|: (true|false)\b|\[object|(?<![\w/@.-])players\.[a-z0-9-]+\.[a-z-]+/gu;
/** Values and names as code writes them, where nothing says that they are code. */
const OF_CODE = /(?<![\w/.-])(?:true|false|undefined|NaN|[a-z]{2,}[A-Z][a-z]+(?:[A-Z][a-z]+)*)(?![\w/])/gu;
const ID = /(?<![\w/.-])[a-z][a-z0-9]*(-[a-z0-9]+)+(?![\w/])/gu;

/** A value that is a sentence, with more behind it. */
const FULL_STOP_AND_COMMA = /\p{L}{4,}\.,/gu;

/** What stands on a page that only a machine would write: ids of the game, booleans, times, colours’ numbers. */
export function unreadable(
  html: string,
  ids: ReadonlySet<string>,
  besides: readonly string[] = [],
): readonly string[] {
  const words = wordsOn(html, [...LAW, ...besides]);
  return [
    ...(words.match(ID) ?? []).filter((id) => ids.has(id)),
    ...(words.match(RAW) ?? []),
    ...(words.match(OF_CODE) ?? []),
    ...(words.match(FULL_STOP_AND_COMMA) ?? []),
  ];
}

/** Marks of Markdown that a page should have made something of: bold, links, headings, rows of tables, items, code. */
const MARKDOWN = [
  /\*\*[^\s*][^*]{0,200}\*\*/gu,
  /(?<![\w*])\*[^\s*][^*]{0,80}[^\s*]\*(?![\w*])/gu,
  /\]\((?:[#.\w/-]|https?:)[^)\s]*\)/gu,
  /!\[[^\]]*\]\(/gu,
  /(?<!\S)#{1,6} \p{L}/gu,
  /(?<!\S)\|[^|]{1,60}\|[^|]{0,60}\|/gu,
  /(?<!\S)\|?:?-{3,}:?\|/gu,
  /`[^`\s][^`]{0,80}`/gu,
  /~~[^~\s][^~]{0,80}~~/gu,
  /(?<!\S)__[^_\s]+__(?!\S)/gu,
];
/** At the beginning of a block, what made it a list, a quote or a row was forgotten. */
const BLOCKS =
  /<(p|li|td|dd|div)(?:\s[^>]*)?>(?:<(?:ins|del|strong|span|em)[^>]*>)*\s*(?:&gt; |[-*+] |\| )[^<]{0,60}/gu;

/** Markdown that somebody reads on a page as it was written. */
export function rawMarkdown(html: string, besides: readonly string[] = []): readonly string[] {
  const words = wordsOn(html, besides);
  const inText = MARKDOWN.flatMap((mark) => words.match(mark) ?? []);
  const bare = html.replaceAll(/<(pre|code|textarea|script|style)\b[^>]*>[^]*?<\/\1>/gu, '');
  return [...inText, ...(besides.length > 0 ? [] : (bare.match(BLOCKS) ?? []))];
}

/** Ids of people where their names should stand. */
export function peopleById(
  html: string,
  people: ReadonlyMap<string, string>,
  besides: readonly string[] = [],
): readonly string[] {
  const known = [...people]
    .filter(([id, name]) => id !== name && /^[a-z][a-z0-9-]+$/u.test(id))
    .map(([id]) => id);
  if (known.length === 0) return [];
  // No part of an address, of a command, or of what stands in brackets after a name to tell two apart.
  const one = new RegExp(`.{0,40}?(?<![\\w/.@(=-])(?:${known.join('|')})(?![\\w/@)=-])`, 'gu');
  return wordsOn(html, [...LAW, ...besides]).match(one) ?? [];
}
