import { PATTERNS } from './patterns.ts';
import type { Passage } from './read-prose.ts';

/** Returns a sentence about each match. */
export function findOdd(passages: readonly Passage[]): readonly string[] {
  return passages.flatMap(({ where, text }) =>
    PATTERNS.flatMap(({ words, advice }) =>
      [...text.matchAll(words)].map(({ 0: found, index }) => {
        const around = text.slice(Math.max(0, index - 20), index + found.length + 40);
        return `${where}: “${found.trim()}”: ${advice}  (…${around}…)`;
      }),
    ),
  );
}
