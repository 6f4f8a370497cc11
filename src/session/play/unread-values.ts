import type { RuleEntry } from '../../kernel/manifest.ts';
import { RuleError } from '../../kernel/refusal.ts';
import { ruleText } from '../../kernel/rule-text.ts';

type Reading = 'value' | 'hours' | 'endOf' | 'share' | 'words' | 'list' | 'table';

/** The reason why a clause can't read something by name in its rule's text, or null. */
export function whyUnread(
  rule: RuleEntry,
  how: Reading,
  name: string,
  columns: Parameters<ReturnType<typeof ruleText>['table']>[1] = {},
): RuleError | null {
  const text = ruleText(rule);
  try {
    if (how === 'share') text.share(name, 1);
    else if (how === 'endOf') text.endOf(name, '2000-01-01T00:00:00Z');
    else if (how === 'table') text.table(name, columns);
    else text[how](name);
    return null;
  } catch (error) {
    if (error instanceof RuleError) return error;
    throw error;
  }
}
