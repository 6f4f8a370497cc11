import type { Fields, GameState } from './moves.ts';

export type { GameState };

/** What sample players see when they look around the menagerie. */
export interface Creature {
  readonly type: string;
  readonly qualities: readonly string[];
}

export interface Ally {
  readonly identity: string;
  readonly trust: number;
  readonly unholy?: string;
}

export interface Duel {
  readonly id: string;
  readonly challenger: string;
  readonly opponent: string | null;
  readonly judge: string | null;
  readonly status: string;
  readonly triumphant: string | null;
  readonly reward: string | null;
}

export const DRUID = 'druid';

/** What everybody at court knows by heart. */
export const PRICES: Readonly<Record<string, number>> = {
  armored: 2,
  digging: 2,
  fanged: 1,
  ferocious: 1,
  'fire-breathing': 2,
  gaudy: 0,
  giant: 3,
  horned: 1,
  leaping: 2,
  merging: 1,
  mutant: 3,
  stealthy: 1,
  'sure-footed': 1,
  swift: 1,
  swimming: 1,
  venomous: 2,
  wild: -1,
  winged: 3,
};
const ENEMIES = ['obedient wild', 'winged leaping', 'digging winged'].map((pair) => pair.split(' '));

function keeper(state: GameState, id: string): Fields {
  return (id === DRUID ? state.things['entities']?.[DRUID] : state.players[id]) ?? {};
}

export function stableOf(state: GameState, id: string): readonly Creature[] {
  return (keeper(state, id)['stable'] ?? []) as readonly Creature[];
}

export function numberOf(state: GameState, id: string, variable: string): number {
  return Number(keeper(state, id)[variable] ?? 0);
}

export function alliesOf(state: GameState, id: string): readonly Ally[] {
  return (keeper(state, id)['allies'] ?? []) as readonly Ally[];
}

export function underlingOf(state: GameState, id: string): string | null {
  return (keeper(state, id)['underling'] ?? null) as string | null;
}

export function nameOf({ type, qualities }: Creature): string {
  return [...qualities, type].join(' ');
}

function isTwin(a: Creature, b: Creature): boolean {
  return nameOf(a).toLowerCase() === nameOf(b).toLowerCase();
}

/** Whether somebody among these keeps such a creature. */
export function isKept(state: GameState, creature: Creature, by: readonly string[]): boolean {
  return by.some((id) => stableOf(state, id).some((one) => isTwin(one, creature)));
}

/** The creature with a quality more, or null where it can't have that. */
export function raised({ type, qualities }: Creature, quality: string): Creature | null {
  const clashes = ENEMIES.some(
    (pair) => pair.includes(quality) && pair.some((one) => qualities.includes(one)),
  );
  return qualities.includes(quality) || clashes ? null : { type, qualities: [...qualities, quality].sort() };
}

export function priceOf(state: GameState, { qualities }: Creature, breeder: string): number {
  const unholy = Object.keys(state.players).flatMap((id) =>
    alliesOf(state, id).flatMap((ally) => ally.unholy ?? []),
  );
  const prices = qualities.map((quality) =>
    quality === underlingOf(state, breeder) ? 0 : (PRICES[quality] ?? 2) + (unholy.includes(quality) ? 1 : 0),
  );
  return Math.max(
    0,
    prices.reduce((total, price) => total + price, 0),
  );
}

/** What somebody has listed for the war, as it is called. */
export function listedBy(state: GameState, id: string): readonly string[] {
  const open = openCampaign(state);
  const entry = open?.entries.find(({ player }) => player === id);
  return (entry?.list ?? []).filter((item) => typeof item === 'string');
}

export interface Campaign {
  readonly number: number;
  readonly posted: string;
  readonly battlefields: readonly string[];
  readonly entries: readonly { readonly player: string; readonly list: readonly unknown[] }[];
}

export function openCampaign(state: GameState): Campaign | null {
  const number = state.game['open-campaign'];
  if (typeof number !== 'number') return null;
  return (state.things['campaigns']?.[`campaign-${number}`] ?? null) as Campaign | null;
}

export function duelsOf(state: GameState): readonly Duel[] {
  return Object.entries(state.things['duels'] ?? {}).map(([id, fields]) => ({
    id,
    ...(fields as Omit<Duel, 'id'>),
  }));
}

export function trustIn(state: GameState, identity: string): number {
  const trusts = Object.keys(state.players).flatMap((id) =>
    alliesOf(state, id).filter((ally) => ally.identity === identity),
  );
  return Math.max(0, ...trusts.map(({ trust }) => trust));
}

export function isAllied(state: GameState, id: string, identity: string): boolean {
  return alliesOf(state, id).some((ally) => ally.identity === identity);
}

export function wasShown(state: GameState, creature: Creature): boolean {
  return Object.values(state.things['portraits'] ?? {}).some((one) => one['creature'] === nameOf(creature));
}
