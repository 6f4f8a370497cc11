import { findRules } from './find-rules.ts';
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
