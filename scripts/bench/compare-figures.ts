import type { Figure } from '../show-figures.ts';

/** One number of a figure, here and in another commit. */
export interface Difference {
  readonly bench: string;
  readonly what: string;
  readonly here: number;
  readonly there: number;
  /** This commit's figure divided by the other's; null if that was zero. */
  readonly ratio: number | null;
}

/** Figures that don't depend on the engine: the game's size, the peer's time, the bar. */
const SAID = new Set(['bar', 'peerMs', 'barMs', 'theirs', 'gitMsPerMerge', 'peerMegabytes', 'peerCpuMs']);

/** The numbers that differ between two runs of one benchmark. Figures with the same name are matched in order. */
export function compareFigures(here: readonly Figure[], there: readonly Figure[]): readonly Difference[] {
  const left = new Map<string, Figure[]>();
  for (const figure of there) left.set(figure.bench, [...(left.get(figure.bench) ?? []), figure]);
  return here.flatMap((figure) => {
    const other = left.get(figure.bench)?.shift();
    return other === undefined ? [] : differencesOf(figure, other);
  });
}

function differencesOf(here: Figure, there: Figure): readonly Difference[] {
  return Object.entries(here).flatMap(([what, value]) => {
    const other = there[what];
    if (SAID.has(what) || typeof value !== 'number' || typeof other !== 'number' || value === other)
      return [];
    return [
      { bench: here.bench, what, here: value, there: other, ratio: other === 0 ? null : value / other },
    ];
  });
}

/** `status  ms  156, was 171  0.91 ×` */
export function sayDifference({ bench, what, here, there, ratio }: Difference): string {
  const by = ratio === null ? '' : `  ${ratio.toFixed(2)} ×`;
  return `${bench}  ${what}  ${here}, was ${there}${by}`;
}
