import type { ModelDescription } from '../kernel/describe-model.ts';
import { toKebab } from '../kernel/names.ts';
import type { Manifest } from '../kernel/manifest.ts';
import { rulesThatRun } from '../play/rules-that-run.ts';
import { spelled } from '../decide/naming.ts';
import type { TypeProblem } from './types/check-types.ts';
import { nameMissedIn } from './types/say-name.ts';

/** The names that rules defined before and that none defines now. */
export function namesGone(before: ModelDescription, after: ModelDescription): ReadonlySet<string> {
  const left = namesIn(after);
  return new Set([...namesIn(before)].filter((name) => !left.has(name)));
}

function namesIn({ fields, collections, views, hooks, kinds }: ModelDescription): Set<string> {
  const things = Object.values(collections).map((one) => one.fields);
  const all = [collections, views, hooks, kinds, ...Object.values(fields), ...things];
  return new Set(all.flatMap((one) => Object.keys(one)));
}

interface Rules {
  readonly files: ReadonlyMap<string, string>;
  readonly manifest: Manifest;
}

/**
 * Describes what clauses will miss under changed rules, with a sentence for each rule: either it does without, or actions that need it
 * are refused.
 */
export function sayMissed(
  problems: readonly TypeProblem[],
  gone: ReadonlySet<string>,
  { files, manifest }: Rules,
): readonly string[] {
  const missed = new Map<string, Set<string>>();
  for (const { file, message } of problems) {
    const asked = nameMissedIn(message);
    const name = asked !== null && gone.has(toKebab(asked)) ? toKebab(asked) : undefined;
    for (const path of rulesThatRun(file, files)) {
      const names = missed.get(path) ?? new Set<string>();
      missed.set(path, name === undefined ? names : names.add(spelled(name).toLowerCase()));
    }
  }
  return manifest.rules.flatMap(({ path, title }) => {
    const names = missed.get(path);
    if (names === undefined) return [];
    if (names.size === 0)
      return [`from then on the clause of “${title}” may no longer fit the rules around it`];
    const all = [...names].map((name) => `“${name}”`).join(', ');
    return [`from then on “${title}” has to do without ${all}, of which no rule says anything`];
  });
}
