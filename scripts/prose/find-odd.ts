import { PATTERNS } from './patterns.ts';
import type { Passage } from './read-prose.ts';

/** One match in a passage, and a sentence about it. */
export interface Finding {
  readonly room: string;
  readonly says: string;
}

export function findOdd(passages: readonly Passage[]): readonly Finding[] {
  return passages.flatMap(({ room, where, text }) =>
    PATTERNS.flatMap(({ words, advice }) =>
      [...text.matchAll(words)].map(({ 0: found, index }) => {
        const around = text.slice(Math.max(0, index - 20), index + found.length + 40);
        return { room, says: `${where}: “${found.trim()}”: ${advice}  (…${around}…)` };
      }),
    ),
  );
}

/** Lists all findings of each room that has more than its baseline, and the counts to which the baseline could be lowered. */
export function findRises(
  findings: readonly Finding[],
  baseline: Readonly<Record<string, number>>,
): { readonly counts: Readonly<Record<string, number>>; readonly rises: readonly string[] } {
  const byRoom = Map.groupBy(findings, ({ room }) => room);
  const rises = [...byRoom].flatMap(([room, own]) => {
    const most = baseline[room] ?? 0;
    if (own.length <= most) return [];
    return [
      `${room} has ${own.length} odd phrases and a baseline of ${most}:`,
      ...own.map(({ says }) => `  ${says}`),
    ];
  });
  const counts = Object.entries(baseline).flatMap(([room, most]) => {
    const count = Math.min(most, byRoom.get(room)?.length ?? 0);
    return count === 0 ? [] : [[room, count] as const];
  });
  return { counts: Object.fromEntries(counts), rises };
}
