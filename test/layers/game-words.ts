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

/** Words that are everyday ones too, and so are looked for in quotes alone. */
const EVERYDAY = /^(?:proposal|story|plain)$/u;

/** Kinds of matter, votes, icons and views that stand in quotes, as a key, or after a dot, where rules are asked what they are. */
export function findRulesOwnWords(path: string, code: string, words: readonly string[]): string[] {
  const patterns = words.map((word) => {
    const key = EVERYDAY.test(word) ? '' : `|\\.${word}\\b|(?<![\\w-])${word}\\??:`;
    return { word, pattern: new RegExp(word.startsWith(':') ? word : `'${word}'${key}`, 'u') };
  });
  return code
    .split('\n')
    .flatMap((line, index) =>
      patterns
        .filter(({ pattern }) => pattern.test(line))
        .map(
          ({ word }) =>
            `${path}:${index + 1} says ${word}: what matters and votes are called is for the rules to say.`,
        ),
    );
}
