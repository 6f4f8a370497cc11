import type { RuleEntry } from './manifest.ts';

/** Rules by title (as it reads, or before terms were put in), by number, or by path. */
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
  // Brackets that are given are meant: “Rum [dark]” is never “Rum [white]”.
  return by(({ title }) => withoutBrackets(title).toLowerCase() === word);
}

/** A rule may be named without the parts of its title that stand in brackets. */
function withoutBrackets(title: string): string {
  return title.replace(/\s*\[[^\]]*\]\s*/g, ' ').trim();
}
