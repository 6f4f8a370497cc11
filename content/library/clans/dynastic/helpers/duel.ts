import type { Person, Things } from 'gitnomic/rules';

export type Duel = Things['duels'];

/** A kind of Duel, as the table describes it. */
export interface Flavour {
  readonly id: string;
  readonly flavour: string;
  readonly titleBegins: string;
  readonly foughtTo: 'blood' | 'rounds' | 'death';
  readonly rounds: number | null;
  readonly gainInPercent: number;
  readonly stats: number;
}

/** The numbers of the rule on Duels that a fight is reckoned by. */
export interface DuelNumbers {
  readonly difference: number;
  readonly deathHonor: number;
  readonly otherClan: number;
  readonly leastGain: number;
  readonly gainFrom: (honor: number) => number;
}

export function isFighting(duel: Duel): boolean {
  return duel.status === 'fighting';
}

export function otherOf(duel: Duel, person: Person): Person {
  return duel.combatants.find((one) => !one.is(person)) ?? person;
}

/** What stands after the first colon. */
export function subjectOf(title: string): string {
  return title.slice(title.indexOf(':') + 1).trim();
}

export function withoutKey<T>(map: Readonly<Record<string, T>>, key: string): Record<string, T> {
  return Object.fromEntries(Object.entries(map).filter(([name]) => name !== key));
}
