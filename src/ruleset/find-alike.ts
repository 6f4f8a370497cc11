/** A text with its title. */
export interface Worded {
  readonly title: string;
  readonly text: string;
}

export interface Alike<T> {
  readonly other: T;
  /** From 0 (no common words) to 1 (all words are common). Words that occur in every text hardly count. */
  readonly likeness: number;
}

/** A word in the title counts as much as this many in the text. */
const TITLE_COUNTS = 3;
/** Rules below this have little in common except that they are rules. */
const LEAST = 0.12;

/** Finds the texts that are most similar to one, most similar first. */
export function findAlike<T extends Worded>(one: Worded, others: readonly T[], most: number): Alike<T>[] {
  const counted = others.map((other) => ({ other, counts: countWords(other) }));
  const inTexts = new Map<string, number>();
  for (const { counts } of counted)
    for (const word of counts.keys()) inTexts.set(word, (inTexts.get(word) ?? 0) + 1);
  const weigh = (counts: ReadonlyMap<string, number>): ReadonlyMap<string, number> =>
    new Map(
      [...counts].map(([word, count]) => [
        word,
        (1 + Math.log(count)) * Math.log(1 + others.length / (1 + (inTexts.get(word) ?? 0))),
      ]),
    );
  const own = weigh(countWords(one));
  return counted
    .map(({ other, counts }) => ({ other, likeness: cosine(own, weigh(counts)) }))
    .filter(({ likeness }) => likeness >= LEAST)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, most);
}

function countWords({ title, text }: Worded): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const add = (words: string, times: number): void => {
    for (const [word] of words.toLowerCase().matchAll(/\p{L}{3,}/gu)) {
      // Removes only endings for number and tense.
      const stem = word.replace(/(?:ing|ed|es|s|al|ion)$/u, '');
      counts.set(stem, (counts.get(stem) ?? 0) + times);
    }
  };
  add(title, TITLE_COUNTS);
  add(text, 1);
  return counts;
}

function cosine(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  const length = (weights: ReadonlyMap<string, number>): number => Math.hypot(...weights.values());
  let shared = 0;
  for (const [word, weight] of one) shared += weight * (other.get(word) ?? 0);
  const lengths = length(one) * length(other);
  return lengths === 0 ? 0 : shared / lengths;
}
