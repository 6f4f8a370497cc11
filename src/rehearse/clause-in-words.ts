import { IN_ENGLISH, type Say, type Wording } from '../language/wording.ts';
import type { ModelDescription } from '../kernel/describe-model.ts';
import type { RuleEntry, Terms } from '../kernel/manifest.ts';
import { toKebab } from '../kernel/names.ts';
import { spelled, titleOfKind } from '../wording/naming.ts';
import { withAnd, clauseLines } from '../wording/say-clause.ts';
import { EffectReader, type Effects } from './lint/read-effects.ts';

interface Rules {
  readonly model: ModelDescription;
  readonly terms: Terms;
  readonly files: ReadonlyMap<string, string>;
  /** English by default. */
  readonly wording?: Wording;
}

/**
 * Describes the definitions of clauses, a line each: `Buy: any Trader, at any time; asks a ware and a number from 1 to 5 (amount); costs
 * coins; changes stock and traded`. The code is read, not run, and each file only once.
 */
export function clausesInWords(rules: Rules): (rule: RuleEntry) => readonly string[] {
  const reader = new EffectReader(rules.files);
  const known = knownIn(rules.model);
  const { say } = rules.wording ?? IN_ENGLISH;
  return ({ path, clause }) =>
    clause === null
      ? []
      : clauseLines(path, rules, (part, id) =>
          sayEffects(reader.of(clause, part, id), rules.model, known, say),
        );
}

function sayEffects(
  effects: Effects | null,
  model: ModelDescription,
  known: ReadonlyMap<string, string>,
  say: Say,
): readonly string[] {
  // The text shows nothing of code that is computed elsewhere.
  const untold = [say`its text doesn’t say what it changes`];
  if (effects === null) return untold;
  const names = (all: ReadonlySet<string>): readonly string[] => [
    ...new Set([...all].flatMap((name) => known.get(toKebab(name)) ?? [])),
  ];
  const [costs, writes] = [names(effects.costs), names(effects.writes)];
  // Rules call posts without a particular kind simply posts.
  const isAny = (title: string): boolean => title.toLowerCase() === 'post';
  const kinds = new Set([...effects.posts].map((kind) => titleOfKind(model, kind)));
  const posts = [...kinds].map((title) => (isAny(title) ? say`a post` : say`a post of the kind ${title}`));
  const said = [
    ...(costs.length === 0 ? [] : [say`costs ${withAnd(costs, say)}`]),
    ...(effects.rolls ? [say`rolls or draws`] : []),
    ...(writes.length === 0 ? [] : [say`changes ${withAnd(writes, say)}`]),
    ...(effects.amends ? [say`changes the ruleset`] : []),
    ...(posts.length === 0 ? [] : [say`makes ${withAnd(posts, say)}`]),
    ...(effects.asks.size === 0
      ? []
      : [say`follows what other rules say about ${withAnd([...effects.asks].map(spelled), say)}`]),
  ];
  return said.length === 0 ? untold : said;
}

/** All variables by id, under the names that people know. */
function knownIn({ fields, collections }: ModelDescription): ReadonlyMap<string, string> {
  const things = Object.entries(collections);
  const all = [...Object.values(fields), ...things.map(([, one]) => one.fields)];
  const variables = all.flatMap((of) =>
    Object.entries(of).map(([id, { type }]) => [id, type.title] as const),
  );
  const named = [...variables, ...things.map(([id, { title }]) => [id, title] as const)];
  return new Map(named.map(([id, title]) => [id, spelled(title ?? id).toLowerCase()]));
}
