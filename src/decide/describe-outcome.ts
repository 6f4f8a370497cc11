import type { RefusalData } from '../kernel/refusal.ts';

/** `no room beside it is lit (rule 2.4 Lanterns)` */
export function describeRefusal({ reason, rule }: RefusalData): string {
  return rule === null ? reason : `${reason} (rule ${rule.number} ${rule.title})`;
}
