import type { Caches } from '../../cache/caches.ts';
import type { FrozenDynasty } from '../../store/dynasties/frozen.ts';
import type { Terms } from '../../kernel/manifest.ts';
import { readRuleset } from '../../ruleset/read.ts';
import { bodyOf, rulesetHistory } from './history.ts';
import type { RuleChange } from './rule-change.ts';
import { liveValuesIn } from './live-values.ts';
import { toTerms } from '../../ruleset/compose.ts';
import { rulesetIn } from './past-dynasties.ts';

/** Changes of rules in a past dynasty and at the start of the next one, oldest first. */
export function pastHistory(frozen: FrozenDynasty, next: Then | null, caches: Caches): readonly RuleChange[] {
  const terms = toTerms(frozen.about.terms);
  const last = rulesetIn(frozen.last);
  const { manifest } = readRuleset(last, terms, caches);
  const played = rulesetHistory(last, manifest.rules, frozen.posts, frozen.ledger, terms);
  const own = [...played, ...frozen.revisions.map((one) => changeIn(one.path, one, terms, terms, one.at))];
  return next === null ? own : [...own, ...between({ ruleset: last, terms }, next, frozen.about.ended)];
}

/** The state at the start of a dynasty. */
export interface Then {
  readonly ruleset: ReadonlyMap<string, string>;
  readonly terms: Terms;
}

/** Changes that no matter made: rules that go with their dynasty, and the new ones that come. */
function between(before: Then, after: Then, at: string): readonly RuleChange[] {
  const paths = [...new Set([...before.ruleset.keys(), ...after.ruleset.keys()])].filter((path) =>
    path.endsWith('.md'),
  );
  return paths.flatMap((path): RuleChange[] => {
    const texts = { before: before.ruleset.get(path) ?? null, after: after.ruleset.get(path) ?? null };
    const change = changeIn(path, texts, before.terms, after.terms, at);
    return change.before === change.after ? [] : [change];
  });
}

function changeIn(
  path: string,
  texts: { readonly before: string | null; readonly after: string | null },
  was: Terms,
  is: Terms,
  at: string,
): RuleChange {
  return {
    at,
    post: '',
    rule: path.replace(/\.md$/, ''),
    before: bodyOf(texts.before, was),
    after: bodyOf(texts.after, is),
    values: { before: liveValuesIn(texts.before), after: liveValuesIn(texts.after) },
  };
}
