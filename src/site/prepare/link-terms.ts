import type { RuleEntry } from '../../kernel/manifest.ts';
import { definitionsIn, type Term } from '../data/definitions.ts';

const TAG = /<(?:"[^"]*"|'[^']*'|[^'">])*>/g;
/** Nothing is linked inside these: existing links, code, headings, and definitions themselves. */
const CLOSED = /^(a|code|pre|data|strong|h[1-6]|th)$/;
const SHORTEST = 3;

/** Terms from glossaries, titles of rules, and names of tracked values; the first definition wins. */
export function termsOf(
  rules: readonly { readonly entry: RuleEntry; readonly anchor: string; readonly html: string }[],
  tracked: readonly { readonly title: string; readonly rule: string }[],
): readonly Term[] {
  const found = new Map<string, string>();
  const add = (words: string, anchor: string): void => {
    if (words.length >= SHORTEST && /^\p{Lu}/u.test(words) && !found.has(words)) found.set(words, anchor);
  };
  for (const { entry, html } of rules)
    if (entry.section === 'appendix') for (const { words, anchor } of definitionsIn(html)) add(words, anchor);
  for (const { entry, anchor } of rules) if (entry.number.includes('.')) add(entry.title, anchor);
  const anchors = new Map(rules.map(({ entry, anchor }) => [entry.path, anchor]));
  for (const { title, rule } of tracked) if (anchors.has(rule)) add(title, anchors.get(rule) ?? '');
  const everyday = everydayIn(rules.map(({ html }) => html).join(' '));
  return [...found].flatMap(([words, anchor]) => (everyday(words) ? [] : [{ words, anchor }]));
}

/** A word that the rules mostly write in lower case has its everyday meaning at the beginning of a sentence. */
function everydayIn(html: string): (words: string) => boolean {
  const counts = new Map<string, number>();
  for (const [word] of html.replace(TAG, ' ').matchAll(/\p{L}+/gu))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return (words) => !words.includes(' ') && (counts.get(words.toLowerCase()) ?? 0) > (counts.get(words) ?? 0);
}

/** One expression for all terms, compiled once, longest terms first. */
export function termFinder(terms: readonly Term[]): (text: string) => IterableIterator<RegExpExecArray> {
  const words = terms.map((term) => term.words).sort((a, b) => b.length - a.length);
  if (words.length === 0) return () => [][Symbol.iterator]() as IterableIterator<RegExpExecArray>;
  const escaped = words.map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const all = new RegExp(`(?<![\\p{L}\\p{N}-])(${escaped.join('|')})(s?)(?![\\p{L}\\p{N}-])`, 'gu');
  return (text) => text.matchAll(all);
}

/**
 * Links the first use of each term in a rule to its definition. Pages fill in the address for `data-to`: `a Quorum of
 * them` → `a <a class="term" data-to="appendix.other:21">Quorum</a> of them`.
 */
export function linkTerms(
  html: string,
  own: string,
  terms: ReadonlyMap<string, string>,
  find: ReturnType<typeof termFinder>,
): string {
  const linked = new Set<string>();
  const closed: string[] = [];
  let out = '';
  let last = 0;
  const words = (text: string): string => (closed.length > 0 ? text : linkIn(text, own, terms, find, linked));
  for (const found of html.matchAll(TAG)) {
    out += words(html.slice(last, found.index)) + found[0];
    last = found.index + found[0].length;
    const name = /^<\/?([a-z0-9]+)/.exec(found[0])?.[1] ?? '';
    if (!CLOSED.test(name)) continue;
    if (!found[0].startsWith('</')) closed.push(name);
    else if (closed.at(-1) === name) closed.pop();
  }
  return out + words(html.slice(last));
}

function linkIn(
  text: string,
  own: string,
  terms: ReadonlyMap<string, string>,
  find: ReturnType<typeof termFinder>,
  linked: Set<string>,
): string {
  let out = '';
  let last = 0;
  for (const found of find(text)) {
    const [whole, term = ''] = found;
    const anchor = terms.get(term);
    if (anchor === undefined || linked.has(term) || anchor === own || anchor.startsWith(`${own}:`)) continue;
    linked.add(term);
    out += `${text.slice(last, found.index)}<a class="term" data-to="${anchor}">${whole}</a>`;
    last = found.index + whole.length;
  }
  return out + text.slice(last);
}
