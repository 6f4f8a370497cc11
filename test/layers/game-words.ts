/** Folder names of the library that are ordinary words too: a site has galleries, and a clause has prose beside it. */
const ordinary = new Set(['core', 'gallery', 'prose', 'proving', 'player', 'players', 'emperor', 'emperors']);

/** The words that belong to one game and so to content/: an era's year, a pack's name, what it calls its people.
 *
 *     ['crypt-cleanup'], { player: 'Tin Soldier' }  →  crypt-cleanup, cryptCleanup …, tin soldier
 */
export function gameWords(packs: readonly string[], terms: readonly string[]): string[] {
  const words = [...packs, ...terms].map((word) => word.toLowerCase()).filter((word) => !ordinary.has(word));
  return [...new Set(words)].sort();
}

const years = /(?<![\w-])(?:2008|2019|2021)(?![\w-])/g;

/** `tin-soldier`, `tinSoldier`, `Tin Soldier` and `TIN_SOLDIER` are one word. */
function patternFor(word: string): RegExp {
  return new RegExp(`(?<![a-z])${word.split(/[\s-]+/).join('[\\s_-]?')}(?![a-z])`, 'gi');
}

/** Where a source names a word of one game, each with what to do instead. A date such as 2021-05-27 is none. */
export function findGameWords(path: string, code: string, words: readonly string[]): string[] {
  const patterns = [years, ...words.map(patternFor)];
  return code
    .split('\n')
    .flatMap((line, index) =>
      patterns.flatMap((pattern) =>
        [...line.matchAll(pattern)].map(
          ([found]) =>
            `${path}:${index + 1} says ${found}: the engine knows no era and no theme. Let the content say it.`,
        ),
      ),
    );
}

/** Kinds of matter and voting icons that stand in quotes where rules are asked what they are. */
export function findRulesOwnWords(path: string, code: string, words: readonly string[]): string[] {
  return code
    .split('\n')
    .flatMap((line, index) =>
      words
        .filter((word) => line.includes(`'${word}'`) || (word.startsWith(':') && line.includes(word)))
        .map(
          (word) =>
            `${path}:${index + 1} says ${word}: what matters and votes are called is for the rules to say.`,
        ),
    );
}
