import type { FrozenDynasty } from '../../engine/dynasties/frozen.ts';
import { readSnapshot } from '../../engine/dynasties/snapshot.ts';
import { dynastyFolder, type ContentFiles } from '../../engine/game/paths.ts';
import type { Terms } from '../../kernel/manifest.ts';
import { readRuleset } from '../../ruleset/read.ts';
import { bodyOf, rulesetHistory, type RuleChange } from './history.ts';
import { liveValuesIn } from './live-values.ts';
import { rulesetIn, wordsOf } from './past-dynasties.ts';

/** What changed rules in the dynasties that are over, and what every new dynasty began with, oldest first. */
export function pastHistory(
  files: ContentFiles,
  past: readonly FrozenDynasty[],
  now: { readonly terms: Terms },
): readonly RuleChange[] {
  return past.flatMap((frozen, at) => {
    const next = past[at + 1]?.about;
    const terms = wordsOf(frozen.about.terms);
    const last = rulesetIn(frozen.last);
    const { manifest } = readRuleset(last, terms);
    const own = rulesetHistory(last, manifest.rules, frozen.posts, frozen.ledger, terms);
    const first = files.get(`${dynastyFolder(next?.number ?? frozen.about.number + 1)}first.json`);
    if (first === undefined) return own;
    const begun = {
      ruleset: rulesetIn(readSnapshot(first)),
      terms: next === undefined ? now.terms : wordsOf(next.terms),
    };
    return [...own, ...between({ ruleset: last, terms }, begun, frozen.about.ended)];
  });
}

interface Then {
  readonly ruleset: ReadonlyMap<string, string>;
  readonly terms: Terms;
}

/** What no matter changed, as rules go with their dynasty and others come. */
function between(before: Then, after: Then, at: string): readonly RuleChange[] {
  const paths = [...new Set([...before.ruleset.keys(), ...after.ruleset.keys()])].filter((path) =>
    path.endsWith('.md'),
  );
  return paths.flatMap((path): RuleChange[] => {
    const [old, new_] = [before.ruleset.get(path) ?? null, after.ruleset.get(path) ?? null];
    const bodies = { before: bodyOf(old, before.terms), after: bodyOf(new_, after.terms) };
    if (bodies.before === bodies.after) return [];
    const values = { before: liveValuesIn(old), after: liveValuesIn(new_) };
    return [{ at, post: '', rule: path.replace(/\.md$/, ''), ...bodies, values }];
  });
}
