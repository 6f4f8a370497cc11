import type { Move, Words } from './moves.ts';
import {
  breedingOf,
  courtingOf,
  druidsWhelpOf,
  enlistingOf,
  exchangeOf,
  foundingOf,
  giftOf,
  type PictureOf,
  planOf,
  portraitOf,
  type Situation,
  underlingWish,
  unholyWish,
} from './habits.ts';
import { DRUID, duelsOf, type GameState, isAllied, openCampaign } from './view-of-game.ts';

export interface Cast {
  /** A Monday morning. */
  readonly start: string;
  readonly emperor: string;
  /** Six of them at least. */
  readonly players: readonly string[];
  readonly pictureOf: PictureOf;
}

type Script = Generator<Move, void, GameState>;
type Scene = Generator<Move, GameState, GameState>;

const DAYS = 80;
const DAYS_A_WEEK = 7;
const HOUR_MS = 3_600_000;
const FIELDS = [
  ['Lantern Moor', 'Salt Flats', 'Gull Cliffs'],
  ['Old Quarry', 'Reed Lake', 'Broken Bridge'],
  ['Owl Wood', 'Tin Hills', 'Ferry Landing'],
  ['High Pasture', 'Drowned Chapel', 'Ash Valley'],
  ['Sunken Road', 'Heron Marsh', 'Windmill Ridge'],
  ['Black Orchard', 'Frozen Ford', 'Beggars Heath'],
  ['Glass Desert', 'Thorn Gate', 'Last Inn'],
  ['Raven Tower', 'Mud Harbour', 'Hollow Oak'],
  ['Chalk Pits', 'Bell Island', 'Wolf Pass'],
  ['Empty Fair', 'Stone Circle', 'Weeping Dunes'],
];

/**
 * A whole dynasty, from six empty stables to whoever has the right friend when the war has gone one way for long
 * enough. Whoever plays it gives the first state with the second call of `next` and hands back the state after each
 * move; the same cast always plays the same, as far as the dice let it.
 */
export function* sampleDynasty(cast: Cast): Script {
  let state = yield { type: 'tick', at: cast.start };
  for (let day = 0; day < DAYS; day++) {
    state = yield* morning(cast, day, state);
    for (const place of cast.players.keys()) state = yield* dayOf(cast, day, place, state);
    state = yield* evening(cast, day, state);
    const winner = winnerOf(cast, state, hour(cast, day, 23));
    if (winner === null) continue;
    yield* declare(cast, winner, hour(cast, day, 23));
    return;
  }
}

/** The emperor feeds, goes to war, and sees to the Druid. */
function* morning(cast: Cast, day: number, before: GameState): Scene {
  const { emperor, players } = cast;
  let state = before;
  const at = hour(cast, day, 1);
  const names = FIELDS[numberOfCampaigns(state)];
  if (day === 0)
    state = yield act(at, emperor, 'create-creature', { for: DRUID, type: 'wolf', quality: 'wild' });
  if (day % DAYS_A_WEEK === 0) state = yield act(at, emperor, 'feed', {});
  if (day >= 5 && openCampaign(state) === null && names !== undefined)
    state = yield act(at, emperor, 'go-on-campaign', { names });
  const exchange = exchangeOf(state, players);
  if (exchange !== null) state = yield act(at, emperor, 'druid-exchange', exchange);
  return state;
}

const WISHES: readonly (readonly [
  string,
  (situation: Situation) => Words | null,
  (day: number, place: number) => boolean,
])[] = [
  ['create-creature', foundingOf, () => true],
  ['druid-gift', giftOf, () => true],
  ['breed', breedingOf, (day, place) => day > 0 && (day + place) % 2 === 0],
  [
    'breed-for-druid',
    druidsWhelpOf,
    (day, place) => day % DAYS_A_WEEK === 5 && place === Math.floor(day / DAYS_A_WEEK) % 3,
  ],
  ['set-underling', underlingWish, (day) => day % DAYS_A_WEEK === 1],
  ['submit-portrait', portraitOf, (day, place) => (day + place) % 4 === 0],
  ['associate', courtingOf, () => true],
  ['name-unholy', unholyWish, (day) => day % DAYS_A_WEEK === 3],
  ['join-campaign', enlistingOf, () => true],
];

function* dayOf({ players, pictureOf, ...cast }: Cast, day: number, place: number, before: GameState): Scene {
  let state = before;
  const player = players[place] ?? '';
  const at = hour({ ...cast, players, pictureOf }, day, 3 + 2 * place);
  for (const [action, wish, isTime] of WISHES) {
    const words = isTime(day, place) ? wish({ state, day, player, place, players, pictureOf }) : null;
    if (words !== null) state = yield act(at, player, action, words);
  }
  return state;
}

/** A duel every other day, with the Druid at the end of the week; and whoever is awake closes a campaign. */
function* evening(cast: Cast, day: number, before: GameState): Scene {
  const { players } = cast;
  let state = before;
  if (day > 1 && day % 2 === 0) {
    const turn = Math.floor(day / 2);
    const [first, second, judge] = [0, 1, 2].map((step) => players[(turn + step) % players.length] ?? '') as [
      string,
      string,
      string,
    ];
    const isDruids = day % DAYS_A_WEEK === 6 && !isAllied(state, second, 'most-eligible-courtier');
    state = yield* duel(cast, day, { challenger: isDruids ? DRUID : first, opponent: second, judge });
  }
  const campaign = openCampaign(state);
  const at = hour(cast, day, 22);
  const isOver = campaign !== null && Date.parse(at) - Date.parse(campaign.posted) >= 72 * HOUR_MS;
  return isOver ? yield act(at, players[day % players.length] ?? '', 'close-campaign', {}) : state;
}

const BATTLEFIELDS = [
  'city-gates',
  'ice-floes',
  'the-royal-swamp',
  'the-worthless-mountains',
  'mushroom-mines',
  'the-caravan-city',
  'ice-caves',
];

interface Duelists {
  readonly challenger: string;
  readonly opponent: string;
  readonly judge: string;
}

/** Announced, accepted, planned, judged: all in one evening. */
function* duel(cast: Cast, day: number, { challenger, opponent, judge }: Duelists): Scene {
  const [by, extra] = challenger === DRUID ? [cast.emperor, { for: DRUID }] : [challenger, {}];
  const at = (minutes: number): string => hour(cast, day, 18 + minutes / 60);
  const title =
    challenger === DRUID
      ? `Duel for the forest, against ${capitalised(opponent)}`
      : `Duel of ${capitalised(challenger)} and ${capitalised(opponent)}`;
  const battlefield = BATTLEFIELDS[day % BATTLEFIELDS.length];
  let state = yield act(at(0), by, 'announce-duel', {
    title,
    battlefield,
    opponents: [opponent],
    judges: [judge],
    ...extra,
  });
  const id = duelsOf(state).at(-1)?.id;
  if (challenger !== DRUID) state = yield act(at(10), opponent, 'accept-duel', { duel: id });
  state = yield act(at(20), judge, 'accept-judging', { duel: id });
  const seal = (player: string, sender: string, words: Words): Move => ({
    type: 'seal',
    at: at(30),
    by: sender,
    submission: 'duel-plan',
    with: { duel: id, plan: planOf({ state, player, day }), ...words },
  });
  state = yield seal(challenger, by, extra);
  state = yield seal(opponent, opponent, {});
  return yield act(at(50), judge, 'judge-duel', { duel: id });
}

function numberOfCampaigns(state: GameState): number {
  return Number(state.game['campaign-number'] ?? 0);
}

/** Whose friend at court has lasted more than two days, with the war above three or below minus three for two. */
function winnerOf({ players }: Cast, { game, players: people }: GameState, now: string): string | null {
  const hours = (since: unknown): number =>
    typeof since === 'string' ? (Date.parse(now) - Date.parse(since)) / HOUR_MS : 0;
  const has = (ally: string, war: string): string | undefined =>
    hours(game[war]) >= 48 ? players.find((id) => hours(people[id]?.[ally]) > 48) : undefined;
  return has('majesty-since', 'high-since') ?? has('ambassador-since', 'low-since') ?? null;
}

function* declare({ emperor, players }: Cast, winner: string, at: string): Script {
  const id = 'friend-declares';
  const text = 'The war has gone as my friend at court would have it, and for long enough.';
  yield {
    type: 'post',
    at,
    by: winner,
    id,
    kind: 'dov',
    title: 'Declaration of Victory: a friend at court',
    text,
  };
  for (const [place, voter] of [emperor, ...players].entries()) {
    if (voter === winner) continue;
    const said = {
      type: 'comment',
      by: voter,
      on: id,
      id: `${id}-${voter}`,
      text: 'Well bred. :for:',
    } as const;
    yield { ...said, at: later(at, 1 + place / 10) };
  }
  yield { type: 'tick', at: later(at, 13) };
}

function act(at: string, by: string, action: string, words: Words): Move {
  return { type: 'act', at, by, action, with: words };
}

function hour({ start }: Cast, day: number, hours: number): string {
  return later(start, 24 * day + hours);
}

function later(time: string, hours: number): string {
  return `${new Date(Date.parse(time) + hours * HOUR_MS).toISOString().slice(0, 19)}Z`;
}

/** The players of the sample are called as their ids are, with a capital. */
function capitalised(id: string): string {
  return id.charAt(0).toUpperCase() + id.slice(1);
}
