import { hoursBetween, weekOf } from '../../src/kernel/time.ts';
import type { State } from '../../src/kernel/state.ts';

/**
 * What the wizards' dynasty allows, said a second time and in another way than its clauses say it: a simulated act
 * that is accepted against this, or refused although this allows it, is a bug of one of the two.
 */
export interface Creature {
  readonly type: string;
  readonly qualities: readonly string[];
}

export interface Keeper {
  readonly stable: readonly Creature[];
  readonly food: number;
  readonly favor: number;
  readonly underling: string | null;
  readonly allies: readonly { readonly identity: string; readonly trust: number; readonly unholy?: string }[];
  readonly fed: number;
  readonly 'soup-visited': boolean;
}

export interface Act {
  readonly by: string;
  readonly action: string;
  readonly with: Readonly<Record<string, unknown>>;
  readonly at: string;
}

export const EMPEROR = 'kim';
export const DRUID = 'druid';
export const UPKEEP: Readonly<Record<string, number>> = {
  ...Object.fromEntries(['giant', 'winged', 'mutant'].map((id) => [id, 3])),
  ...Object.fromEntries(
    ['fire-breathing', 'obedient', 'leaping', 'armored', 'venomous', 'digging', 'mechanical'].map((id) => [
      id,
      2,
    ]),
  ),
  ...Object.fromEntries(
    ['stealthy', 'swimming', 'ferocious', 'sure-footed', 'swift', 'horned', 'fanged', 'merging'].map((id) => [
      id,
      1,
    ]),
  ),
  gaudy: 0,
  spectral: 0,
  wild: -1,
};
export const IDENTITIES = [
  'ambassador',
  'archbishop',
  'chamberlain',
  'his-majesty',
  'most-eligible-courtier',
  'northern-general',
  'queen',
  'royal-mistress',
  'southern-general',
  'treasurer',
];
export const ENEMIES = [
  ['obedient', 'wild'],
  ['winged', 'leaping'],
  ['digging', 'winged'],
] as const;

export function keeper(state: State, id: string): Keeper {
  return (id === DRUID ? state.things['entities']?.[DRUID] : state.players[id]) as unknown as Keeper;
}

export function keepers(state: State): readonly string[] {
  const active = Object.keys(state.players).filter(
    (id) => id !== EMPEROR && state.players[id]?.['state'] === 'active',
  );
  return [...active, DRUID];
}

export const keyOf = ({ type, qualities }: Creature): string =>
  `${[...qualities].sort().join(' ')} | ${type.toLowerCase()}`;
export const nameOf = ({ type, qualities }: Creature): string => [...qualities, type].join(' ');
export const has = ({ qualities }: Creature, quality: string): boolean => qualities.includes(quality);

export function cost(state: State, quality: string, underling: string | null): number {
  if (quality === underling) return 0;
  const isUnholy = Object.values(state.players).some((one) =>
    (one as unknown as Keeper).allies.some((ally) => ally.unholy === quality),
  );
  return (UPKEEP[quality] ?? 0) + (isUnholy ? 1 : 0);
}

export function upkeep(state: State, id: string, { qualities }: Creature): number {
  return qualities.reduce((total, quality) => total + cost(state, quality, keeper(state, id).underling), 0);
}

export function increase(state: State, id: string): number {
  const { stable, underling, allies } = keeper(state, id);
  const purses = allies.filter(
    ({ identity }) => identity === 'chamberlain' || identity === 'treasurer',
  ).length;
  const wage = underling === null ? 0 : cost(state, underling, null);
  return 10 + 3 * purses - stable.reduce((total, one) => total + upkeep(state, id, one), 0) - wage;
}

/** What each listed creature is called, of which as many as are listed are bound. */
function committed(state: State, id: string): readonly string[] {
  const number = state.game['open-campaign'];
  const campaign = number === null ? undefined : state.things['campaigns']?.[`campaign-${String(number)}`];
  const entries = (campaign?.['entries'] ?? []) as readonly { player: string; list: readonly unknown[] }[];
  return entries.flatMap(({ player, list }) =>
    player === id ? list.filter((item) => typeof item === 'string') : [],
  );
}

export function isBound(state: State, id: string, creature: Creature): boolean {
  const twins = keeper(state, id).stable.filter((one) => keyOf(one) === keyOf(creature)).length;
  return committed(state, id).filter((name) => name === nameOf(creature)).length >= twins;
}

export function isElsewhere(state: State, id: string, creature: Creature): boolean {
  return keepers(state).some(
    (other) => other !== id && keeper(state, other).stable.some((one) => keyOf(one) === keyOf(creature)),
  );
}

export const find = (state: State, id: string, name: unknown): Creature | undefined =>
  keepers(state).includes(id) ? keeper(state, id).stable.find((one) => nameOf(one) === name) : undefined;

/** The whelp and its price, or null where the breeding is not allowed. */
export function bred(
  state: State,
  { with: words }: Act,
  id: string,
): { whelp: Creature; price: number; rest: readonly Creature[] } | null {
  const { from, stock: name, add, drop, release } = words as Record<string, string | undefined>;
  if ((add === undefined) === (drop === undefined)) return null;
  const stock = find(state, from ?? '', name);
  if (stock === undefined || has(stock, 'mechanical') || has(stock, 'spectral')) return null;
  if (from === id && (!has(stock, 'mutant') || isBound(state, id, stock))) return null;
  if (drop !== undefined && !has(stock, drop)) return null;
  if (add !== undefined && (UPKEEP[add] === undefined || has(stock, add))) return null;
  if (ENEMIES.some((pair) => pair.some((one) => one === add) && pair.some((one) => has(stock, one))))
    return null;
  const qualities =
    drop === undefined
      ? [...stock.qualities, add as string].sort()
      : stock.qualities.filter((one) => one !== drop);
  const whelp = { type: stock.type, qualities };
  const price = has(whelp, 'spectral') ? 0 : Math.max(0, upkeep(state, id, stock));
  const { stable, food } = keeper(state, id);
  const leaving = release === undefined ? undefined : stable.find((one) => nameOf(one) === release);
  if (
    release !== undefined &&
    (leaving === undefined || has(leaving, 'spectral') || isBound(state, id, leaving))
  )
    return null;
  const at = leaving === undefined ? -1 : stable.indexOf(leaving);
  const rest = stable.filter((_, place) => place !== at);
  if (rest.length >= 5 || food < price || isElsewhere(state, id, whelp)) return null;
  return has(whelp, 'spectral') && rest.some((one) => has(one, 'spectral')) ? null : { whelp, price, rest };
}

/** Weekly: not twice in a week, nor within a day of the last time. */
export function isTooSoon(state: State, { action, at }: Act, who: string): boolean {
  const last = state.taken[action]?.[who];
  return last !== undefined && (weekOf(last) === weekOf(at) || hoursBetween(last, at) < 24);
}

export type Judge = (state: State, act: Act, id: string) => boolean;

export const JUDGES: Readonly<Record<string, Judge>> = {
  breed: (state, act, id) => bred(state, act, id) !== null,

  'breed-for-druid'(state, act) {
    const times = Object.values(state.taken[act.action] ?? {});
    const isTaken = times.some((time) => weekOf(time) === weekOf(act.at));
    if (act.by === EMPEROR || isTaken || isTooSoon(state, act, act.by)) return false;
    return keeper(state, DRUID).stable.length < 5 && bred(state, act, DRUID) !== null;
  },

  'create-creature'(state, { with: words }, id) {
    const { type, quality } = words as { type: string; quality?: string };
    const chooser = state.things['animals']?.[type.toLowerCase()]?.['chooser'];
    if (keeper(state, id).stable.length > 0 || (chooser !== undefined && chooser !== id)) return false;
    if (quality !== undefined && UPKEEP[quality] === undefined) return false;
    return (
      UPKEEP[type] === undefined &&
      !isElsewhere(state, id, { type, qualities: quality === undefined ? [] : [quality] })
    );
  },

  'set-underling'(state, act, id) {
    const listed = UPKEEP[act.with['quality'] as string];
    return (
      id !== DRUID &&
      listed !== undefined &&
      keeper(state, id).food >= 3 * Math.abs(listed) &&
      !isTooSoon(state, act, id)
    );
  },

  feed: (state, act) => act.by === EMPEROR && !isTooSoon(state, act, act.by),

  associate(state, { with: words }, id) {
    const { identity, favor } = words as { identity: string; favor: number };
    const trusts = Object.values(state.players).flatMap((one) =>
      (one as unknown as Keeper).allies.filter((ally) => ally.identity === identity),
    );
    const isDear = favor > 0 && trusts.every(({ trust }) => favor > trust);
    return id !== DRUID && IDENTITIES.includes(identity) && isDear && favor <= keeper(state, id).favor;
  },

  'close-campaign'(state, { at }, id) {
    const number = state.game['open-campaign'];
    const posted = state.things['campaigns']?.[`campaign-${String(number)}`]?.['posted'];
    return id !== DRUID && number !== null && hoursBetween(String(posted), at) >= 72;
  },

  'submit-portrait'(state, { with: words, at }, id) {
    const { of, creature } = words as { of: string; creature: string };
    const shown = Object.values(state.things['portraits'] ?? {});
    if (shown.some((one) => one['artist'] === id && hoursBetween(String(one['at']), at) <= 24)) return false;
    const one = find(state, of, creature);
    return one !== undefined && shown.every((other) => other['creature'] !== nameOf(one));
  },
};
