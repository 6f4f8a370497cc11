import type { RefusalData } from '../kernel/refusal.ts';

const WHAT_TO_DO =
  '; anybody can propose to fix or repeal that rule. If nothing can be enacted at all, comment /recover or run `gitnomic doctor recover` to go back';

/** Says why a due date or a due action failed, where, and what people can do. */
export function sayFault(
  { reason, rule, where }: Pick<RefusalData, 'reason' | 'rule' | 'where'>,
  failure = 'it is unknown whether its time has come',
): string {
  const line = where === undefined || reason.includes(where) ? '' : where;
  const alone = line === '' ? '' : ` (${line})`;
  const place =
    rule === null ? alone : ` (rule ${rule.number} ${rule.title}${line === '' ? '' : `, ${line}`})`;
  return `${failure}: ${reason}${place}${WHAT_TO_DO}`;
}
