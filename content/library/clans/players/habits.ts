import { choose, whim, type Words } from './moves.ts';
import {
  fightOf,
  hoursSince,
  isDead,
  personIn,
  ritualsThisWeek,
  duelsIn,
  type GameState,
} from './view-of-game.ts';

/** Where a sample player stands when they think of what to do. */
export interface Situation {
  readonly state: GameState;
  readonly me: string;
  readonly now: string;
  /** Days since the dynasty began; the first is a Monday. */
  readonly day: number;
  readonly others: readonly string[];
}

export interface Deed {
  readonly action: string;
  readonly with: Words;
}

type Habit = (situation: Situation) => Deed | null;

const MOVES = ['punch', 'kick', 'grab', 'dodge', 'counter'];
const WEAPONS = ['bone-spear', 'stone-hammer', 'wooden-bow', 'leather-gauntlets'];
const BEASTS = ['horned', 'slithering', 'winged'];
const STATS = ['strength', 'skill', 'reflex'];

/** Four moves, in which whoever brought a weapon likes to use it. */
export function movesOf({ state, me, day }: Situation): readonly string[] {
  const brought = fightOf(state, me)?.brought[me] ?? [];
  const known = [...MOVES, ...brought, ...brought, ...brought];
  return [0, 1, 2, 3].map((place) => choose(known, me, 'move', day, place) ?? 'dodge');
}

/** On the first and last days of a week nobody performs any, for the sake of the gap; a referee takes no risks. */
function mayPerform({ state, me, now, day }: Situation): boolean {
  const one = personIn(state, me);
  const mine = ritualsThisWeek(state, now).filter(({ player }) => player === me).length;
  const midweek = day % 7 >= 2 && day % 7 <= 5;
  if (duelsIn(state).some(({ status, referee }) => status === 'fighting' && referee === me)) return false;
  return midweek && !isDead(one) && fightOf(state, me) === undefined && mine < Math.floor(one.honor / 10);
}

const hunt: Habit = (situation) => {
  const { state, me, day } = situation;
  const one = personIn(state, me);
  if (!mayPerform(situation) || one.health > 1 || whim(me, 'hunt', day) < 0.4) return null;
  const last = one.hunts.slice(-2);
  const stubborn = whim(me, 'stubborn') < 0.2;
  const beasts = BEASTS.filter(
    (beast) => stubborn || last.length < 2 || !last.every((before) => before === beast),
  );
  const beast = (stubborn ? BEASTS[0] : choose(beasts, me, 'beast', day)) ?? 'horned';
  const size = whim(me, 'size', day) < 0.8 ? 'normal' : 'huge';
  return { action: 'rite-of-passage', with: { beast, size } };
};

const feast: Habit = (situation) => {
  const { state, me, now, day, others } = situation;
  const one = personIn(state, me);
  const rites = ritualsThisWeek(state, now).filter(
    ({ ritual, player }) => ritual === 'rite-of-passage' && player !== me,
  );
  const meat = rites.some(({ player, succeeded }) => succeeded && personIn(state, player).clan === one.clan);
  const praise = choose(
    rites.map(({ player }) => player).filter((player) => others.includes(player)),
    me,
    'praise',
    day,
  );
  if (!mayPerform(situation) || !meat || praise === undefined || whim(me, 'feast', day) < 0.3) return null;
  return { action: 'sacred-feast', with: { praise } };
};

const forge: Habit = (situation) => {
  const { state, me, now, day } = situation;
  const one = personIn(state, me);
  const done = ritualsThisWeek(state, now).some(
    ({ player, ritual }) => player === me && ritual === 'heavenly-forge',
  );
  if (!mayPerform(situation) || done || one.items.length > 1 || one.health > 1) return null;
  return { action: 'heavenly-forge', with: { weapon: choose(WEAPONS, me, 'forge', day) } };
};

const heal: Habit = ({ state, me, now }) => {
  const one = personIn(state, me);
  const fresh = hoursSince(one.lastDamaged, now) <= 24 || hoursSince(one.lastCrushed, now) <= 48;
  const may = one.health > 1 && !isDead(one) && !fresh && fightOf(state, me) === undefined;
  return may ? { action: 'heal', with: {} } : null;
};

const improve: Habit = ({ state, me, day }) => {
  const duel = duelsIn(state).find(
    ({ winner, combatants, improved }) =>
      winner !== null && combatants.includes(me) && !improved.includes(me),
  );
  if (duel === undefined || isDead(personIn(state, me))) return null;
  return { action: 'improve-stat', with: { duel: duel.id, stat: choose(STATS, me, 'stat', day) } };
};

const loot: Habit = ({ state, me }) => {
  const one = personIn(state, me);
  if (isDead(one) || one.items.length > 1) return null;
  for (const { id, status, spoils } of duelsIn(state)) {
    const mine = spoils.find(({ by }) => by === me);
    if (mine !== undefined && status !== 'fighting')
      return { action: 'take-spoils', with: { duel: id, item: mine.item } };
  }
  return null;
};

/** What a player does in a day, in this order. */
export const HABITS: readonly Habit[] = [improve, loot, heal, hunt, feast, forge];
