import { type Creature, equivalent, idOf, inWords, isCalled } from './creatures.ts';

/** How people write a list in a form. */
export const PLAN =
  'A line for each slot, in order: a Creature by its name, a tactic such as “Bait: wolf”, or nothing.';

/** What a list for a battle holds in one slot. */
export interface Element {
  readonly creature?: Creature;
  readonly tactic?: string;
  /** What the tactic names: a type, or a tactic's id. */
  readonly names?: string;
  /** Of a creature whose strength is the same everywhere. */
  readonly strength?: number;
}

export type Elements = readonly (Element | null)[];

export interface KnownTactic {
  readonly id: string;
  /** Its name as the rules have it now. */
  readonly called: string;
  /** `type`, `tactic` or nothing: what must be named with it. */
  readonly names: string;
  readonly usable: boolean;
}

/** What a list is judged by, as all of it stood when the list was sent in. */
export interface Means {
  readonly slots: number;
  readonly stable: readonly Creature[];
  readonly committed: readonly Creature[];
  readonly limit: number;
  readonly tactics: readonly KnownTactic[];
}

/** Reads a list, or says what is wrong with it. */
export function readList(
  given: unknown,
  means: Means,
): { readonly elements: Elements } | { readonly problem: string } {
  if (!Array.isArray(given) || given.length !== means.slots)
    return { problem: `a list has exactly ${inLetters(means.slots)} elements` };
  const free = freeOf(means);
  const elements: (Element | null)[] = [];
  let tactics = 0;
  for (const item of given as unknown[]) {
    const read =
      item === null || item === ''
        ? null
        : typeof item === 'string'
          ? (readWords(item, means) ?? readCreature(item, free, means))
          : readTactic(item, means);
    if (typeof read === 'string') return { problem: read };
    if (read?.tactic !== undefined) tactics += 1;
    elements.push(read);
  }
  if (tactics > means.limit)
    return {
      problem:
        means.limit === 1 ? 'a list holds at most one tactic' : `a list holds at most ${means.limit} tactics`,
    };
  return { elements };
}

/** The list as it is shown: text forms, nothing, or tactics. */
export function shownList(elements: Elements): unknown[] {
  return elements.map((element) => {
    if (element === null) return null;
    if (element.creature !== undefined) return inWords(element.creature);
    return element.names === undefined
      ? { tactic: element.tactic }
      : { tactic: element.tactic, names: element.names };
  });
}

/** Creatures that are not committed; of twins as many as are left. */
function freeOf({ stable, committed }: Means): Creature[] {
  const free = [...stable];
  for (const one of committed) {
    const at = free.findIndex((other) => equivalent(other, one));
    if (at >= 0) free.splice(at, 1);
  }
  return free;
}

/** Takes the creature out of those that are free, so that the next element can't be the same one. */
function readCreature(name: string, free: Creature[], { stable, committed }: Means): Element | string {
  const at = free.findIndex((one) => isCalled(one, name));
  const creature = free[at];
  if (creature !== undefined) {
    free.splice(at, 1);
    return { creature };
  }
  if (!stable.some((one) => isCalled(one, name)))
    return `there is no such creature in the stable as "${name}"`;
  return committed.some((one) => isCalled(one, name))
    ? `${name} is committed`
    : `${name} can't be listed twice`;
}

function tacticCalled(tactics: Means['tactics'], name: string): KnownTactic | undefined {
  return tactics.find(({ id, called }) => [id, called].includes(idOf(name)));
}

/** `Bait: wolf`, as people write a tactic with what it names; null if the words name no tactic. */
function readWords(words: string, means: Means): Element | string | null {
  const [tactic = '', ...names] = words.split(':');
  if (tacticCalled(means.tactics, tactic) === undefined) return null;
  return readTactic({ tactic, ...(names.length > 0 && { names: names.join(':').trim() }) }, means);
}

function readTactic(item: unknown, { tactics }: Means): Element | string {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    return 'an element is a creature, a tactic or nothing';
  const { tactic: name, names, ...rest } = item as Readonly<Record<string, unknown>>;
  if (Object.keys(rest).length > 0 || typeof name !== 'string')
    return 'a tactic is written with what it names behind a colon';
  const known = tacticCalled(tactics, name);
  if (known === undefined) return `there is no such tactic as ${name}`;
  if (!known.usable) return `${known.id} is beyond their panache`;
  if (known.names === '') return names === undefined ? { tactic: known.id } : `${known.id} names nothing`;
  if (typeof names !== 'string' || names.trim() === '') return `${known.id} names a ${known.names}`;
  if (known.names !== 'tactic') return { tactic: known.id, names };
  const target = tacticCalled(tactics, names);
  return target === undefined
    ? `there is no such tactic as ${names}`
    : { tactic: known.id, names: target.id };
}

function inLetters(n: number): string {
  return (
    ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'][n] ?? String(n)
  );
}
