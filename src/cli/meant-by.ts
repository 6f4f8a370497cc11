import { nearest } from '../kernel/names.ts';

/** The candidate that was probably meant: `scen` → `scenario`, `statsu` → `status`, and `xyzzy` → undefined. */
export function meantBy(word: string, candidates: readonly string[]): string | undefined {
  const small = word.toLowerCase();
  const begun = word.length > 2 ? candidates.find((one) => one.toLowerCase().startsWith(small)) : undefined;
  // Short words are all similar, so the first of two letters must match.
  const alike =
    small.length > 2 ? candidates : candidates.filter((one) => one.toLowerCase().startsWith(small.charAt(0)));
  return begun ?? nearest(word, alike) ?? undefined;
}
