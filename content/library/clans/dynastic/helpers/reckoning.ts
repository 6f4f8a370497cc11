import type { Game, Person } from 'gitnomic/rules';
import { otherOf } from './duel.ts';
import type { Duel, DuelNumbers, Flavour } from './duel.ts';

type Reckoning = Pick<Game, 'maybe'> & {
  readonly numbers: DuelNumbers;
  readonly isDead: (person: Person) => boolean;
};

const STATS = ['strength', 'skill', 'reflex'] as const;

/** What a winner would have by itself, whatever the kind of Duel. */
function normalGain(g: Reckoning, winner: Person, loser: Person): number {
  const isOfClan = g.maybe(() => winner.clan === loser.clan, true);
  const gain = g.numbers.gainFrom(loser.honor) + (isOfClan ? 0 : g.numbers.otherClan);
  return Math.max(g.numbers.leastGain, gain);
}

/** Ends a Combat, with its gains; says so in words. */
export function endDuel(
  g: Reckoning,
  duel: Duel,
  flavour: Flavour,
  { winner, why }: { readonly winner: Person | null; readonly why: string },
): string {
  duel.set({ status: 'ended', winner, listsDueSince: null });
  if (winner === null) return `Nobody wins: ${why}.`;
  const normal = g.maybe(() => normalGain(g, winner, otherOf(duel, winner)), 0);
  const gain = Math.ceil((normal * flavour.gainInPercent) / 100);
  if (gain > 0) winner.gain('honor', gain);
  if (flavour.stats > 0) for (const stat of STATS) g.maybe(() => winner.gain(stat, flavour.stats));
  return `${winner.label} wins: ${why}. Honor +${gain}.`;
}

/** Ends a Combat if somebody in it is Dead; null where nobody is. */
export function endByDeath(g: Reckoning, duel: Duel, flavour: Flavour): string | null {
  const dead = duel.combatants.filter((person) => g.isDead(person));
  if (dead.length === 0) return null;
  for (const person of dead) {
    const dealt = (duel.damage[person.id] ?? 0) * g.numbers.deathHonor;
    if (dealt > 0) g.maybe(() => person.gain('honor', dealt));
  }
  const loser = dead[0] as Person;
  if (dead.length > 1) return endDuel(g, duel, flavour, { winner: null, why: 'both are dead' });
  return endDuel(g, duel, flavour, { winner: otherOf(duel, loser), why: `${loser.label} is dead` });
}
