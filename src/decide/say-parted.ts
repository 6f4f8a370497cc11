import { IN_ENGLISH, type Wording } from '../language/wording.ts';
import type { ModelDescription } from '../kernel/describe-model.ts';
import type { Manifest, RuleEntry, Terms } from '../kernel/manifest.ts';
import type { PostData } from '../kernel/state.ts';
import { replacePiece } from '../ruleset/amend-edit.ts';
import { findRule } from '../ruleset/find-rule.ts';
import { wordDiff } from '../ruleset/word-diff.ts';
import { joinWords, marked } from './say-diff.ts';
import { inert } from './inert.ts';

/** A rule of which a matter changes only the words or only the clause. */
export interface Parted {
  readonly title: string;
  readonly stays: 'clause' | 'words';
  /** What the clause decides: `quorum`, `votes in`. */
  readonly decides: readonly string[];
  readonly before: string;
  readonly after: string;
  /** Whether the proposal says that it is intended. */
  readonly onPurpose: boolean;
}

interface InForce {
  readonly manifest: Manifest;
  readonly model: ModelDescription;
  readonly terms: Terms;
}

const ON_PURPOSE = 'On purpose:';

/** The line in a proposal that says that words and clause part on purpose. */
export function meantLine(rule: string): string {
  return `${ON_PURPOSE} ${rule}`;
}

/** Ignores live values, since the clause follows them automatically. */
export function findParted(
  { changes, text: said }: Pick<PostData, 'changes' | 'text'>,
  { manifest, model, terms }: InForce,
): readonly Parted[] {
  const meant = new Set(linesOf(said).map((name) => findRule(manifest, name).rule));
  const texts = new Map<RuleEntry, string>();
  const clauses = new Set<RuleEntry>();
  for (const change of changes) {
    const name =
      change.verb === 'edit-rule' ? change.rule : change.verb === 'file' ? pathOf(change.path) : null;
    const rule = name === null ? null : findRule(manifest, name).rule;
    if (rule === null || rule.clause === null) continue;
    if (change.verb === 'edit-rule') {
      const edit = replacePiece(texts.get(rule) ?? rule.text, change.replace, change.with, terms);
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
    const decides = decidedBy(rule, model);
    return [{ title: rule.title, stays, decides, before, after, onPurpose: meant.has(rule) }];
  });
}

const AS_IS = (text: string): string => text;

/** `This changes the words of Keywords. Its clause stays, and goes on deciding quorum, votes in.` */
export function describeParted(
  { title, stays, decides, onPurpose }: Parted,
  {
    named = AS_IS,
    shown = AS_IS,
    wording = IN_ENGLISH,
  }: { named?: typeof AS_IS; shown?: typeof AS_IS; wording?: Wording } = {},
): string {
  const { say } = wording;
  const [name, list] = [named(title), shown(joinWords(decides, wording))];
  const told =
    stays === 'clause'
      ? list === ''
        ? say`You changed only the words of ${name}. The computer goes on doing what it did.`
        : say`You changed only the words of ${name}. The computer goes on doing what it did for ${list}.`
      : list === ''
        ? say`You changed only the code of ${name}. The text still says the same.`
        : say`You changed only the code of ${name}, which decides ${list}. The text still says the same.`;
  const meant = onPurpose
    ? say`The proposal says that this is on purpose.`
    : say`If that’s what you want, add the line “${shown(meantLine(title))}” to the proposal.`;
  return `${told} ${meant}`;
}

/** Markdown, with the difference in words. */
export function sayParted(parted: readonly Parted[], wording: Wording): string {
  const inMarkdown = { named: (title: string) => `**${inert(title)}**`, shown: inert, wording };
  return parted
    .map((one) => {
      const differs = one.stays === 'clause' && !one.onPurpose;
      const difference = differs ? `\n<p>${marked(wordDiff(one.before, one.after))}</p>\n` : '';
      return `${describeParted(one, inMarkdown)}\n${difference}`;
    })
    .join('\n');
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/u).flatMap((line) => {
    const plain = line.trim();
    return plain.toLowerCase().startsWith(ON_PURPOSE.toLowerCase())
      ? [
          plain
            .slice(ON_PURPOSE.length)
            .replace(/[.*_`]+$/u, '')
            .trim(),
        ]
      : [];
  });
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

/** Removes what the clause reads: live values, items of named lists, numbers in tables. */
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
