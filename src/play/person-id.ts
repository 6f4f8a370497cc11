import { readableSlug } from '../ruleset/readable-slug.ts';

/** As long as a file's name may be on every system, with room for what else stands in it. */
const LONGEST_ID = 100;

/** Where nobody has an account a name is who one is: those that only case or accents tell apart are one person's. */
export function personId(name: string): string {
  return readableSlug(name).slice(0, LONGEST_ID).replace(/-+$/u, '');
}

/** Whether a name can be all of somebody’s: what is longer is cut, and would be taken for whoever it begins with. */
export function isWholeName(name: string): boolean {
  return name.length <= LONGEST_ID;
}

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** The players of a state, by id and name. */
export function namedPeople(
  players: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): readonly Named[] {
  return Object.entries(players).map(([id, { name }]) => ({
    id,
    name: typeof name === 'string' ? name : id,
  }));
}

/** Finds the person who is meant: by id first, then by the name that they have now. */
export function findPerson<P extends Named>(people: readonly P[], wanted: string): P | null {
  const id = personId(wanted);
  const asId = people.find((one) => one.id.toLowerCase() === wanted.trim().toLowerCase() || one.id === id);
  return asId ?? people.find(({ name }) => id !== '' && personId(name) === id) ?? null;
}
