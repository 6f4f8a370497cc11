import type { Terms } from '../kernel/manifest.ts';

const LONGEST = 60;
const PLAIN = /^\p{L}[\p{L}\p{M}\p{N}'’. -]*$/u;

/** Why nobody could read rules with these terms in them, or null. Words stand in links and tables too: so no markup. */
export function whyNotTerms(terms: Terms): string | null {
  for (const word of [terms.player, terms.players, terms.emperor, terms.emperors]) {
    if (word === undefined) continue;
    if (word.length > LONGEST || !PLAIN.test(word) || word !== word.trim())
      return `${JSON.stringify(word)} can't be a term: it takes plain words, ${LONGEST} letters at most`;
  }
  if (terms.player.toLowerCase() === terms.emperor?.toLowerCase())
    return `${terms.player} can't be the word for both`;
  return null;
}
