import { whim, type Words } from './moves.ts';
import {
  type Creature,
  DRUID,
  duelsOf,
  type GameState,
  isAllied,
  isKept,
  listedBy,
  nameOf,
  numberOf,
  openCampaign,
  PRICES,
  priceOf,
  raised,
  stableOf,
  trustIn,
  underlingOf,
  wasShown,
} from './view-of-game.ts';

/** Where a picture of a creature by somebody will be found. */
export type PictureOf = (creature: string, artist: string) => string;

/** A moment of somebody's day. */
export interface Situation {
  readonly state: GameState;
  readonly day: number;
  readonly player: string;
  readonly place: number;
  readonly players: readonly string[];
  readonly pictureOf: PictureOf;
}

const ANIMALS = ['heron', 'badger', 'newt', 'ibex', 'carp', 'weasel', 'toad', 'stoat', 'mole', 'crane'];
const LIKINGS = [
  ['giant', 'venomous', 'armored', 'fanged', 'horned', 'swift'],
  ['swimming', 'armored', 'giant', 'ferocious', 'stealthy', 'merging'],
  ['venomous', 'fire-breathing', 'fanged', 'leaping', 'giant', 'gaudy'],
  ['digging', 'giant', 'horned', 'armored', 'sure-footed', 'mutant'],
  ['winged', 'fire-breathing', 'ferocious', 'venomous', 'gaudy', 'horned'],
  ['stealthy', 'swift', 'giant', 'sure-footed', 'venomous', 'fanged'],
];
const COURTING = ['his-majesty', 'ambassador', 'treasurer', 'archbishop', 'queen', 'chamberlain'];

const likingsOf = (place: number): readonly string[] => LIKINGS[place % LIKINGS.length] ?? [];
const everybody = ({ players }: Situation): readonly string[] => [...players, DRUID];

/** A heron for the first of them, and so on; the quality they like best with it. */
export function foundingOf({ state, player, place }: Situation): Words | null {
  if (stableOf(state, player).length > 0) return null;
  const animal = ANIMALS[place % ANIMALS.length] ?? `beast ${place}`;
  return { type: animal, quality: likingsOf(place)[0] };
}

/** After a kind of which they have fewest, and never a third of one; the dearest that there is food for. */
export function breedingOf(situation: Situation): Words | null {
  const { state, day, player, place } = situation;
  const own = stableOf(state, player);
  const leaving = leavingOf(state, player);
  const full = own.length >= 5;
  if (full && leaving === null) return null;
  const others = everybody(situation).filter((id) => id !== player);
  const fewest = full && leaving !== null ? leaving.qualities.length : 0;
  const wishes = others.flatMap((from) =>
    stableOf(state, from).flatMap((stock) =>
      likingsOf(place).map((add) => ({ from, stock, add, whelp: raised(stock, add) })),
    ),
  );
  const possible = wishes.filter(
    ({ stock, whelp }) =>
      whelp !== null &&
      own.filter(({ type }) => type === stock.type).length < 2 &&
      whelp.qualities.length > fewest &&
      priceOf(state, stock, player) <= numberOf(state, player, 'food') &&
      !isKept(state, whelp, others),
  );
  const rank = ({ stock, add }: { stock: Creature; add: string }): number =>
    100 * own.filter(({ type }) => type === stock.type).length -
    10 * priceOf(state, stock, player) +
    whim(player, day, add);
  const [best] = possible.toSorted((a, b) => rank(a) - rank(b));
  if (best === undefined) return null;
  const room = full && leaving !== null ? { release: nameOf(leaving) } : {};
  return { from: best.from, stock: nameOf(best.stock), add: best.add, ...room };
}

/** The plainest creature that is free to go. */
function leavingOf(state: GameState, id: string): Creature | null {
  const bound = listedBy(state, id);
  const free = stableOf(state, id).filter((one) => !bound.includes(nameOf(one)));
  return free.toSorted((a, b) => a.qualities.length - b.qualities.length)[0] ?? null;
}

/** Something wild for the woods, of what its keeper will never miss. */
export function druidsWhelpOf({ state, players }: Situation): Words | null {
  if (stableOf(state, DRUID).length >= 5) return null;
  for (const from of players) {
    for (const stock of stableOf(state, from)) {
      const whelp = raised(stock, 'wild');
      const isDear = priceOf(state, stock, DRUID) > numberOf(state, DRUID, 'food');
      if (whelp !== null && !isDear && !isKept(state, whelp, players))
        return { from, stock: nameOf(stock), add: 'wild' };
    }
  }
  return null;
}

export function underlingWish({ state, player, place }: Situation): Words | null {
  const quality = likingsOf(place).at(-1) ?? 'gaudy';
  const isDear = numberOf(state, player, 'food') < 3 * Math.abs(PRICES[quality] ?? 0);
  return underlingOf(state, player) !== null || isDear ? null : { quality };
}

/** Something that nobody has drawn yet, be it their own or not. */
export function portraitOf(situation: Situation): Words | null {
  const { state, player, pictureOf } = situation;
  for (const of of [player, ...everybody(situation)]) {
    const creature = stableOf(state, of).find((one) => !wasShown(state, one));
    if (creature === undefined) continue;
    const name = nameOf(creature);
    return {
      title: `Portrait of ${/^[aeiou]/iu.test(name) ? 'an' : 'a'} ${name}`,
      of,
      creature: name,
      image: pictureOf(name, player),
    };
  }
  return null;
}

/** Their own courtier first, then whoever is to be had. */
export function courtingOf({ state, player, place }: Situation): Words | null {
  const favor = numberOf(state, player, 'favor');
  const own = COURTING[place % COURTING.length] ?? 'queen';
  const wished = [own, 'northern-general', 'southern-general', 'most-eligible-courtier'].filter(
    (identity) => !isAllied(state, player, identity) && trustIn(state, identity) < favor,
  );
  const [identity] = wished;
  return identity === undefined ? null : { identity, favor: trustIn(state, identity) + 1 };
}

export function unholyWish({ state, player, place, players }: Situation): Words | null {
  if (!isAllied(state, player, 'archbishop')) return null;
  const rival = players[(place + 1) % players.length] ?? player;
  const quality = stableOf(state, rival).flatMap(({ qualities }) => qualities)[0];
  return quality === undefined ? null : { quality };
}

/** All that is free, in an order of their own. */
export function planOf({
  state,
  player,
  day,
}: Pick<Situation, 'state' | 'player' | 'day'>): readonly (string | null)[] {
  const bound = [...listedBy(state, player)];
  const free = stableOf(state, player).flatMap((one) => {
    const at = bound.indexOf(nameOf(one));
    return at < 0 ? [nameOf(one)] : (bound.splice(at, 1), []);
  });
  const order = free.toSorted((a, b) => whim('slot', a, day) - whim('slot', b, day));
  return Array.from({ length: 5 }, (_, at) => order[at] ?? null);
}

/** The boldest go to war, each to a battlefield of their own; now and then somebody stays at home. */
export function enlistingOf(situation: Situation): Words | null {
  const { state, player, place } = situation;
  const campaign = openCampaign(state);
  if (campaign === null || campaign.entries.some((entry) => entry.player === player)) return null;
  if ((place + campaign.number) % 4 === 3) return null;
  const battlefield = campaign.battlefields[place % campaign.battlefields.length];
  return { battlefield, list: planOf(situation) };
}

/** A gift from the woods that one of their creatures can take. */
export function giftOf(situation: Situation): Words | null {
  const { state, player, place } = situation;
  const duel = duelsOf(state).find(
    ({ reward, challenger, opponent }) => reward === 'gift' && [challenger, opponent].includes(player),
  );
  if (duel === undefined) return null;
  const bound = listedBy(state, player);
  const others = everybody(situation).filter((id) => id !== player);
  for (const creature of stableOf(state, player)) {
    for (const quality of likingsOf(place)) {
      const made = raised(creature, quality);
      if (made === null || bound.includes(nameOf(creature)) || isKept(state, made, others)) continue;
      return { duel: duel.id, creature: nameOf(creature), quality };
    }
  }
  return null;
}

/** What the Druid lets go, and what it takes for that. */
export function exchangeOf(state: GameState, players: readonly string[]): Words | null {
  const due = duelsOf(state).find(({ reward }) => reward === 'exchange');
  const [release] = stableOf(state, DRUID);
  if (due === undefined || release === undefined) return null;
  for (const from of players.filter((id) => !isAllied(state, id, 'most-eligible-courtier'))) {
    const bound = listedBy(state, from);
    const taken = stableOf(state, from).find(
      (one) =>
        !bound.includes(nameOf(one)) &&
        !isKept(
          state,
          one,
          players.filter((id) => id !== from),
        ) &&
        stableOf(state, from).filter((twin) => nameOf(twin) === nameOf(one)).length === 1,
    );
    if (taken !== undefined) return { duel: due.id, release: nameOf(release), from, creature: nameOf(taken) };
  }
  return null;
}
