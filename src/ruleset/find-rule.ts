import type { Manifest, RuleEntry } from '../kernel/manifest.ts';
import { nearest } from '../kernel/names.ts';
import { splitMarks } from './marks.ts';

export type RuleFound =
  | { readonly rule: RuleEntry }
  | { readonly rule: null; readonly numbers: readonly string[]; readonly near: string | null };

/**
 * Finds a rule by path, number or title (with or without terms replaced), or returns the numbers of all with the same title. Marks and
 * case don't matter.
 */
export function findRule({ rules }: Manifest, name: string): RuleFound {
  const wanted = fold(name);
  const path = name
    .trim()
    .replace(/^(?:\.\/)?(?:content\/)?(?:ruleset\/)?/, '')
    .replace(/\.(?:md|ts)$/, '');
  const exact = rules.find((rule) => rule.path === path || rule.number === path);
  if (exact) return { rule: exact };
  for (const titleOf of [(rule: RuleEntry) => rule.title, (rule: RuleEntry) => rule.plainTitle]) {
    const [first, ...others] = rules.filter((rule) => fold(titleOf(rule)) === wanted);
    if (first && others.length === 0) return { rule: first };
    if (first) return { rule: null, numbers: [first, ...others].map(({ number }) => number), near: null };
  }
  return {
    rule: null,
    numbers: [],
    near: nearest(
      path.includes('/') ? path : name,
      rules.flatMap((rule) => (path.includes('/') ? [rule.path] : [rule.title, rule.plainTitle])),
    ),
  };
}

/** Asks which of several rules with the same title is meant. Null if the title is unique. */
export function sayAlike(name: string, found: RuleFound): string | null {
  return found.rule !== null || found.numbers.length < 2
    ? null
    : `Rules ${found.numbers.join(' and ')} are both called “${name}”: name the one you mean by its number.`;
}

function fold(title: string): string {
  return splitMarks(title).title.trim().replace(/\s+/g, ' ').toLowerCase();
}
