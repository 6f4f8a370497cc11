import type { RuleEntry } from './manifest.ts';

/** Finds rules by title (with or without terms replaced), number or path. */
export function findRules(rules: readonly RuleEntry[], name: string): readonly RuleEntry[] {
  const word = name.trim().toLowerCase();
  const bare = withoutBrackets(word);
  const by = (test: (rule: RuleEntry) => boolean): RuleEntry[] => rules.filter(test);
  const exact = by((rule) => rule.path.toLowerCase() === word || rule.number === word);
  if (exact.length > 0) return exact;
  for (const titleOf of [({ title }: RuleEntry) => title, ({ plainTitle }: RuleEntry) => plainTitle]) {
    const titled = by((rule) => [word, bare].includes(titleOf(rule).toLowerCase()));
    if (titled.length > 0) return titled;
  }
  // Brackets that are given must match: “Rum [dark]” is never “Rum [white]”.
  return by(({ title }) => withoutBrackets(title).toLowerCase() === word);
}

/** The parts of a rule's title in brackets may be left out. */
function withoutBrackets(title: string): string {
  return title.replace(/\s*\[[^\]]*\]\s*/g, ' ').trim();
}
