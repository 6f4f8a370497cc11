import type { Figure } from 'gitnomic/rules';

const WHY: Readonly<Record<string, string>> = {
  dov: 'a Declaration of Victory is pending',
  dormancy: 'there are too few players',
  interregnum: 'one dynasty has ended and the next has not begun',
  'seasonal-downtime': 'it is the season of rest',
};

/** What the first page says while the game is in hiatus. */
export function hiatusFigures(reasons: readonly string[]): readonly Figure[] {
  const notice = reasons.map((reason) => WHY[reason] ?? reason).join('; ');
  return reasons.length === 0 ? [] : [{ title: 'The game is in hiatus', notice }];
}

/** Quorum at the top of the first page, and on each pending matter. */
export function quorumShown(quorum: () => number) {
  return {
    figures: (_: object, next: () => readonly Figure[]): readonly Figure[] => [
      ...next(),
      { title: 'Quorum', value: quorum() },
    ],
    needed: () => ({ title: 'Quorum', count: quorum() }),
  };
}
