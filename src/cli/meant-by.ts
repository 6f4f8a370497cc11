import { nearest } from '../kernel/names.ts';

/** The candidate that was probably meant: `scen` → `scenario`, `statsu` → `status`, and `xyzzy` → undefined. */
export function meantBy(word: string, candidates: readonly string[]): string | undefined {
  const begun = word.length > 2 ? candidates.find((one) => one.startsWith(word)) : undefined;
  const found = begun ?? nearest(word, candidates) ?? undefined;
  // Of two short words without a letter in common, neither is a slip of the other.
  const isAlike = Array.from(word.toLowerCase()).some(
    (letter) => found?.toLowerCase().includes(letter) === true,
  );
  return isAlike ? found : undefined;
}
