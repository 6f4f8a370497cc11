/** What the moves of the barbarians do to each other, written from the rules' words and not from their clauses. */
export const LADDER = ['superb', 'normal', 'bruised', 'scarred', 'wounded', 'crippled', 'killed'] as const;
export const WEAPONS = ['bone-spear', 'stone-hammer', 'wooden-bow', 'leather-gauntlets'] as const;
export const BARE = ['punch', 'kick', 'grab', 'dodge', 'counter'] as const;
export const SHIELD = 'wicker-shield';
const DEAD = LADDER.length - 1;

export interface Fighter {
  readonly id: string;
  strength: number;
  skill: number;
  reflex: number;
  /** A place in the ladder. */
  health: number;
  honor: number;
  items: string[];
  clan: string;
  lord: boolean;
  shieldHits: number;
  crushingNext: boolean;
  lastDamaged: number | null;
  lastCrushed: number | null;
  hunts: string[];
  victory: boolean;
}

export interface Bout {
  readonly flavour: string;
  readonly combatants: readonly [Fighter, Fighter];
  readonly brought: Readonly<Record<string, readonly string[]>>;
  damage: Record<string, number>;
  last: Record<string, string>;
  spoils: { item: string; by: string }[];
  rounds: number;
}

export const isDead = ({ health }: Fighter): boolean => health === DEAD;

type Hurt = 'plain' | 'crush' | 'disarm' | null;
interface Move {
  readonly name: string;
  readonly combo: boolean;
}

const PREY: Readonly<Record<string, readonly string[]>> = {
  punch: ['grab', 'counter'],
  kick: ['punch', 'counter'],
  grab: ['kick', 'counter'],
  counter: ['dodge'],
  dodge: [],
};

/** What `mine` does to whoever makes `theirs`. */
export function hurtBy(mine: Move, theirs: Move): Hurt {
  const [x, y] = [mine.name, theirs.name];
  if (x === 'leather-gauntlets') return theirs.combo ? 'plain' : null;
  if (y === 'leather-gauntlets') return x === 'counter' && !mine.combo ? 'crush' : null;
  if (x === 'bone-spear') return y === 'punch' || y === 'grab' ? 'plain' : null;
  if (y === 'bone-spear') return x === 'kick' || x === 'counter' ? 'crush' : null;
  if (x === 'stone-hammer') return y === 'kick' ? 'crush' : null;
  if (y === 'stone-hammer') return x === 'grab' ? 'disarm' : null;
  if (x === 'wooden-bow') return y === 'counter' ? 'crush' : y === 'dodge' ? 'plain' : null;
  if (y === 'wooden-bow') return x === 'kick' || x === 'punch' ? 'plain' : null;
  return PREY[x]?.includes(y) === true ? 'plain' : null;
}

/** One Damage or two; how many were taken. A crush that is suffered whole takes the shield along. */
export function hurt(fighter: Fighter, blows: number, crush: boolean, now: number): number {
  const taken = Math.min(blows, DEAD - fighter.health);
  if (taken === 0) return 0;
  fighter.health += taken;
  fighter.lastDamaged = now;
  if (!crush) return taken;
  fighter.lastCrushed = now;
  if (fighter.items.includes(SHIELD)) loseShield(fighter);
  return taken;
}

function loseShield(fighter: Fighter): void {
  fighter.items = fighter.items.filter((item) => item !== SHIELD);
  fighter.shieldHits = 0;
}

export function loseOne(items: readonly string[], item: string): string[] {
  const at = items.indexOf(item);
  return items.filter((_, place) => place !== at);
}

/** What is left of some blows when the shield has taken its part. */
function afterShield(fighter: Fighter, move: string, blows: number): number {
  let left = blows;
  while (left > 0 && ['punch', 'kick', 'grab'].includes(move) && fighter.items.includes(SHIELD)) {
    left--;
    fighter.shieldHits++;
    if (fighter.shieldHits === 2) loseShield(fighter);
  }
  return left;
}

const STAT = { punch: 'reflex', kick: 'skill', grab: 'strength' } as const;

function planned(bout: Bout, fighter: Fighter, name: string): Move {
  const gone = bout.spoils.filter(({ item, by }) => item === name && by !== fighter.id).length;
  const had = (bout.brought[fighter.id] ?? []).filter((item) => item === name).length;
  const made = gone > 0 && gone >= had ? 'dodge' : name;
  return { name: made, combo: bout.last[fighter.id] === made };
}

/** One Combat Round; `roll` gives the next die. Whoever took Damage is returned. */
export function fightRound(
  bout: Bout,
  names: readonly [string, string],
  roll: (sides: number) => number,
  now: number,
): readonly Fighter[] {
  const [a, b] = bout.combatants;
  const [x, y] = [planned(bout, a, names[0]), planned(bout, b, names[1])];
  const blows: { by: Fighter; to: Fighter; hurt: Hurt; move: string }[] = [];
  if (x.name === y.name && x.name in STAT) {
    const stat = STAT[x.name as keyof typeof STAT];
    const [first, second] = [roll(a[stat]), roll(b[stat])];
    if (first - second > 2) blows.push({ by: a, to: b, hurt: 'plain', move: x.name });
    if (second - first > 2) blows.push({ by: b, to: a, hurt: 'plain', move: x.name });
  } else {
    blows.push(
      { by: a, to: b, hurt: hurtBy(x, y), move: x.name },
      { by: b, to: a, hurt: hurtBy(y, x), move: y.name },
    );
  }
  bout.last = { [a.id]: x.name, [b.id]: y.name };
  bout.rounds++;
  return blows.filter((blow) => land(bout, blow, now)).map(({ to }) => to);
}

function land(
  bout: Bout,
  blow: { by: Fighter; to: Fighter; hurt: Hurt; move: string },
  now: number,
): boolean {
  const { by, to, move } = blow;
  if (blow.hurt === null) return false;
  if (blow.hurt === 'disarm') {
    const item = bout.last[to.id] ?? '';
    to.items = loseOne(to.items, item);
    bout.spoils.push({ item, by: by.id });
    return false;
  }
  const blows = blow.hurt === 'crush' || by.crushingNext ? 2 : 1;
  by.crushingNext = false;
  const left = afterShield(to, move, blows);
  const taken = left === 0 ? 0 : hurt(to, left, left === 2, now);
  bout.damage[by.id] = (bout.damage[by.id] ?? 0) + taken;
  return taken > 0;
}

/** What a victory is worth: half of the loser's honor, one more for another clan, two at least; by the kind of duel. */
export function gainOf(flavour: string, winner: Fighter, loser: Fighter): number {
  const normal = Math.max(2, Math.floor(loser.honor / 2) + (winner.clan === loser.clan ? 0 : 1));
  if (flavour === 'twelve-rounds') return Math.ceil(normal / 2);
  return flavour === 'glorious-death' ? Math.ceil((normal * 3) / 2) : normal;
}
