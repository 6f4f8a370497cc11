import type { RefusalData } from '../kernel/refusal.ts';

/** `no room beside it is lit (rule 2.4 Lanterns)` */
export function describeRefusal({ reason, rule, where, code }: RefusalData): string {
  // The line of a rule that refuses tells nobody anything; that of one that fails is where to mend it.
  const line = where === undefined || code !== 'clause-fails' ? '' : `, ${where}`;
  return rule === null ? reason : `${reason} (rule ${rule.number} ${rule.title}${line})`;
}
