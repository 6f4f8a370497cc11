import type { Manifest, RuleEntry } from '../../kernel/manifest.ts';
import { readNumber, splitWords } from '../../kernel/number-words.ts';
import { readPackFile } from '../../ruleset/compose.ts';
import type { RuleFiles } from '../../ruleset/read.ts';
import { modulesOf, piecesOf, type ModuleAt } from './find-missing-text.ts';
import type { LintProblem } from './lint-rules.ts';
import { OF_VALUES } from './read-module.ts';

/**
 * Finds places where words and clause can drift apart: values that look live but aren't read, and numbers or times
 * stated independently in both.
 */
export function findDrift(
  files: RuleFiles,
  { rules }: Manifest,
  exceptions: ReadonlySet<string> = new Set(),
): readonly LintProblem[] {
  return findEveryDrift(files, rules)
    .filter(({ key }) => !exceptions.has(key))
    .map(({ code, where, what, next }) => ({ code, where, what, next }));
}

/** Includes the drift that is listed as an exception. */
export function findEveryDrift(files: RuleFiles, rules: Manifest['rules']): readonly Drift[] {
  const moduleAt = modulesOf(files);
  const pieces = [...files.keys()].flatMap((path) => [...(moduleAt(path)?.pieces.values() ?? [])]);
  const spelt = new Set(pieces.flatMap(({ strings }) => [...strings.keys()]));
  return rules.flatMap((rule) => [
    ...findUnread(rule, moduleAt, spelt).filter(({ line }) => !isInMechanic(rule, files, line)),
    ...findUnitsOutside(rule),
    ...findSaidTwice(rule, moduleAt),
  ]);
}

/** The exceptions that the packs of a library list as intended: `dynastic/battle: two`. */
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

/** The key names this drift in a list of exceptions: `dynastic/lamps: three`. */
type Drift = LintProblem & { readonly key: string };

/** The table is the clause, so that it reads each of its cells. */
function isInMechanic({ path, mechanics }: RuleEntry, files: RuleFiles, line: number): boolean {
  const text = mechanics === undefined ? '' : (files.get(`${path}.md`) ?? '');
  return /^[\s>]*\|/u.test(text.split('\n')[line - 1] ?? '');
}

function findUnread(
  rule: RuleEntry,
  moduleAt: ModuleAt,
  spelt: ReadonlySet<string>,
): readonly (Drift & { readonly line: number })[] {
  const pieces = rule.clause === null ? [] : piecesOf(rule.clause, moduleAt);
  const isRead = (kinds: readonly string[], name: string): boolean =>
    pieces.some(({ reads }) =>
      reads.some(
        (read) =>
          kinds.includes(read.kind) &&
          // A computed name is assumed to be one that some clause spells out.
          (read.name === name || (read.name === null && spelt.has(name))),
      ),
    );
  const unread = (
    kind: string,
    named: Readonly<Record<string, { readonly line: number }>>,
    kinds: readonly string[] = [kind],
  ): readonly (Drift & { readonly line: number })[] =>
    Object.entries(named)
      .filter(([name]) => !isRead(kinds, name))
      .map(([name, { line }]) => ({
        line,
        key: `${rule.path}: #${kind}:${name}`,
        code: 'unread',
        where: `${rule.path}.md:${line}`,
        what: `Nothing reads the live ${kind} "${name}": amending it would change only words.`,
        next: 'Read it in the clause, or write it without a link.',
      }));
  return [
    ...unread('value', rule.values, OF_VALUES),
    ...unread('list', rule.lists),
    ...unread('table', rule.tables),
  ];
}

/** Amending only the unit would change the words but not what the clause reads. */
function findUnitsOutside(rule: RuleEntry): readonly Drift[] {
  return Object.entries(rule.values).flatMap(([name, { text, unit, line }]) => {
    const number = unit === undefined ? null : readNumber(text);
    if (unit === undefined || number === null) return [];
    const units = number === 1 ? unit : `${unit}s`;
    return [
      {
        key: `${rule.path}: #value:${name}`,
        code: 'unit-outside',
        where: `${rule.path}.md:${line}`,
        what: `The live value "${name}" is a number of ${unit}s, whose unit is outside the link and can be amended separately.`,
        next: `Write [${text} ${units}](#value:${name}), and read hours('${name}') in the clause.`,
      },
    ];
  });
}

function findSaidTwice(rule: RuleEntry, moduleAt: ModuleAt): readonly Drift[] {
  if (rule.clause === null) return [];
  const pieces = piecesOf(rule.clause, moduleAt).filter(({ file }) => !file.startsWith('core/helpers/'));
  const seen = new Set<string>();
  const twice = (words: string, own: string, where: string): readonly Drift[] => {
    if (seen.has(words)) return [];
    seen.add(words);
    return [
      {
        key: `${rule.path}: ${words}`,
        code: 'said-twice',
        where,
        what: `The text of ${rule.path}.md says "${words}", but the clause has its own ${own}, so amending the words may change nothing.`,
        next: `Make it live, [${words}](#value:NAME), and read it; or list it as an exception.`,
      },
    ];
  };
  const sentences = plainSentences(rule.text);
  const literals = pieces.flatMap(({ file, numbers }) => numbers.map((one) => ({ ...one, file })));
  const numbers = numbersSaid(sentences).flatMap(({ words, number }) => {
    const found = literals.find((one) => one.number === number || 1 / one.number === number);
    return found === undefined ? [] : twice(words, String(found.number), `${found.file}:${found.line}`);
  });
  const strings = pieces.flatMap(({ file, strings: spelt }) =>
    [...spelt].flatMap(([text, line]) =>
      isTelling(text) && saysWord(sentences, text)
        ? twice(text.toLowerCase(), `'${text}'`, `${file}:${line}`)
        : [],
    ),
  );
  return [...numbers, ...strings];
}

const DAYS_AND_MONTHS =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|june|july|august|september|october|november|december)$/iu;

/**
 * Tells whether a string decides something rather than names something, such as a time, a date, dice, a day of the
 * week or a month: `18:00`, `2d6`, `monday`.
 */
function isTelling(text: string): boolean {
  return DAYS_AND_MONTHS.test(text) || /^(?=.*\d)[\d:./+-]*d?[\d:./+-]+(?: ?[ap]m)?$/iu.test(text);
}

function saysWord(sentences: string, word: string): boolean {
  return new RegExp(`(?<![\\p{L}\\d])${RegExp.escape(word)}(?![\\p{L}\\d])`, 'iu').test(sentences);
}

/**
 * Numbers in a rule's sentences that are not live. Small ones are common in any sentence and count only as figures.
 */
function numbersSaid(sentences: string): readonly { readonly words: string; readonly number: number }[] {
  return splitWords(sentences).flatMap((words) => {
    const number = readNumber(words);
    const isCommon = number === null || number === 0 || (number === 1 && words !== '1');
    return isCommon ? [] : { words: words.toLowerCase(), number };
  });
}

/** The sentences of a rule without their live parts and without the figures of its tables. */
function plainSentences(text: string): string {
  return text
    .replace(/\[[^\]]*\]\(#[^)]*\)/g, '·')
    .replace(/^\s*\d+\. /gm, '')
    .replace(/^\|.*\|$/gm, (row) => row.replace(/\| *[^|a-z]*(?=\|)/gi, '| '));
}
