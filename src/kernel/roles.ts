import { type Terms, PLAIN_TERMS, type NamedRole } from './manifest.ts';

/** The names of all variables by scope, in a model or its description. */
interface Tracked {
  readonly fields: Readonly<Record<string, ReadonlyMap<string, unknown> | Readonly<Record<string, unknown>>>>;
}

function variablesOfDynasty({ fields }: Tracked): readonly string[] {
  const own = fields['dynasty'] ?? {};
  return own instanceof Map ? [...(own as ReadonlyMap<string, unknown>).keys()] : Object.keys(own);
}

/** True if the rules define any variable of a dynasty. */
export function knowDynasties(rules: Tracked): boolean {
  return variablesOfDynasty(rules).length > 0;
}

/** True if the rules define an emperor. */
export function knowHead(rules: Tracked): boolean {
  return variablesOfDynasty(rules).includes('emperor');
}

/** A game's terms, without those for roles that its rules don't define. */
export function termsKnown(terms: Terms, rules: Tracked): Terms {
  if (knowHead(rules)) return terms;
  const { player, players, names } = terms;
  const still = names?.filter((role) => role === 'player') ?? [];
  return { player, players, ...(still.length > 0 && { names: still }) };
}

/** Between capitalised words, one of these means that a term is somebody's name: `Ada von Hagen`, but not `Keeper of the Keys`. */
const OF_A_NAME =
  /\p{Lu}\p{L}*['’.]? (?:(?:von|van|vom|zu|zum|zur|de|del|della|der|den|di|da|dos|du|la|le|af|av|ibn|bin|bint|ben|ap|ter|ten|y) )+\p{Lu}/u;

/** True if a term is somebody's name, which takes no article. If the game doesn't say so, the words of the term decide. */
export function isName(terms: Terms, role: NamedRole): boolean {
  return terms.names === undefined ? OF_A_NAME.test(terms[role] ?? '') : terms.names.includes(role);
}

/** The emperor's term within a sentence: `the Captain`, `Ada von Hagen`. */
export function headCalled(terms: Terms): string {
  const { emperor = PLAIN_TERMS.emperor } = terms;
  return isName(terms, 'emperor') ? emperor : `the ${emperor}`;
}

/** The terms after some of them are set. Whether a new term is a name has to be decided again. */
export function withTerms(terms: Terms, given: Partial<Terms>): Terms {
  const { names, ...words } = { ...terms, ...given };
  if (given.names !== undefined || names === undefined) return { ...terms, ...given };
  const still = names.filter((role) => words[role] === terms[role]);
  return still.length === 0 ? words : { ...words, names: still };
}
