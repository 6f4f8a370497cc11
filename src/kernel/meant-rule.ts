import type { RuleEntry } from './manifest.ts';
import { nearest } from './names.ts';
import type { RefusalData } from './refusal.ts';
import type { Runtime } from './runtime.ts';

/** The rules that a clause looks up by name. A name without a match is remembered, because it may be the reason for a refusal. */
export function soughtRules({ frame, model }: Runtime, name: string): readonly RuleEntry[] {
  const found = findRules(model.manifest.rules, name);
  if (found.length === 0) frame.sought = name.trim();
  return found;
}

/** Adds the probable title if a rule's refusal mentions a name that no rule has. */
export function withMeantRule({ frame, model }: Runtime, refusal: RefusalData): RefusalData {
  const { sought } = frame;
  if (refusal.code !== 'refused' || sought === null || sought === '') return refusal;
  if (!refusal.reason.includes(sought)) return refusal;
  const meant = nearest(
    sought,
    model.manifest.rules.flatMap(({ title, plainTitle }) => [title, plainTitle]),
  );
  return meant === null ? refusal : { ...refusal, meant };
}

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
