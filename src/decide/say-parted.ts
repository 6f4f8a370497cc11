import type { ModelDescription } from '../kernel/describe-model.ts';
import { type Manifest, PLAIN_TERMS, type RuleEntry } from '../kernel/manifest.ts';
import type { MatterChange } from '../kernel/state.ts';
import { replacePiece } from '../ruleset/amend-edit.ts';
import { findRule } from '../ruleset/find-rule.ts';
import { joinWords, marked } from './say-diff.ts';
import { inert } from './inert.ts';

/** A rule of which a matter changes the words and not the clause, or the clause and not the words. */
export interface Parted {
  readonly title: string;
  readonly stays: 'clause' | 'words';
  /** The things that the clause decides, `quorum`, `votes in`. */
  readonly decides: readonly string[];
  readonly before: string;
  readonly after: string;
}

interface InForce {
  readonly manifest: Manifest;
  readonly model: ModelDescription;
}

/** Live values are left out of account: the clause obeys them as they are amended. */
export function findParted(
  changes: readonly MatterChange[],
  { manifest, model }: InForce,
): readonly Parted[] {
  const texts = new Map<RuleEntry, string>();
  const clauses = new Set<RuleEntry>();
  for (const change of changes) {
    const name =
      change.verb === 'edit-rule' ? change.rule : change.verb === 'file' ? pathOf(change.path) : null;
    const rule = name === null ? null : findRule(manifest, name).rule;
    if (rule === null || rule.clause === null) continue;
    if (change.verb === 'edit-rule') {
      const edit = replacePiece(texts.get(rule) ?? rule.text, change.replace, change.with, PLAIN_TERMS);
      if (edit.ok) texts.set(rule, edit.body);
    } else if (change.verb === 'file' && change.content !== null) {
      if (change.path.endsWith('.ts')) clauses.add(rule);
      else texts.set(rule, bodyOf(change.content));
    }
  }
  return [...new Set([...texts.keys(), ...clauses])].flatMap((rule): readonly Parted[] => {
    const [before, after] = [rule.text, texts.get(rule) ?? rule.text].map((text) => unlive(text, rule));
    const isReworded = before !== after;
    if (before === undefined || after === undefined || isReworded === clauses.has(rule)) return [];
    const stays = isReworded ? 'clause' : 'words';
    return [{ title: rule.title, stays, decides: decidedBy(rule, model), before, after }];
  });
}

/** `This changes the words of Keywords. Its clause stays, and goes on deciding quorum, votes in.` */
export function sayParted(parted: readonly Parted[]): string {
  return parted
    .map(({ title, stays, decides, before, after }) => {
      const what = decides.length === 0 ? '' : `, and goes on deciding ${inert(joinWords(decides))}`;
      return stays === 'clause'
        ? `This changes the words of **${inert(title)}**. Its clause stays${what}.\n\n<p>${marked(before, after)}</p>\n`
        : `This changes the clause of **${inert(title)}**${decides.length === 0 ? '' : `, which decides ${inert(joinWords(decides))}`}. Its words stay as they are.\n`;
    })
    .join('\n');
}

function pathOf(path: string): string {
  return path.replace(/^content\/ruleset\//, '').replace(/\.(?:md|ts)$/, '');
}

function bodyOf(file: string): string {
  return file
    .replace(/^---\r?\n[\s\S]*?\n---\r?\n/, '')
    .replaceAll('\r\n', '\n')
    .trim();
}

/** The sentences that a clause doesn't read: no live value, no item of a named list, no number in a table. */
function unlive(text: string, { lists }: RuleEntry): string {
  const values = text.replace(/\[(?:\[[^\]]*\]|[^\]])*\]\(#value:[\w-]+\)/g, '…');
  const cells = values.replace(/\|[^|\p{L}\n]*(?=\|)/gu, '|');
  return Object.keys(lists).length === 0 ? cells : cells.replace(/^\s*[-*+] .*$/gm, '');
}

function decidedBy({ path }: RuleEntry, model: ModelDescription): readonly string[] {
  const owned = Object.entries({ ...model.actions, ...model.views, ...model.kinds, ...model.submissions })
    .filter(([, { rule }]) => rule === path)
    .map(([id, { title }]) => title ?? id.replaceAll('-', ' '));
  const asked = Object.entries({ ...model.hooks, ...model.events })
    .filter(([, rules]) => rules.includes(path))
    .map(([id]) => id.replaceAll('-', ' '));
  return [...new Set([...owned, ...asked])];
}
