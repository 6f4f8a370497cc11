import type { ModelDescription } from '../kernel/describe-model.ts';
import { toKebab } from '../kernel/names.ts';
import type { Play } from '../session/play/play.ts';
import { rulesThatRun } from '../ruleset/rules-that-run.ts';
import { spelled } from '../wording/naming.ts';
import type { PlacedProblem, TypeProblem } from './types/check-types.ts';

/** The names that the earlier rules defined and the present ones don't. */
export function namesGone(before: ModelDescription, after: ModelDescription): ReadonlySet<string> {
  const left = namesIn(after);
  return new Set([...namesIn(before)].filter((name) => !left.has(name)));
}

function namesIn({ fields, collections, views, hooks, kinds }: ModelDescription): Set<string> {
  const things = Object.values(collections).map((one) => one.fields);
  const all = [collections, views, hooks, kinds, ...Object.values(fields), ...things];
  return new Set(all.flatMap((one) => Object.keys(one)));
}

/** Describes what clauses will miss under changed rules, in a sentence for each rule: what it can do without, and what it refuses. */
export function sayMissed(
  problems: readonly PlacedProblem[],
  refused: ReadonlySet<TypeProblem>,
  gone: ReadonlySet<string>,
  { files, manifest }: Pick<Play, 'files' | 'manifest'>,
): readonly string[] {
  const missed = new Map<string, Record<'without' | 'refuses', Set<string>>>();
  for (const problem of problems) {
    const name = problem.name !== null && gone.has(toKebab(problem.name)) ? problem.name : null;
    for (const path of rulesThatRun(problem.file, files)) {
      const { without, refuses } = missed.get(path) ?? { without: new Set(), refuses: new Set() };
      missed.set(path, { without, refuses });
      if (name !== null)
        (refused.has(problem) ? refuses : without).add(`“${spelled(toKebab(name)).toLowerCase()}”`);
    }
  }
  return manifest.rules.flatMap(({ path, title }) => {
    const found = missed.get(path);
    if (found === undefined) return [];
    const without = [...found.without.difference(found.refuses)].join(', ');
    const refuses = [...found.refuses].join(', ');
    if (without === '' && refuses === '') return [`the clause of “${title}” may not fit the rules around it`];
    return [
      refuses && `nothing under “${title}” works any more that needs ${refuses}, which no rule defines`,
      without && `“${title}” does without ${without}, which no rule defines`,
    ].filter((sentence) => sentence !== '');
  });
}
