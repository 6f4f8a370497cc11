import { findRules } from './find-rules.ts';
import type { RuleEntry } from './manifest.ts';
import { nearest } from './names.ts';
import type { RefusalData } from './refusal.ts';
import type { Runtime } from './runtime.ts';

/** The rules that a clause asks for by a name. One that no rule has is remembered, as whatever is refused may be refused for it. */
export function soughtRules({ frame, model }: Runtime, name: string): readonly RuleEntry[] {
  const found = findRules(model.manifest.rules, name);
  if (found.length === 0) frame.sought = name.trim();
  return found;
}

/** Where a rule refuses something for a name that no rule has, and says so, the title that was probably meant. */
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
