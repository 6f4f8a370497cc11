/** What sample players look at: the state as the referees' side has it, since one script plays them all. */
export interface GameState {
  readonly game: Fields;
  readonly players: Readonly<Record<string, Fields>>;
  readonly things: Readonly<Record<string, Readonly<Record<string, Fields>>>>;
}

type Fields = Readonly<Record<string, unknown>>;

const LADDER = ['superb', 'normal', 'bruised', 'scarred', 'wounded', 'crippled', 'killed'];
const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
const MONDAY = Date.parse('2008-11-03T00:00:00Z');

export const weekOf = (at: string): number => Math.floor((Date.parse(at) - MONDAY) / WEEK_MS);
export const hoursSince = (then: unknown, now: string): number =>
  typeof then === 'string' ? (Date.parse(now) - Date.parse(then)) / HOUR_MS : Number.POSITIVE_INFINITY;

export interface Person {
  readonly id: string;
  /** 0 is superb, 1 normal, 6 dead. */
  readonly health: number;
  readonly honor: number;
  readonly clan: string;
  readonly items: readonly string[];
  readonly hunts: readonly string[];
  readonly lastDamaged: unknown;
  readonly lastCrushed: unknown;
  readonly victory: boolean;
}

export function personIn({ players }: GameState, id: string): Person {
  const { health, honor, clan, items, hunts, victory, ...rest } = players[id] ?? {};
  return {
    id,
    health: LADDER.indexOf(String(health)),
    honor: Number(honor),
    clan: String(clan),
    items: items as readonly string[],
    hunts: hunts as readonly string[],
    lastDamaged: rest['last-damaged'],
    lastCrushed: rest['last-crushed'],
    victory: victory === true,
  };
}

export const isDead = ({ health }: Person): boolean => health === LADDER.length - 1;

export interface Duel {
  readonly id: string;
  readonly subject: string;
  readonly status: string;
  readonly referee: string;
  readonly prepared: string | null;
  readonly combatants: readonly string[];
  readonly brought: Readonly<Record<string, readonly string[]>>;
  readonly sealed: readonly string[];
  readonly winner: string | null;
  readonly improved: readonly string[];
  readonly spoils: readonly { readonly item: string; readonly by: string }[];
}

export function duelsIn({ things }: GameState): readonly Duel[] {
  return Object.entries(things['duels'] ?? {}).map(([id, duel]) => ({ ...duel, id }) as unknown as Duel);
}

export function fightOf(state: GameState, id: string): Duel | undefined {
  return duelsIn(state).find(({ status, combatants }) => status === 'fighting' && combatants.includes(id));
}

/** Free for a duel: alive, and neither in one nor waiting for one. */
export function isFree(state: GameState, id: string): boolean {
  const busy = duelsIn(state).some(({ status, prepared }) => status === 'open' && prepared === id);
  return !busy && fightOf(state, id) === undefined && !isDead(personIn(state, id));
}

export interface Ritual {
  readonly player: string;
  readonly ritual: string;
  readonly at: string;
  readonly succeeded: boolean;
}

export function ritualsThisWeek({ things }: GameState, now: string): readonly Ritual[] {
  const all = Object.values(things['rituals'] ?? {}) as unknown as readonly Ritual[];
  return all.filter(({ at }) => weekOf(at) === weekOf(now));
}

/** Breaches that may still be punished. */
export function openBreaches(
  { things }: GameState,
  now: string,
): readonly { readonly id: string; readonly player: string }[] {
  return Object.entries(things['breaches'] ?? {})
    .filter(([, breach]) => breach['punished-by'] === null && hoursSince(breach['at'], now) <= 24)
    .map(([id, { player }]) => ({ id, player: String(player) }));
}
