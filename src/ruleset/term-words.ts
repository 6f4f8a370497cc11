import type { Terms } from '../kernel/manifest.ts';

const LONGEST = 60;
const PLAIN = /^\p{L}[\p{L}\p{M}\p{N}'’. -]*$/u;

/** The reason why rules with these terms would be unreadable, or null. Terms also occur in links and tables, so they can't contain markup. */
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
