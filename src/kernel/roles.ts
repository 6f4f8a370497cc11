import type { Terms } from './manifest.ts';

/** The names of all variables by scope, in a model or its description. */
interface Tracked {
  readonly fields: Readonly<Record<string, ReadonlyMap<string, unknown> | Readonly<Record<string, unknown>>>>;
}

function trackedOf({ fields }: Tracked, owner: string): readonly string[] {
  const own = fields[owner] ?? {};
  return own instanceof Map ? [...(own as ReadonlyMap<string, unknown>).keys()] : Object.keys(own);
}

/** True if the rules define any variable of a dynasty. */
export function knowDynasties(rules: Tracked): boolean {
  return trackedOf(rules, 'dynasty').length > 0;
}

/** True if the rules define an emperor. */
export function knowHead(rules: Tracked): boolean {
  return trackedOf(rules, 'dynasty').includes('emperor');
}

/** A game's terms, without those for roles that its rules don't define. */
export function termsKnown(terms: Terms, rules: Tracked): Terms {
  if (knowHead(rules)) return terms;
  const { player, players, names } = terms;
  const still = names?.filter((role) => role === 'player') ?? [];
  return { player, players, ...(still.length > 0 && { names: still }) };
}
