import type { RuleChange } from './rule-change.ts';
import { mergeRuleFile } from '../../store/open-game.ts';
import { type LedgerLine, readEnding } from '../../play/ledger-line.ts';
import type { RuleEntry, Terms } from '../../kernel/manifest.ts';
import type { MatterChange, PostData } from '../../kernel/state.ts';
import { splitFrontMatter } from '../../ruleset/front-matter.ts';
import { putTerms } from '../../ruleset/terms.ts';
import { liveValuesIn } from './live-values.ts';

const RULESET = 'content/ruleset/';

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
