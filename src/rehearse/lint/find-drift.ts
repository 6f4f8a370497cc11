import type { Manifest, RuleEntry } from '../../kernel/manifest.ts';
import { readNumber, splitWords } from '../../kernel/number-words.ts';
import { readPackFile } from '../../ruleset/compose.ts';
import type { RuleFiles } from '../../ruleset/read.ts';
import { modulesOf, piecesOf, type ModuleAt } from './find-missing-text.ts';
import type { LintProblem } from './lint-rules.ts';

/** Where words and clause can part: what looks live and isn't read, and numbers that both say, each for itself. */
export function findDrift(
  files: RuleFiles,
  { rules }: Manifest,
  exceptions: ReadonlySet<string> = new Set(),
): readonly LintProblem[] {
  return findEveryDrift(files, rules)
    .filter(({ key }) => !exceptions.has(key))
    .map(({ code, where, what, next }) => ({ code, where, what, next }));
}

/** Those that are listed as exceptions too. */
export function findEveryDrift(files: RuleFiles, rules: Manifest['rules']): readonly Drift[] {
  const moduleAt = modulesOf(files);
  const pieces = [...files.keys()].flatMap((path) => [...(moduleAt(path)?.pieces.values() ?? [])]);
  const spelt = new Set(pieces.flatMap(({ strings }) => [...strings]));
  return rules.flatMap((rule) => [...findUnread(rule, moduleAt, spelt), ...findSaidTwice(rule, moduleAt)]);
}

/** The exceptions that the packs of a library list as looked at and meant: `dynastic/battle: two`. */
export function exceptionsIn(library: RuleFiles): ReadonlySet<string> {
  const packs = Array.from(library).filter(([path]) => path.endsWith('/pack.yml'));
  return new Set(
    packs.flatMap(([path, text]) =>
      Object.entries(readPackFile(path, text).pack?.['said-twice'] ?? {}).flatMap(([rule, words]) =>
        words.map((word) => `${rule}: ${word}`),
      ),
    ),
  );
}

/** The key is what a list of exceptions names: `dynastic/lamps: three`. */
type Drift = LintProblem & { readonly key: string };

function findUnread(rule: RuleEntry, moduleAt: ModuleAt, spelt: ReadonlySet<string>): readonly Drift[] {
  const pieces = rule.clause === null ? [] : piecesOf(rule.clause, moduleAt);
  const isRead = (kinds: readonly string[], name: string): boolean =>
    pieces.some(({ reads }) =>
      reads.some(
        (read) =>
          kinds.includes(read.kind) &&
          // A name that is worked out is one of those that some clause spells.
          (read.name === name || (read.name === null && spelt.has(name))),
      ),
    );
  const unread = (
    kind: string,
    named: Readonly<Record<string, { readonly line: number }>>,
    kinds: readonly string[] = [kind],
  ): readonly Drift[] =>
    Object.entries(named)
      .filter(([name]) => !isRead(kinds, name))
      .map(([name, { line }]) => ({
        key: `${rule.path}: #${kind}:${name}`,
        code: 'unread',
        where: `${rule.path}.md:${line}`,
        what: `Nothing reads the live ${kind} "${name}": to amend it changes words and nothing else.`,
        next: 'Read it in the clause, or write it without a link.',
      }));
  return [
    ...unread('value', rule.values, ['value', 'share', 'words']),
    ...unread('list', rule.lists),
    ...unread('table', rule.tables),
  ];
}

function findSaidTwice(rule: RuleEntry, moduleAt: ModuleAt): readonly Drift[] {
  if (rule.clause === null) return [];
  const literals = piecesOf(rule.clause, moduleAt)
    .filter(({ file }) => !file.startsWith('core/helpers/'))
    .flatMap(({ file, numbers }) => numbers.map((one) => ({ ...one, file })));
  const told = new Set<string>();
  return numbersSaid(rule.text).flatMap(({ words, number }) => {
    const found = literals.find((one) => one.number === number || 1 / one.number === number);
    if (found === undefined || told.has(words)) return [];
    told.add(words);
    return {
      key: `${rule.path}: ${words}`,
      code: 'said-twice',
      where: `${found.file}:${found.line}`,
      what: `The text of ${rule.path}.md says "${words}", and the clause has ${found.number} of its own: to amend the words may change nothing.`,
      next: `Make it live, [${words}](#value:NAME), and read it; or list it as an exception.`,
    };
  });
}

/** Numbers of a rule's sentences that are not live. Small ones that stand in every sentence count only in figures. */
function numbersSaid(text: string): readonly { readonly words: string; readonly number: number }[] {
  const sentences = text
    .replace(/\[[^\]]*\]\(#[^)]*\)/g, '·')
    .replace(/^\s*\d+\. /gm, '')
    .replace(/^\|.*\|$/gm, (row) => row.replace(/\| *[^|a-z]*(?=\|)/gi, '| '));
  return splitWords(sentences).flatMap((words) => {
    const number = readNumber(words);
    const isCommon = number === null || number === 0 || (number === 1 && words !== '1');
    return isCommon ? [] : { words: words.toLowerCase(), number };
  });
}
