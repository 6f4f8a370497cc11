import { readableSlug } from '../../ruleset/readable-slug.ts';

/** Keeps file names within every system's limit. */
const LONGEST_ID = 100;

/** Without accounts the name identifies a person, and names that differ only in case or accents are the same person's. */
export function personId(name: string): string {
  return readableSlug(name).slice(0, LONGEST_ID).replace(/-+$/u, '');
}

/** Whether a name fits in full; a longer one would be cut and confused with another. */
export function isWholeName(name: string): boolean {
  return name.length <= LONGEST_ID;
}

export interface Named {
  readonly id: string;
  readonly name: string;
}

export function namedPeople(
  players: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): readonly Named[] {
  return Object.entries(players).map(([id, { name }]) => ({
    id,
    name: typeof name === 'string' ? name : id,
  }));
}

/** Looks for an id first, then for a current name. */
export function findPerson<P extends Named>(people: readonly P[], wanted: string): P | null {
  const id = personId(wanted);
  const asId = people.find((one) => one.id.toLowerCase() === wanted.trim().toLowerCase() || one.id === id);
  return asId ?? people.find(({ name }) => id !== '' && personId(name) === id) ?? null;
}
