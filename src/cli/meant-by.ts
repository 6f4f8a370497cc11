import { nearest } from '../kernel/names.ts';

/** The candidate that was probably meant: `scen` → `scenario`, `statsu` → `status`, and `xyzzy` → undefined. */
export function meantBy(word: string, candidates: readonly string[]): string | undefined {
  const begun = word.length > 2 ? candidates.find((one) => one.startsWith(word)) : undefined;
  return begun ?? nearest(word, candidates) ?? undefined;
}
