import type { Person, RuleFacts } from 'gitnomic/rules';
import type { Terms } from '#core/terms.ts';

/** What an Ascension Address asks for. Rules hear of it by the event `address`, and refuse what can't be. */
export interface Address {
  readonly emperor: Person;
  readonly theme: string;
  readonly terms: Partial<Terms>;
  readonly repealed: readonly RuleFacts[];
  readonly specialCases: Readonly<Record<string, unknown>>;
  readonly trackingPage: string | null;
}

/** The dynastic rules that go: all but those kept, their sub-rules, and what they are part of. */
export function toBeRepealed(rules: readonly RuleFacts[], kept: readonly RuleFacts[]): readonly RuleFacts[] {
  const isKept = ({ path }: RuleFacts): boolean =>
    kept.some(
      (rule) => path === rule.path || path.startsWith(`${rule.path}/`) || rule.path.startsWith(`${path}/`),
    );
  return rules.filter((rule) => rule.section === 'dynastic' && rule.path !== 'dynastic' && !isKept(rule));
}
