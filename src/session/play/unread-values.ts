import type { Manifest, RuleEntry } from '../../kernel/manifest.ts';
import { RuleError } from '../../kernel/refusal.ts';
import { ruleText } from '../../kernel/rule-text.ts';
import { modulesUsedBy } from '../../ruleset/rules-that-run.ts';

type Reading = 'value' | 'hours' | 'endOf' | 'share' | 'words' | 'list' | 'table';

const READINGS = /\b(value|hours|endOf|share|words|list|table)\(\s*['"]([\w-]+)['"]/gu;

interface Unread {
  readonly rule: string;
  readonly message: string;
}

/**
 * What clauses could read in their rules' texts before a change, and can't after it. Some read only when something happens, which is too
 * late to say so.
 */
export function nowUnread(
  before: Manifest,
  after: Manifest,
  files: ReadonlyMap<string, string>,
): readonly Unread[] {
  const known = new Map(before.rules.map((rule) => [rule.path, rule]));
  return after.rules.flatMap((rule) => {
    const was = known.get(rule.path);
    if (was === undefined || was === rule || rule.clause === null) return [];
    const source = modulesUsedBy(rule.clause, files).map((path) => files.get(path) ?? '');
    return [...source.join('\n').matchAll(READINGS)].flatMap(([, how, name = '']) => {
      const error = whyUnread(rule, how as Reading, name);
      if (error === null || whyUnread(was, how as Reading, name) !== null) return [];
      return [{ rule: rule.path, message: error.message }];
    });
  });
}

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
