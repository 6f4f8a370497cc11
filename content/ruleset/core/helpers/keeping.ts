import type { RuleFacts } from 'gitnomic/rules';

/** The dynastic rules that go: all but those kept, their sub-rules, and what they are part of. */
export function toBeRepealed(rules: readonly RuleFacts[], kept: readonly RuleFacts[]): readonly RuleFacts[] {
  const isKept = ({ path }: RuleFacts): boolean =>
    kept.some(
      (rule) => path === rule.path || path.startsWith(`${rule.path}/`) || rule.path.startsWith(`${path}/`),
    );
  return rules.filter((rule) => rule.section === 'dynastic' && rule.path !== 'dynastic' && !isKept(rule));
}
