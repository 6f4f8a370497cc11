import { whim, type PictureOf, type Words } from './moves.ts';
import {
  entriesOf,
  galleryOf,
  numberOf,
  roundOf,
  senderOf,
  singlesOf,
  titleOf,
  type GameState,
} from './view-of-game.ts';
import { workOf, type Work } from './works.ts';

/** Who plays, and in which round they are. */
export interface Situation {
  readonly state: GameState;
  readonly round: number;
  readonly player: string;
  /** The player's place among all of them. */
  readonly place: number;
  readonly players: readonly string[];
  readonly pictureOf: PictureOf;
}

/** The third player can't leave spiders out of what they send in the eighth round. */
export function workFor({ round, place }: Situation): Work {
  const work = workOf(round, place);
  return round === 8 && place === 2 ? { ...work, forged: true } : work;
}

/** Now and then somebody has nothing to send; most say where their art is from. */
export function artOf(situation: Situation): Words | null {
  const { player, round, pictureOf } = situation;
  if (whim('idle brush', player, round) < 0.08) return null;
  const work = workFor(situation);
  const source = whim('source', player, round) < 0.8 ? { source: 'my own work' } : {};
  return { title: work.title, image: pictureOf(work, player), ...source };
}

/** Everybody has a taste of their own, for a certain hand as well, and nobody praises themselves. */
export function ballotOf({ state, round, player, place, players }: Situation): Words | null {
  if (whim('away', player, round) < 0.07) return null;
  const hand = players[(place + 3) % players.length];
  const others = galleryOf(state, round - 1).filter((art) => senderOf(state, art) !== player);
  const taste = (art: string): number =>
    whim(player, titleOf(state, art)) +
    0.5 * whim('fashion', titleOf(state, art)) +
    (senderOf(state, art) === hand ? 0.5 : 0);
  const [first, second, third] = [...others].sort((a, b) => taste(b) - taste(a));
  return third === undefined ? null : { first, second: titleOf(state, second ?? ''), third };
}

/** A piece that has grown dear is sold, by those who trust no market. */
export function saleOf({ state, player, round }: Situation): Words | null {
  const dear = singlesOf(state, player).find(({ price }) => price > 5500);
  return dear === undefined || whim('market', player, round) > 0.35
    ? null
    : { art: titleOf(state, dear.art) };
}

export function purchasesOf({ state, player, round, place, players, pictureOf }: Situation): Words | null {
  if (whim('purse', player, round) > 0.45 || numberOf(state, player, 'cash') < 2500) return null;
  const rival = players[(place + 1 + (round % (players.length - 1))) % players.length] ?? player;
  const extra = workOf(round, place, 1);
  const wishes = [
    ...(whim('space', player, round) < 0.4 && round <= 12
      ? [
          {
            type: 'extra-gallery-space',
            title: extra.title,
            image: pictureOf({ ...extra, title: `${extra.title}, once more` }, player),
          },
        ]
      : []),
    ...(whim('favourite', player, round) < 0.6 ? [{ type: 'secret-ballot', player }] : []),
    ...(whim('curious', player, round) < 0.5 ? [{ type: 'spyglass', player: rival }] : []),
  ];
  return wishes.length === 0 ? null : { purchases: wishes };
}

/** Three single pieces that may be a set. */
export function setOf({ state, player }: Situation): Words | null {
  const held = singlesOf(state, player).map(({ art }) => art);
  for (const kind of [(art: string) => roundOf(state, art), (art: string) => senderOf(state, art)]) {
    for (const first of held) {
      const alike = held.filter((art) => kind(art) === kind(first));
      if (alike.length >= 3) return { art: alike.slice(0, 3) };
    }
  }
  return null;
}

/** Favours are offered at whatever they may fetch. */
export function offerOf({ player, round }: Situation): Words | null {
  return whim('offer', player, round) < 0.2
    ? { price: 100 * (1 + Math.floor(12 * whim('price', player, round))) }
    : null;
}

export function bargainOf({ state, player, round }: Situation): Words | null {
  const held = (state.players[player]?.['favours'] ?? []) as readonly unknown[];
  const cheap = entriesOf(state).find(
    ({ seller, price }) => seller !== player && price <= 500 && price <= numberOf(state, player, 'cash'),
  );
  return cheap === undefined || held.length > 2 || whim('bargain', player, round) > 0.3
    ? null
    : { entry: cheap.id };
}
