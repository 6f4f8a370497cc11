import { PLAIN_TERMS, type NamedRole, type Terms } from './manifest.ts';

/** Between capitals, a word of these makes a term somebody's name: `Ada von Hagen`, but not `Keeper of the Keys`. */
const OF_A_NAME =
  /\p{Lu}\p{L}*['’.]? (?:(?:von|van|vom|zu|zum|zur|de|del|della|der|den|di|da|dos|du|la|le|af|av|ibn|bin|bint|ben|ap|ter|ten|y) )+\p{Lu}/u;

/** Whether a term is somebody's name, which takes no article: as the game says of its terms, else by the name's own words. */
export function isName(terms: Terms, role: NamedRole): boolean {
  return terms.names === undefined ? OF_A_NAME.test(terms[role] ?? '') : terms.names.includes(role);
}

/** The term for whoever heads the game in a sentence: `the Captain`, `Ada von Hagen`. */
export function headCalled(terms: Terms): string {
  const { emperor = PLAIN_TERMS.emperor } = terms;
  return isName(terms, 'emperor') ? emperor : `the ${emperor}`;
}

/** The terms after some of them are set; that the old word was a name says nothing of the new one. */
export function withTerms(terms: Terms, given: Partial<Terms>): Terms {
  const { names, ...words } = { ...terms, ...given };
  if (given.names !== undefined || names === undefined) return { ...terms, ...given };
  const still = names.filter((role) => words[role] === terms[role]);
  return still.length === 0 ? words : { ...words, names: still };
}
