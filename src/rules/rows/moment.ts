/** Values that formulas in tables can read about the moment in which a row counts: people, votes, dice and turns. */
import { compare, divided, plus, times, whole, type Exact } from './exact.ts';
import type { Game } from '../game.ts';
import type { Matter, Person } from '../world.ts';

export type Chosen = Record<string, unknown>;

export interface RowMoment {
  readonly g: Game;
  /** The person whose values are read, as in “their Points”. */
  readonly it: Person | null;
  /** The person at the centre of the moment: who proposed, rolled, won or acts, or whose turn begins. */
  readonly person: Person | null;
  /** True if the event itself is about that person, and not only about what they wrote. */
  readonly isNamed?: boolean;
  readonly matter: Matter | null;
  /** The choices that came with a move, by name. */
  readonly chosen: Chosen;
  /** The dice that were thrown. Dice of this moment are added. */
  readonly dice: number[];
}

type Handed = Game & {
  readonly matter?: Matter;
  readonly post?: Matter;
  readonly person?: Person;
  readonly voter?: Person;
  readonly actor?: Person;
  readonly by?: Person | null;
  readonly author?: Person;
  readonly dice?: unknown;
  readonly params?: Chosen;
  readonly rolled?: readonly number[];
};

/** The moment of an event, from its handlers' argument. */
export function momentOf(words: unknown, chosen?: Chosen): RowMoment {
  const g = words as Handed;
  const matter = g.matter ?? g.post ?? null;
  const named = g.person ?? g.voter ?? g.actor ?? g.author ?? null;
  const person = named ?? matter?.author ?? null;
  const dice = [...(g.rolled ?? [])];
  return { g, matter, person, isNamed: named !== null, it: person, chosen: chosen ?? g.params ?? {}, dice };
}

export function about(e: RowMoment, it: Person | null): RowMoment {
  return { ...e, it };
}

/** The people who meet a condition. */
export function those(e: RowMoment, holds: (e: RowMoment) => boolean): readonly Person[] {
  return e.g.players.filter((person) => holds(about(e, person)));
}

export function others(e: RowMoment): readonly Person[] {
  return e.g.players.filter((person) => !person.is(e.person));
}

type Measure = (e: RowMoment) => Exact;

function values(e: RowMoment, of: Measure): readonly Exact[] {
  return e.g.players.map((person) => of(about(e, person)));
}

export function most(e: RowMoment, of: Measure): Exact {
  return values(e, of).reduce((best, one) => (compare(one, best) > 0 ? one : best));
}

export function fewest(e: RowMoment, of: Measure): Exact {
  return values(e, of).reduce((best, one) => (compare(one, best) < 0 ? one : best));
}

export function total(e: RowMoment, of: Measure): Exact {
  return values(e, of).reduce(plus, 0);
}

export function average(e: RowMoment, of: Measure): Exact {
  return divided(total(e, of), e.g.players.size);
}

/** The player with the most, or all who share the first place. */
export function withMost(e: RowMoment, of: Measure): readonly Person[] {
  return e.g.players.size === 0 ? [] : withAs(e, of, most(e, of));
}

export function withFewest(e: RowMoment, of: Measure): readonly Person[] {
  return e.g.players.size === 0 ? [] : withAs(e, of, fewest(e, of));
}

function withAs(e: RowMoment, of: Measure, value: Exact): readonly Person[] {
  return those(e, (one) => compare(of(one), value) === 0);
}

/** The player's place, 1 for the most. */
export function rank(e: RowMoment, of: Measure): number {
  const own = of(e);
  return 1 + values(e, of).filter((one) => compare(one, own) > 0).length;
}

/** The only person, or nobody if several share the place. */
export function alone(people: readonly Person[]): readonly Person[] {
  return people.length === 1 ? people : [];
}

export function oneOf(e: RowMoment, people: readonly Person[]): readonly Person[] {
  const picked = e.g.pick(people);
  return picked === undefined ? [] : [picked];
}

/** Everybody throws a die, and those who share the highest result throw again. */
export function byDie(e: RowMoment, people: readonly Person[]): readonly Person[] {
  let left = people;
  for (let n = 0; n < MOST_THROWS && left.length > 1; n++) {
    const shown = left.map((person) => [person, e.g.dice(6)] as const);
    const best = Math.max(...shown.map(([, face]) => face));
    left = shown.flatMap(([person, face]) => (face === best ? [person] : []));
  }
  return left;
}

/** Throws dice and adds them up, without the `drop` lowest or highest. With `again`, a die that shows its highest face is thrown again. */
export function roll(
  e: RowMoment,
  count: Exact,
  sides: Exact,
  { lowest = 0, highest = 0, again = false } = {},
): number {
  const thrown: number[] = [];
  for (let n = 0; n < Number(count); n++) {
    thrown.push(again ? throwAgain(e, Number(sides)) : e.g.dice(Number(sides)));
  }
  e.dice.push(...thrown);
  const counted = thrown.toSorted((a, b) => a - b).slice(lowest, thrown.length - highest);
  return sum(counted);
}

const MOST_THROWS = 100;

/** Adds throws up for as long as the highest face shows. */
function throwAgain({ g }: RowMoment, sides: number): number {
  let total = 0;
  for (let n = 0; n < MOST_THROWS; n++) {
    const shown = g.dice(sides);
    total += shown;
    if (shown !== sides) break;
  }
  return total;
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}

/** True if there are several dice with the same result. */
export function alike(dice: readonly number[]): boolean {
  return dice.length > 1 && dice.every((one) => one === dice[0]);
}

/** Each player's vote by id: the votes that the rules count, or the votes cast if no rule says. */
function votesIn({ g, matter }: RowMoment): Readonly<Record<string, string>> {
  if (matter === null) return {};
  const view = g.view as unknown as (id: string, of: Matter) => Readonly<Record<string, string>>;
  return g.maybe(() => view('votes-on', matter), matter.lastVotes);
}

/** The number of votes of a kind, or of all votes. */
export function votes(e: RowMoment, vote?: string): number {
  return Object.values(votesIn(e)).filter((one) => vote === undefined || one === vote).length;
}

export function voted(e: RowMoment, vote?: string): boolean {
  const own = votesIn(e)[e.it?.id ?? ''];
  return own !== undefined && (vote === undefined || own === vote);
}

/** The number of votes in favour that the matter needs. If no rule says, it is the number of players. */
export function needed({ g, matter }: RowMoment): number {
  return (matter && g.hook('needed', { matter }, null)?.count) ?? g.players.size;
}

/** The number of somebody's matters of a kind with this outcome. */
export function ended(e: RowMoment, status: string, kind: string): number {
  return e.g.matters.filter(
    (matter) =>
      matter.kind === kind &&
      // A matter that is being enacted doesn't have its new status yet.
      (matter.status === status || (status === 'enacted' && e.matter === matter && matter.pending)) &&
      (e.it === null || matter.author.is(e.it)),
  ).length;
}

export function remainder(a: Exact, b: Exact): Exact {
  return plus(a, times(b, -whole(divided(a, b), 'down')));
}

export function mutableRules({ g }: RowMoment): number {
  return g.ruleset.rules.filter(({ facts }) => facts['mutable'] === true).length;
}

export function mover(e: RowMoment): Person | null {
  return e.g.maybe(() => e.g.view('moving' as never), null) as Person | null;
}

export function isMover(e: RowMoment): boolean {
  return e.it?.is(mover(e)) === true;
}
