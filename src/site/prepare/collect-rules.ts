import type { Wording } from '../../language/wording.ts';
import { asSentence } from '../../kernel/sentence.ts';
import { recordedIn } from '../../language/recorded.ts';
import { whyOff } from '../../wording/rule-fault.ts';
import { titleOfSection } from '../../wording/naming.ts';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import type { Memo } from '../../ruleset/memo.ts';
import type { RuleEntry, Terms } from '../../kernel/manifest.ts';
import { readEdition, versionOfClauses } from '../../session/play/ruleset-sources.ts';
import { promiseTexts } from '../../promises/read-promises.ts';
import type { PromiseAsked } from '../../rehearse/ask-promises.ts';
import { sayBroken, sayHowFar } from '../../rehearse/say-trial.ts';
import { clausesInWords } from '../../rehearse/clause-in-words.ts';
import type { PostData, State } from '../../kernel/state.ts';
import { escapeHtml } from '../../seat/escape-html.ts';
import type { RuleData, SiteData } from '../data/site-data.ts';
import { type RuleChange, liveValuesOf } from './history.ts';
import { renderMarkdown } from './render-markdown.ts';
import { withLazy } from '../data/lazy-property.ts';
import type { RenderedCache } from './rendered-cache.ts';
import { definitionsIn, type Term } from '../data/definitions.ts';

export function sectionsOf(rules: readonly RuleEntry[], wording: Wording): SiteData['sections'] {
  const { say } = wording;
  const present = [...new Set(rules.map(({ section }) => section))];
  return present.map((id) => {
    const first = rules.find(({ section }) => section === id);
    const [own = '', place] = first?.number.split('.') ?? [];
    const title = present.length === 1 ? say`Rules` : titleOfSection(id, rules, wording);
    // A rule numbered by the group has a number independent of its section's.
    return { id, title, number: place === undefined && first?.path !== id ? '' : `${own} ` };
  });
}

export interface RulesSource {
  readonly rules: readonly RuleEntry[];
  readonly files: ReadonlyMap<string, string>;
  readonly model: ModelDescription;
  readonly terms: Terms;
  readonly state: State;
  readonly changes: readonly RuleChange[];
  /** The values that the game tracks, and the rules that define them. */
  readonly tracked: readonly { readonly title: string; readonly rule: string }[];
  readonly rendered: RenderedCache;
  readonly memo?: Memo;
  readonly wording: Wording;
  /** The result of the last search for a way to break the promises of these rules. */
  readonly asked?: readonly PromiseAsked[] | undefined;
}

/** Every rule as the pages show it: its text with terms linked, and the effect of votes and rulings on it. */
export function rulesData(source: RulesSource): readonly RuleData[] {
  const { rules, state, tracked, rendered } = source;
  const version = versionOfClauses(source.files);
  const isCounted = rules.some(({ mechanics }) => mechanics !== undefined);
  const tables = isCounted ? readEdition(source, source.memo).tables : new Map<string, string>();
  const { language } = source.wording;
  const say = clausesInWords(source);
  const spoken = JSON.stringify([source.terms, language]);
  const inWords = (rule: RuleEntry): string =>
    rendered.get(['clause-in-words', spoken, version, rule.path], () => JSON.stringify(say(rule)));
  const byPath = new Map(rules.map((entry) => [entry.path, entry]));
  const plain = rules.map((entry) => {
    const anchor = entry.path.replaceAll('/', '.');
    const depth = depthOf(entry, byPath);
    const under = Math.min(4, depth + 1);
    return {
      entry,
      anchor,
      depth,
      html: renderMarkdown(entry.text, { anchor, under, wording: source.wording }, rendered),
    };
  });
  const terms = termsOf(plain, tracked);
  const places = new Map(terms.map(({ words, anchor }) => [words, anchor]));
  const find = termFinder(terms);
  const posts = Object.values(state.posts);
  const judgements = posts.filter(({ kind }) => source.model.kinds[kind]?.purpose === 'judge');
  const rulings = rulingsOf(judgements, rules, touches);
  const pending = posts.filter(({ status }) => status === 'pending');
  const changes = Map.groupBy(source.changes, ({ rule }) => rule);
  return plain.map((one) => {
    const { entry, anchor, depth } = one;
    const { path, title, number, section, status, entrenched } = entry;
    const off = whyOff(entry, state.posts);
    const about = {
      path,
      anchor,
      title,
      number,
      section,
      depth,
      status,
      marked: markOf(entry),
      entrenched: entrenched !== false,
      clause: codeOf(entry, source.files, tables),
      ...(off !== undefined && { off: asSentence(recordedIn(language, off)) }),
      html: withDefaults(linkTerms(one.html, anchor, places, find), entry.notes ?? []),
      values: liveValuesOf(entry.text, changes.get(entry.path) ?? []),
      rulings: rulings.get(entry.path) ?? [],
      promises: promisesOf(entry, changes.get(entry.path) ?? [], source),
      proposals: pending.filter((post) => touches(post, entry)).map(({ id }) => id),
    };
    const words = (): readonly string[] =>
      entry.clause === null ? [] : (JSON.parse(inWords(entry)) as readonly string[]);
    return withLazy(about, 'inWords', words);
  });
}

function promisesOf(
  { path, promises = [] }: RuleEntry,
  changes: readonly RuleChange[],
  { asked, wording }: Pick<RulesSource, 'asked' | 'wording'>,
): RuleData['promises'] {
  return promises.map(({ says }) => {
    const isIn = (text: string | null): boolean => promiseTexts(text).includes(says);
    const made = changes.findLast(({ before, after }) => isIn(after) && !isIn(before));
    const known = asked?.find((one) => one.path === path && one.says === says);
    const found = known && (sayBroken(known, wording) ?? sayHowFar(known, wording));
    return {
      says,
      made: made?.post || null,
      searched: known === undefined || found === undefined ? null : { at: known.at, found },
    };
  });
}

/** Lists, below each table that the engine counts, the defaults for everything that its words leave open. */
function withDefaults(html: string, notes: readonly (readonly string[])[]): string {
  let table = 0;
  return html.replaceAll('</table>', (end) => {
    const lines = notes[table++] ?? [];
    const items = lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('');
    return lines.length === 0 ? end : `${end}<ul class="meta">${items}</ul>`;
  });
}

/** 1 for a section's own text, 2 for its rules, whatever numbers the group gave them. */
function depthOf({ path, section, parent }: RuleEntry, byPath: ReadonlyMap<string, RuleEntry>): number {
  if (path === section) return 1;
  const above = parent === null ? undefined : byPath.get(parent);
  return above === undefined || above.path === section ? 2 : depthOf(above, byPath) + 1;
}

function codeOf(
  { clause, mechanics }: RuleEntry,
  files: RulesSource['files'],
  tables: ReadonlyMap<string, string>,
): string | null {
  const compiled = mechanics === undefined ? null : (tables.get(mechanics)?.replace(/^\n+/gmu, '') ?? null);
  return clause === null ? compiled : (files.get(clause) ?? null);
}

/** The details of a rule that stand beside its title. */
function markOf({ section, status, facts }: RuleEntry): string | null {
  if (section === 'special-case') return status;
  return facts['mutable'] === false ? 'immutable' : null;
}

function touches(post: PostData, rule: RuleEntry): boolean {
  const names = [rule.title, rule.plainTitle, rule.number, rule.path];
  return post.changes.some((change) => {
    if (change.verb === 'file') return change.path.includes(`/${rule.path}.`);
    if (change.verb === 'set') return names.some((name) => change.path.startsWith(`ruleset.${name}.`));
    return change.verb !== 'add-rule' && names.includes(change.rule);
  });
}

/** Enacted posts that settle how rules are to be read, by the rules that they changed or mention. */
export function rulingsOf(
  posts: readonly PostData[],
  rules: readonly RuleEntry[],
  touches: (post: PostData, rule: RuleEntry) => boolean,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const post of posts) {
    if (post.status !== 'enacted') continue;
    for (const rule of rules)
      if (touches(post, rule) || speaksOf(post, rule))
        found.set(rule.path, [...(found.get(rule.path) ?? []), post.id]);
  }
  return found;
}

/** A title of several words is enough of a mention; a single everyday word has to be quoted, or called a rule. */
function speaksOf({ title, text }: PostData, rule: RuleEntry): boolean {
  const said = `${title}\n${text}`;
  return [rule.title, rule.plainTitle].some((name) => {
    const escaped = RegExp.escape(name);
    const marked = `[“"‘'*]${escaped}[”"’'*]|\\brules? (?:of )?(?:the )?${escaped}\\b`;
    const plain = name.includes(' ') ? `|\\b${escaped}\\b` : '';
    return new RegExp(`${marked}${plain}`, 'iu').test(said);
  });
}

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
  const all = new RegExp(
    `(?<![\\p{L}\\p{N}-])(${words.map(RegExp.escape).join('|')})(s?)(?![\\p{L}\\p{N}-])`,
    'gu',
  );
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
