import { splitSentences } from '../../ruleset/merge/sentences.ts';
import type { ProgramChange } from '../../wording/program-changes.ts';

/**
 * The sentences of a text that a change would alter or remove, word by word. Words that are only added alter the sentence
 * into which they go.
 *
 * `It is open. It waits <-a day-><+two days+>.` → `It waits a day.`
 */
export function sentencesTouched(words: ProgramChange['shown']['words']): readonly string[] {
  let before = '';
  const spots: (readonly [from: number, to: number])[] = [];
  for (const { kind, text } of words) {
    const from = before.length;
    if (kind !== 'added') before += text;
    if (kind !== 'same') spots.push([from, before.length]);
  }
  let start = 0;
  return before.split('\n').flatMap((line) => {
    const found = splitSentences(line).flatMap(({ text, after }) => {
      const [from, to] = [start, start + text.length];
      start = to + after.length;
      return spots.some((spot) => spot[0] < to && spot[1] > from) ||
        spots.some(([a, b]) => a === b && a > from && a < to)
        ? [text]
        : [];
    });
    start += 1;
    return found;
  });
}
