import { perSite } from './per-site.ts';
import type { RuleData } from './site-data.ts';

/** For each anchor, the rules that cite it, by mentioning a word that is defined there or the rule's title. */
export const citedBy = perSite((site): ReadonlyMap<string, readonly RuleData[]> => {
  const by = new Map<string, Set<RuleData>>();
  for (const rule of site.rules)
    for (const [, cited = ''] of rule.html.matchAll(/ data-to="([^":]+)/gu))
      if (cited !== rule.anchor) by.set(cited, (by.get(cited) ?? new Set()).add(rule));
  return new Map([...by].map(([cited, rules]) => [cited, [...rules]]));
});
