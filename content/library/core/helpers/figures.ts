import type { Figure, Matter } from 'gitnomic/rules';

type Needed = { readonly title: string; readonly count: number };

const WHY: Readonly<Record<string, string>> = {
  dov: 'a Declaration of Victory is pending',
  dormancy: 'there are too few players for these rules',
  interregnum: 'a dynasty is over, and its winner has yet to begin the next',
  'seasonal-downtime': 'it is the season of rest',
};

/** The notice on the first page while the game is in hiatus. */
export function hiatusFigures(reasons: readonly string[]): readonly Figure[] {
  return reasons.length === 0 ? [] : [{ title: 'The game is in hiatus', notice: hiatusInWords(reasons) }];
}

export function hiatusInWords(reasons: readonly string[]): string {
  return reasons.map((reason) => WHY[reason] ?? reason).join('; ');
}

/** Quorum at the top of the first page, and on each pending matter. */
export function quorumShown(quorum: () => number) {
  return {
    figures: (_: object, next: () => readonly Figure[]): readonly Figure[] => [
      ...next(),
      { title: 'Quorum', value: quorum() },
    ],
    // Rules of the matter itself say better what it needs.
    needed: (_: { readonly matter: Matter }, next: () => Needed | null): Needed | null =>
      next() ?? { title: 'Quorum', count: quorum() },
  };
}
