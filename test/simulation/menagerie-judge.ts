import { hoursBetween } from '../../src/kernel/time.ts';
import type { State } from '../../src/kernel/state.ts';
import {
  type Act,
  cost,
  type Creature,
  DRUID,
  EMPEROR,
  ENEMIES,
  find,
  has,
  isBound,
  isElsewhere,
  isTooSoon,
  type Judge,
  JUDGES,
  keeper,
  keepers,
  keyOf,
  nameOf,
  UPKEEP,
} from './menagerie-oracle.ts';

/** What the emperor does in their own name. */
const IMPERIAL = new Set(['feed', 'go-on-campaign', 'accept-judging', 'druid-exchange']);

/** Whether an act should be accepted; undefined where this has no opinion. */
export function isAllowed(state: State, act: Act): boolean | undefined {
  const judge = JUDGES[act.action] ?? AT_WAR[act.action];
  if (judge === undefined) return undefined;
  const id = act.with['for'] === DRUID ? DRUID : act.by;
  if (id === DRUID && act.by !== EMPEROR) return false;
  if (id === EMPEROR && !IMPERIAL.has(act.action)) return false;
  return judge(state, act, id);
}

type Fields = Readonly<Record<string, unknown>>;
const duelOf = (state: State, { with: words }: Act): Fields | undefined =>
  state.things['duels']?.[String(words['duel'])];
const isAllied = (state: State, id: string, identity: string): boolean =>
  keepers(state).includes(id) && keeper(state, id).allies.some((ally) => ally.identity === identity);
const isPal = (state: State, id: string, other: unknown): boolean =>
  id === DRUID && isAllied(state, String(other), 'most-eligible-courtier');

const REQUIREMENTS: Readonly<Record<string, number>> = {
  'druids-concoction': -2,
  'stealth-tactics': -1,
  bait: 0,
  outmaneuver: 1,
  'pack-hunting': 2,
  'proud-trumpeting': 3,
  'combat-wizard': 4,
};
const NAMING = ['bait', 'outmaneuver', 'pack-hunting'];

function isUsable(state: State, id: string, { tactic, names }: Fields): boolean {
  const requirement = REQUIREMENTS[String(tactic)];
  const { underling } = keeper(state, id);
  const panache = underling === null ? 0 : cost(state, underling, null);
  if (requirement === undefined || NAMING.includes(String(tactic)) !== (names !== undefined)) return false;
  return isAllied(state, id, 'northern-general') || Math.abs(requirement - panache) <= 1;
}

function isList(state: State, id: string, list: readonly unknown[]): boolean {
  const left = keeper(state, id).stable.map(nameOf);
  for (const slot of list) {
    if (typeof slot !== 'string') continue;
    const at = left.indexOf(slot);
    if (at < 0) return false;
    left.splice(at, 1);
  }
  const tactics = list.filter((slot) => typeof slot === 'object' && slot !== null) as Fields[];
  return list.length === 5 && tactics.length <= 1 && tactics.every((one) => isUsable(state, id, one));
}

function mayTake(duel: Fields | undefined, id: string, place: 'opponent' | 'judge'): boolean {
  if (duel === undefined || duel[place] !== null) return false;
  const valid = (place === 'opponent' ? duel['opponents'] : duel['judges']) as readonly string[] | null;
  const others = [duel['challenger'], place === 'opponent' ? duel['judge'] : duel['opponent']];
  return (valid === null || valid.includes(id)) && !others.includes(id);
}

/** A creature with a quality more, or null where it can't have that. */
function improved({ type, qualities }: Creature, quality: string): Creature | null {
  const clashes = ENEMIES.some(
    (pair) => pair.some((one) => one === quality) && pair.some((one) => qualities.includes(one)),
  );
  if (UPKEEP[quality] === undefined || qualities.includes(quality) || clashes) return null;
  return { type, qualities: [...qualities, quality].sort() };
}

const AT_WAR: Readonly<Record<string, Judge>> = {
  'visit-soup-kitchen': (state, _, id) => !keeper(state, id)['soup-visited'],

  'name-unholy': (state, act, id) =>
    isAllied(state, id, 'archbishop') &&
    UPKEEP[String(act.with['quality'])] !== undefined &&
    !isTooSoon(state, act, id),

  'go-on-campaign'(state, { by, with: words }) {
    const ids = (words['names'] as readonly string[]).map((name) => name.toLowerCase().replaceAll(' ', '-'));
    const isNew = ids.every(
      (id, at) => ids.indexOf(id) === at && state.things['battlefields']?.[id] === undefined,
    );
    return by === EMPEROR && state.game['open-campaign'] === null && ids.length === 3 && isNew;
  },

  'join-campaign'(state, { with: words }, id) {
    const campaign = state.things['campaigns']?.[`campaign-${String(state.game['open-campaign'])}`];
    if (campaign === undefined || id === DRUID) return false;
    const entries = campaign['entries'] as readonly { player: string }[];
    const fields = campaign['battlefields'] as readonly unknown[];
    const isFree = fields.includes(words['battlefield']) && entries.every(({ player }) => player !== id);
    return isFree && isList(state, id, words['list'] as readonly unknown[]);
  },

  'announce-duel'(state, { with: words, at }, id) {
    const opponents = (words['opponents'] ?? []) as readonly string[];
    const duels = Object.values(state.things['duels'] ?? {});
    const isSoon = duels.some(
      (duel) => duel['challenger'] === id && hoursBetween(String(duel['announced']), at) <= 96,
    );
    const known = opponents.every((one) => keepers(state).includes(one) && !isPal(state, id, one));
    // With one opponent the Druid has one at once, and that must be somebody else.
    const fights = id !== DRUID || opponents[0] !== DRUID;
    const field = state.things['battlefields']?.[String(words['battlefield'])];
    return !isSoon && known && fights && field !== undefined;
  },

  'accept-duel'(state, act, id) {
    const duel = duelOf(state, act);
    return mayTake(duel, id, 'opponent') && !isPal(state, id, duel?.['challenger']);
  },

  'accept-judging': (state, act, id) => mayTake(duelOf(state, act), id, 'judge'),

  seal(state, act, id) {
    const duel = duelOf(state, act);
    if (duel?.['status'] !== 'begun' || ![duel['challenger'], duel['opponent']].includes(id)) return false;
    return hoursBetween(String(duel['begun']), act.at) < Number(duel['hours']);
  },

  'druid-gift'(state, act, id) {
    const duel = duelOf(state, act);
    if (duel?.['reward'] !== 'gift' || id === DRUID || ![duel['challenger'], duel['opponent']].includes(id))
      return false;
    const creature = find(state, id, act.with['creature']);
    const made = creature === undefined ? null : improved(creature, String(act.with['quality']));
    if (creature === undefined || made === null || isBound(state, id, creature)) return false;
    const haunted = keeper(state, id).stable.some((one) => one !== creature && has(one, 'spectral'));
    return !isElsewhere(state, id, made) && !(has(made, 'spectral') && haunted);
  },

  'druid-exchange'(state, act) {
    const { release, from, creature: name } = act.with as Readonly<Record<string, string>>;
    const gone = find(state, DRUID, release);
    const taken = from === DRUID ? undefined : find(state, String(from), name);
    if (act.by !== EMPEROR || duelOf(state, act)?.['reward'] !== 'exchange') return false;
    if (gone === undefined || taken === undefined || has(gone, 'spectral')) return false;
    if (isPal(state, DRUID, from) || isBound(state, String(from), taken)) return false;
    const alike = keepers(state)
      .filter((id) => id !== DRUID)
      .flatMap((id) => keeper(state, id).stable.filter((one) => keyOf(one) === keyOf(taken)));
    const haunted = keeper(state, DRUID).stable.some((one) => one !== gone && has(one, 'spectral'));
    return alike.length === 1 && !(has(taken, 'spectral') && haunted);
  },
};
