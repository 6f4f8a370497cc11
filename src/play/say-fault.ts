import type { RefusalData } from '../kernel/refusal.ts';

const WHAT_TO_DO =
  '; anybody can propose to mend or repeal that rule, and where nothing else can be enacted either a comment /recover or `gitnomic recover` goes back';

/** Says why a due date or a due action failed, where, and what people can do. */
export function sayFault(
  { reason, rule, where }: Pick<RefusalData, 'reason' | 'rule' | 'where'>,
  failure = 'whether it is due can’t be told',
): string {
  const line = where ?? '';
  const alone = line === '' ? '' : ` (${line})`;
  const place =
    rule === null ? alone : ` (rule ${rule.number} ${rule.title}${line === '' ? '' : `, ${line}`})`;
  return `${failure}: ${reason}${place}${WHAT_TO_DO}`;
}
