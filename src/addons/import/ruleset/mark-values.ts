import { joinFile, splitFrontMatter } from '../../../ruleset/front-matter.ts';

export interface Marking {
  /** The rule file with live values marked. */
  readonly text: string;
  /** The names of live values, each with the words that are now marked. */
  readonly marked: Readonly<Record<string, string>>;
}

const LIVE = /\[([^\]]*)\]\(#value:([a-z][a-z0-9-]*)\)/gu;
/** How many words beside a value are compared. */
const WORDS_BESIDE = 3;

interface Known {
  readonly name: string;
  readonly text: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * Marks live values in an imported rule like those in the library's rule of the same title. The number or word must be the same and occur
 * once, or at just one place beside the same words. `open for 48 hours` beside `open for [48](#value:window) hours` gets the same mark.
 * Ambiguous values aren't marked.
 */
export function markValues(file: string, library: string, names: readonly string[]): Marking {
  const { body, ...rest } = splitFrontMatter(file);
  const known = valuesIn(splitFrontMatter(library).body).filter(({ name }) => names.includes(name));
  const found = known.flatMap((value) => {
    const place = placeOf(body, value);
    return place === null ? [] : [{ ...value, place }];
  });
  // A place can't be two values.
  const sure = found.filter(({ place }) => found.filter((other) => other.place === place).length === 1);
  let after = body;
  for (const { name, text, place } of [...sure].sort((a, b) => b.place - a.place))
    after = `${after.slice(0, place)}[${text}](#value:${name})${after.slice(place + text.length)}`;
  const marked = Object.fromEntries(sure.map(({ name, text }) => [name, text]));
  return { text: sure.length === 0 ? file : joinFile({ ...rest, body: after }), marked };
}

function valuesIn(body: string): readonly Known[] {
  return [...body.matchAll(LIVE)].map((match) => {
    const [whole, text = '', name = ''] = match;
    return {
      name,
      text,
      before: wordsOf(body.slice(0, match.index)).slice(-WORDS_BESIDE).reverse(),
      after: wordsOf(body.slice(match.index + whole.length)).slice(0, WORDS_BESIDE),
    };
  });
}

/** The position of the value: its only one, or the only one whose neighbours are most similar. */
function placeOf(body: string, { text, before, after }: Known): number | null {
  const places = placesOf(body, text);
  const judged = places
    .map((place) => ({
      place,
      alike:
        alike(wordsOf(body.slice(0, place)).slice(-WORDS_BESIDE).reverse(), before) +
        alike(wordsOf(body.slice(place + text.length)).slice(0, WORDS_BESIDE), after),
    }))
    .filter((one) => one.alike > 0)
    .sort((a, b) => b.alike - a.alike);
  const [best, next] = judged;
  return best === undefined || best.alike === next?.alike ? null : best.place;
}

/** Counts how many words are the same, starting at the value. */
function alike(ours: readonly string[], theirs: readonly string[]): number {
  const differ = theirs.findIndex((word, index) => word !== ours[index]);
  return differ < 0 ? theirs.length : differ;
}

/** Finds whole words that aren't in a link or code already. */
function placesOf(body: string, text: string): readonly number[] {
  const taken = [...body.matchAll(/\[[^\]]*\]\([^)]*\)|`[^`]*`/gu)].map(
    ({ index, 0: whole }) => [index, index + whole.length] as const,
  );
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/gu, '\\$&');
  return [...body.matchAll(new RegExp(`(?<![\\p{L}\\p{N}.,])${escaped}(?![\\p{L}\\p{N}]|[.,]\\p{N})`, 'gu'))]
    .map(({ index }) => index)
    .filter((index) => !taken.some(([from, to]) => index >= from && index < to));
}

function wordsOf(text: string): string[] {
  return (
    text
      .replaceAll(LIVE, '$1')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
