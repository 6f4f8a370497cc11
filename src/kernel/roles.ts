import type { Terms } from './manifest.ts';

/** The names of everything that rules track, by its owner: of a model or of its description. */
interface Tracked {
  readonly fields: Readonly<Record<string, ReadonlyMap<string, unknown> | Readonly<Record<string, unknown>>>>;
}

function trackedOf({ fields }: Tracked, owner: string): readonly string[] {
  const own = fields[owner] ?? {};
  return own instanceof Map ? [...(own as ReadonlyMap<string, unknown>).keys()] : Object.keys(own);
}

/** Whether the rules know dynasties: they track something of one. */
export function knowDynasties(rules: Tracked): boolean {
  return trackedOf(rules, 'dynasty').length > 0;
}

/** Whether the rules know somebody who heads the game. */
export function knowHead(rules: Tracked): boolean {
  return trackedOf(rules, 'dynasty').includes('emperor');
}

/** The words of a game for those whom its rules know. */
export function termsKnown(terms: Terms, rules: Tracked): Terms {
  if (knowHead(rules)) return terms;
  const { player, players, names } = terms;
  const still = names?.filter((role) => role === 'player') ?? [];
  return { player, players, ...(still.length > 0 && { names: still }) };
}
