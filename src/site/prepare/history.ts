import { RULESET, type ContentFiles } from '../../store/paths.ts';
import { mergeRuleFile } from '../../ruleset/merge/merge-rule-file.ts';
import { type LedgerLine, readEnding } from '../../store/ledger-line.ts';
import type { RuleEntry, Terms } from '../../kernel/manifest.ts';
import type { MatterChange, PostData } from '../../kernel/state.ts';
import { splitFrontMatter } from '../../ruleset/front-matter.ts';
import { putTerms } from '../../ruleset/terms.ts';
import type { LiveValueData, RulesetThen } from '../data/site-data.ts';
import type { Caches } from '../../cache/caches.ts';
import type { FrozenDynasty } from '../../store/dynasties/frozen.ts';
import { readRuleset } from '../../ruleset/read.ts';
import { toTerms } from '../../ruleset/compose.ts';
import type { Wording } from '../../language/wording.ts';
import { renderMarkdown } from './render-markdown.ts';
import type { RenderedCache } from './rendered-cache.ts';

/**
 * The history of the rules' texts, oldest first, reconstructed by undoing enactments from the text in force: the
 * archive has the changes of each. Changes made in other ways, as at the end of a dynasty, are not included.
 */
export function rulesetHistory(
  files: ReadonlyMap<string, string>,
  rules: readonly RuleEntry[],
  posts: Readonly<Record<string, PostData>>,
  ledger: readonly LedgerLine[],
  terms: Terms,
): readonly RuleChange[] {
  const now = new Map([...files].filter(([path]) => path.endsWith('.md')));
  const found: RuleChange[] = [];
  for (const line of [...ledger].reverse()) {
    const ended = readEnding(line.what);
    const post = ended?.how === 'enact' ? posts[ended.matter] : undefined;
    for (const change of [...(post?.changes ?? [])].reverse()) {
      const undone = undo(change, now, rules);
      if (undone === null || post === undefined) continue;
      const { path, before } = undone;
      const after = now.get(path) ?? null;
      if (before === null) now.delete(path);
      else now.set(path, before);
      if (before === after) continue;
      const bodies = { before: bodyOf(before, terms), after: bodyOf(after, terms) };
      const values = { before: liveValuesIn(before), after: liveValuesIn(after) };
      found.push({ at: line.at, post: post.id, rule: path.replace(/\.md$/, ''), ...bodies, values });
    }
  }
  return found.reverse();
}

function undo(
  change: MatterChange,
  now: ReadonlyMap<string, string>,
  rules: readonly RuleEntry[],
): { readonly path: string; readonly before: string | null } | null {
  if (change.verb === 'file') return undoFile(change, now);
  if (change.verb !== 'edit-rule' && change.verb !== 'add-rule') return null;
  const named = change.verb === 'edit-rule' ? change.rule : change.title;
  const rule = rules.find((one) => [one.title, one.plainTitle, one.number, one.path].includes(named));
  const path = `${rule?.path ?? ''}.md`;
  const text = now.get(path);
  if (text === undefined) return null;
  if (change.verb === 'add-rule') return { path, before: null };
  return { path, before: text.replace(change.with, () => change.replace) };
}

function undoFile(
  { path: full, content, base = null }: Extract<MatterChange, { verb: 'file' }>,
  now: ReadonlyMap<string, string>,
): { readonly path: string; readonly before: string | null } | null {
  if (!full.startsWith(RULESET) || !full.endsWith('.md')) return null;
  const path = full.slice(RULESET.length);
  const text = now.get(path) ?? null;
  if (text === content) return { path, before: base };
  const merged = mergeRuleFile(path, content, text, base);
  return { path, before: merged.ok ? merged.text : base };
}

export function bodyOf(text: string | null, terms: Terms): string | null {
  return text === null ? null : putTerms(plainWords(splitFrontMatter(text).body.trim()), terms);
}

/** `open for [48](#value:window) hours` → `open for 48 hours`, and `[[Core]](#value:tag)` → `[Core]` */
export function plainWords(text: string): string {
  return text.replace(/\[((?:\[[^\][]*\]|[^\][])*)\]\(#(?:value|table|list):[^()]*\)/g, '$1');
}

export function currentBodies(files: ReadonlyMap<string, string>, terms: Terms): ReadonlyMap<string, string> {
  return new Map(
    [...files]
      .filter(([path]) => path.endsWith('.md'))
      .map(([path, text]) => [path.replace(/\.md$/, ''), bodyOf(text, terms) ?? '']),
  );
}

const VALUE = /\[([^\]\n]*)\]\(#value:([a-z0-9-]+)\)/g;

/** `open for [48](#value:window) hours` → `window` is `48` */
export function liveValuesIn(text: string | null): LiveValues {
  const found = new Map<string, string>();
  for (const [, shown = '', name = ''] of (text ?? '').matchAll(VALUE))
    if (!found.has(name)) found.set(name, shown);
  return [...found];
}

type LiveValues = readonly (readonly [name: string, shown: string])[];

/** Each live value in a rule’s text in force, with every matter that set it, in order. */
export function liveValuesOf(text: string, changes: readonly RuleChange[]): readonly LiveValueData[] {
  return liveValuesIn(text).map(([name, value]) => ({
    name,
    value,
    set: changes.flatMap(({ at, post, values: { before, after } }) => {
      const [from = null, to = null] = [before, after].map((values) => new Map(values).get(name));
      return to === null || from === to ? [] : [{ at, post, from, to }];
    }),
  }));
}

export interface RuleChange {
  readonly at: string;
  readonly post: string;
  readonly rule: string;
  /** Null if the rule didn't exist yet, or no longer exists. */
  readonly before: string | null;
  readonly after: string | null;
  /** The live values of the text, before and after. */
  readonly values: { readonly before: LiveValues; readonly after: LiveValues };
}

/** Changes of rules in a past dynasty and at the start of the next one, oldest first. */
export function pastHistory(frozen: FrozenDynasty, next: Then | null, caches: Caches): readonly RuleChange[] {
  const terms = toTerms(frozen.about.terms);
  const last = rulesetIn(frozen.last);
  const { manifest } = readRuleset(last, terms, caches);
  const played = rulesetHistory(last, manifest.rules, frozen.posts, frozen.ledger, terms);
  const own = [...played, ...frozen.revisions.map((one) => changeIn(one.path, one, terms, terms, one.at))];
  return next === null ? own : [...own, ...between({ ruleset: last, terms }, next, frozen.about.ended)];
}

/** The state at the start of a dynasty. */
export interface Then {
  readonly ruleset: ReadonlyMap<string, string>;
  readonly terms: Terms;
}

/** Changes that no matter made: rules that go with their dynasty, and the new ones that come. */
function between(before: Then, after: Then, at: string): readonly RuleChange[] {
  const paths = [...new Set([...before.ruleset.keys(), ...after.ruleset.keys()])].filter((path) =>
    path.endsWith('.md'),
  );
  return paths.flatMap((path): RuleChange[] => {
    const texts = { before: before.ruleset.get(path) ?? null, after: after.ruleset.get(path) ?? null };
    const change = changeIn(path, texts, before.terms, after.terms, at);
    return change.before === change.after ? [] : [change];
  });
}

function changeIn(
  path: string,
  texts: { readonly before: string | null; readonly after: string | null },
  was: Terms,
  is: Terms,
  at: string,
): RuleChange {
  return {
    at,
    post: '',
    rule: path.replace(/\.md$/, ''),
    before: bodyOf(texts.before, was),
    after: bodyOf(texts.after, is),
    values: { before: liveValuesIn(texts.before), after: liveValuesIn(texts.after) },
  };
}

/** The ruleset at the start of a dynasty, from the game as it stood then. */
export function firstRuleset(
  first: ContentFiles,
  { terms, caches, wording }: { readonly terms: Terms; readonly caches: Caches; readonly wording: Wording },
  rendered: RenderedCache,
): RulesetThen {
  const { manifest } = readRuleset(rulesetIn(first), terms, caches);
  return manifest.rules.map(({ path, number: shown, title, status, text }) => {
    const anchor = path.replaceAll('/', '.');
    const under = Math.min(4, shown.split('.').length + 1);
    const html = renderMarkdown(text, { anchor, under, wording }, rendered);
    return { anchor, number: shown, title, inactive: status === 'inactive', html };
  });
}

export function rulesetIn(files: ContentFiles): ReadonlyMap<string, string> {
  return new Map(
    [...files].flatMap(([path, text]) =>
      path.startsWith(RULESET) ? [[path.slice(RULESET.length), text] as const] : [],
    ),
  );
}
