import { list, record, text } from 'gitnomic/rules';

export interface Creature {
  readonly type: string;
  /** Ids, alphabetically. */
  readonly qualities: readonly string[];
}

export interface Quality {
  readonly id: string;
  readonly name: string;
  /** As the table lists it. */
  readonly upkeep: number;
}

export const creature = record(
  { type: text({ filled: true }), qualities: list(text(), { between: ' ' }) },
  { written: '{qualities} {type}' },
);
export const creatures = list(creature, { between: '; ' });

/** `Druid’s Concoction` → `druids-concoction` */
export function idOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/['’]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/gu, '');
}

export function sameType(a: string, b: string): boolean {
  return fold(a) === fold(b);
}

export function equivalent(a: Creature, b: Creature): boolean {
  return sameType(a.type, b.type) && sorted(a.qualities).join() === sorted(b.qualities).join();
}

/** `{ type: 'duck', qualities: ['winged', 'giant'] }` → `giant winged duck` */
export function inWords({ type, qualities }: Creature): string {
  return [...sorted(qualities), type].join(' ');
}

/** Whether people may call the creature so: its qualities in any order, then its type. */
export function isCalled(creature: Creature, name: string): boolean {
  const words = fold(name).split(' ');
  const type = fold(creature.type).split(' ');
  const qualities = words.slice(0, Math.max(0, words.length - type.length));
  return (
    words.slice(qualities.length).join(' ') === type.join(' ') &&
    sorted(qualities).join() === sorted(creature.qualities).join()
  );
}

export function has({ qualities }: Creature, quality: string): boolean {
  return qualities.includes(quality);
}

export function withQuality({ type, qualities }: Creature, quality: string): Creature {
  return { type, qualities: sorted([...qualities, quality]) };
}

export function withoutQuality({ type, qualities }: Creature, quality: string): Creature {
  return { type, qualities: qualities.filter((one) => one !== quality) };
}

/** The stable without the creature at this place. */
export function without(stable: readonly Creature[], place: number): Creature[] {
  return stable.filter((_, at) => at !== place);
}

/** Things called `duel-2`, `duel-10` … by their numbers. */
export function byNumber<T extends { readonly id: string }>(things: readonly T[]): T[] {
  const number = ({ id }: T): number => Number(/\d+$/u.exec(id)?.[0] ?? 0);
  return [...things].sort((a, b) => number(a) - number(b));
}

export function sorted(words: readonly string[]): string[] {
  return [...words].sort();
}

function fold(words: string): string {
  return words.trim().split(/\s+/u).join(' ').toLowerCase();
}
