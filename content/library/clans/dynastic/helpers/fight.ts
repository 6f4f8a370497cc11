import type { Game, Person } from 'gitnomic/rules';
import { otherOf } from './duel.ts';
import type { Duel, DuelNumbers, Flavour } from './duel.ts';
import type { MoveTable } from './move-lists.ts';
import { effectOf } from './moves.ts';
import type { Effect, Made, MoveRow } from './moves.ts';
import { endByDeath, endDuel } from './reckoning.ts';
import { idOf, times } from './words.ts';

type Fighting = Pick<Game, 'hook' | 'maybe' | 'dice' | 'now'> & {
  readonly numbers: DuelNumbers;
  readonly isDead: (person: Person) => boolean;
};

export interface BasicMove extends MoveRow {
  readonly evenBoutsGoBy: string | null;
}

export interface Fight {
  /** In the order of the Combatants. */
  readonly lists: readonly (readonly string[])[];
  readonly flavour: Flavour;
  readonly moves: { readonly basic: readonly BasicMove[]; readonly weapons: readonly MoveRow[] };
}

interface MadeBy extends Made {
  readonly person: Person;
}

interface Blow {
  readonly by: Person;
  readonly effect: Effect;
  readonly move: string;
}

type Stat = 'strength' | 'skill' | 'reflex';

/** A move with an Item that its user has dropped is a dodge, unless another such Item was brought. */
function moveMade(duel: Duel, person: Person, planned: string): string {
  const dropped = duel.spoils.filter(({ by, item }) => item === planned && !by.is(person)).length;
  return dropped > 0 && times(duel.brought[person.id] ?? [], planned) <= dropped ? 'dodge' : planned;
}

function madeBy(duel: Duel, person: Person, move: string, { basic, weapons }: MoveTable): MadeBy {
  const row = [...basic, ...weapons].find((one) => one.move === move) as MoveRow;
  return { person, row, combo: duel.lastMoves[person.id] === move };
}

/** Where both make the same move that is decided by a stat: the higher roll strikes, if it is high enough. */
function evenBout(
  g: Fighting,
  duel: Duel,
  { move, evenBoutsGoBy }: BasicMove,
): { blows: readonly Blow[]; told: string } {
  const stat = idOf(evenBoutsGoBy ?? '') as Stat;
  const [first, second] = duel.combatants as readonly [Person, Person];
  const dice = g.maybe(() => [first[stat], second[stat]] as const);
  if (dice === undefined) return { blows: [], told: ` (no rule says anything about ${stat})` };
  const [a, b] = [g.dice(dice[0]), g.dice(dice[1])];
  const blows =
    Math.abs(a - b) < g.numbers.difference
      ? []
      : [{ by: a > b ? first : second, effect: 'beats', move } as const];
  return { blows, told: ` (${stat}: DICE${dice[0]} ${a}, DICE${dice[1]} ${b})` };
}

/** Deals what a blow deals; how much of it was taken. */
function strike(g: Fighting, duel: Duel, { by, effect, move }: Blow): { taken: number; told: string } {
  const victim = otherOf(duel, by);
  if (effect === 'disarms') {
    const item = duel.lastMoves[victim.id] ?? '';
    if (g.maybe(() => victim.items.includes(item))) g.hook('item-lost', { person: victim, item });
    duel.spoils = [...duel.spoils, { item, by }];
    return { taken: 0, told: `${by.label} disarms ${victim.label}` };
  }
  const feasted = g.maybe(() => by.crushingNext);
  const crushing = effect === 'crushes' || feasted === true;
  const damages: number = g.hook('damages-of', { crushing }, 1);
  if (feasted) g.maybe(() => (by.crushingNext = false));
  const left: number = g.hook('absorb', { person: victim, move, damages }, damages);
  const taken: number =
    left === 0
      ? 0
      : g.hook(
          'take-damage',
          { person: victim, crushing: crushing && left === damages, damages: left },
          left,
        );
  duel.damage = { ...duel.damage, [by.id]: (duel.damage[by.id] ?? 0) + taken };
  const absorbed = left < damages ? `, ${damages - left} absorbed` : '';
  const health = g.maybe(() => ` and is ${victim.health}`, '');
  return { taken, told: `${victim.label} takes ${taken} Damage${absorbed}${health}` };
}

interface Round {
  /** Who took Damage. */
  readonly hurt: readonly Person[];
  readonly told: string;
}

function playRound(g: Fighting, duel: Duel, planned: readonly string[], { moves }: Fight): Round {
  const { combatants } = duel;
  const made = combatants.map((person, at) =>
    madeBy(duel, person, moveMade(duel, person, planned[at] ?? 'dodge'), moves),
  ) as [MadeBy, MadeBy];
  const [mine, theirs] = made;
  duel.lastMoves = Object.fromEntries(made.map(({ person, row }) => [person.id, row.move]));
  const even =
    mine.row.move === theirs.row.move
      ? moves.basic.find(({ move, evenBoutsGoBy }) => move === mine.row.move && evenBoutsGoBy !== null)
      : undefined;
  const bout =
    even === undefined
      ? { blows: [...blow(mine, theirs), ...blow(theirs, mine)], told: '' }
      : evenBout(g, duel, even);
  const struck = bout.blows.map((blow) => ({ ...strike(g, duel, blow), victim: otherOf(duel, blow.by) }));
  duel.rounds += 1;
  const words = made.map(({ person, row }) => `${person.label} ${row.move}`).join(', ');
  const what = struck.length === 0 ? 'nothing happens' : struck.map(({ told }) => told).join('; ');
  return {
    hurt: struck.filter(({ taken }) => taken > 0).map(({ victim }) => victim),
    told: `${duel.rounds}. ${words}${bout.told}: ${what}.`,
  };
}

function blow(own: MadeBy, other: MadeBy): readonly Blow[] {
  const effect = effectOf(own, other);
  return effect === null ? [] : [{ by: own.person, effect, move: own.row.move }];
}

/** Ends the Combat where its kind says so; the reason in words. */
function endAfter(g: Fighting, duel: Duel, flavour: Flavour, hurt: readonly Person[]): string | null {
  const death = endByDeath(g, duel, flavour);
  if (death !== null) return death;
  const [bleeding, ...others] = hurt;
  if (flavour.foughtTo === 'blood' && bleeding !== undefined && others.length === 0)
    return endDuel(g, duel, flavour, { winner: otherOf(duel, bleeding), why: 'first blood' });
  if (flavour.foughtTo !== 'rounds' || duel.rounds < (flavour.rounds ?? 0)) return null;
  const [first, second] = duel.combatants as readonly [Person, Person];
  const ahead = (duel.damage[first.id] ?? 0) - (duel.damage[second.id] ?? 0);
  const winner = ahead === 0 ? null : ahead > 0 ? first : second;
  return endDuel(g, duel, flavour, {
    winner,
    why: ahead === 0 ? 'as much Damage dealt by both' : 'more Damage dealt',
  });
}

/** Plays the rounds of both lists, one pair of moves after another, until the Combat ends or the lists do. */
export function fightRounds(g: Fighting, duel: Duel, fight: Fight): string {
  const told: string[] = [];
  const [first = []] = fight.lists;
  for (let at = 0; at < first.length; at++) {
    const round = playRound(
      g,
      duel,
      fight.lists.map((list) => list[at] ?? 'dodge'),
      fight,
    );
    told.push(round.told);
    const end = endAfter(g, duel, fight.flavour, round.hurt);
    if (end !== null) return [...told, '', end].join('\n');
    if (fight.flavour.foughtTo === 'blood' && round.hurt.length > 1) break;
  }
  duel.listsDueSince = g.now;
  return [
    ...told,
    '',
    fight.flavour.foughtTo === 'blood' ? 'Inconclusive: new lists are due.' : 'Further lists are due.',
  ].join('\n');
}
