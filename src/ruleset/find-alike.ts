/** A text with words that tell what it is of, such as its title. */
export interface Worded {
  readonly title: string;
  readonly text: string;
}

export interface Alike<T> {
  readonly other: T;
  /** 0 where they share no word, 1 where they share all; words that all of them use hardly count. */
  readonly likeness: number;
}

/** A word of the title counts as much as so many times in the text. */
const TITLE_COUNTS = 3;
/** Below that two rules share hardly more than that they are rules. */
const LEAST = 0.12;

/** Of some texts those that are about the same, the most alike first. */
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
      // Of a word's endings only what tells number and tense apart is taken off.
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
