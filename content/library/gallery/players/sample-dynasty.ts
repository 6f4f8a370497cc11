import {
  artOf,
  bargainOf,
  ballotOf,
  offerOf,
  purchasesOf,
  saleOf,
  setOf,
  workFor,
  type Situation,
} from './habits.ts';
import { whim, type Move, type PictureOf, type Words } from './moves.ts';
import { expirationOf, galleryOf, senderOf, starOf, type GameState } from './view-of-game.ts';
import { THEMES } from './works.ts';

export interface Cast {
  /** When the first round begins. */
  readonly start: string;
  readonly emperor: string;
  readonly players: readonly string[];
  readonly pictureOf: PictureOf;
}

type Script = Generator<Move, void, GameState>;

const ROUNDS = 14;
const HOUR_MS = 3_600_000;

/**
 * A whole dynasty, from the first theme to the star's victory. Whoever plays it gives the first state with the second
 * call of `next` and hands back the state after each move; the same cast always plays the same.
 */
export function* sampleDynasty(cast: Cast): Script {
  let now = cast.start;
  let state = yield { type: 'tick', at: now };
  for (let round = 1; round <= ROUNDS; round++) {
    const theme = THEMES[round - 1]?.theme;
    state = yield act(now, cast.emperor, 'start-round', theme === undefined ? {} : { theme });
    state = yield* playRound(cast, round, now, state);
    now = later(expirationOf(state), 1 + Math.floor(5 * whim('late', round)));
    if (round < ROUNDS) state = yield act(now, cast.emperor, 'close-round', {});
  }
  yield* declare(cast, now, state);
}

function* playRound(
  cast: Cast,
  round: number,
  started: string,
  before: GameState,
): Generator<Move, GameState, GameState> {
  let state = before;
  const { players, pictureOf } = cast;
  for (const [place, player] of players.entries()) {
    const at = later(started, 2 + 4 * place);
    const situation = (): Situation => ({ state, round, player, place, players, pictureOf });
    const seals: readonly [string, Words | null][] = [
      ['art', round <= THEMES.length ? artOf(situation()) : null],
      ['ballot', round >= 2 && round <= THEMES.length + 1 ? ballotOf(situation()) : null],
      ['sale', saleOf(situation())],
      ['purchase', round >= 6 ? purchasesOf(situation()) : null],
    ];
    for (const [submission, words] of seals)
      if (words !== null) state = yield { type: 'seal', at, by: player, submission, with: words };
    for (const [action, wish] of DEEDS) {
      const words = wish(situation());
      if (words !== null) state = yield act(at, player, action, words);
    }
  }
  return yield* findSpider(cast, round, later(started, 40), state);
}

const DEEDS: readonly (readonly [string, (situation: Situation) => Words | null])[] = [
  ['combine-set', setOf],
  ['post-entry', offerOf],
  ['buy-entry', bargainOf],
];

/** A round after it was hung the forgery is found out. */
function* findSpider(
  { players, emperor, pictureOf }: Cast,
  round: number,
  at: string,
  before: GameState,
): Generator<Move, GameState, GameState> {
  const suspects = players.filter(
    (player, place) =>
      workFor({ state: before, round: round - 2, player, place, players, pictureOf }).forged === true,
  );
  const [forger] = suspects;
  const piece = galleryOf(before, round - 2).find((art) => senderOf(before, art) === forger);
  const finder = players.find((player) => player !== forger);
  if (forger === undefined || piece === undefined || finder === undefined) return before;
  yield {
    type: 'seal',
    at,
    by: finder,
    submission: 'decry-forgery',
    with: { art: piece, where: 'near the edge, on a thread' },
  };
  return yield act(later(at, 1), emperor, 'announce-forgery', { art: piece });
}

/** The star says so, and nobody can deny it. */
function* declare({ emperor, players }: Cast, at: string, state: GameState): Script {
  const star = starOf(state);
  if (star === null) return;
  const id = 'star-declares';
  yield {
    type: 'post',
    at,
    by: star,
    id,
    kind: 'dov',
    title: 'Declaration of Victory: the Star',
    text: 'Fourteen rounds are over, and the Round Post names me.',
  };
  for (const [place, voter] of [emperor, ...players].entries()) {
    if (voter !== star)
      yield {
        type: 'comment',
        at: later(at, 1 + place / 10),
        by: voter,
        on: id,
        id: `${id}-${voter}`,
        text: 'Congratulations! :for:',
      };
  }
  yield { type: 'tick', at: later(at, 13) };
}

function act(at: string, by: string, action: string, words: Words): Move {
  return { type: 'act', at, by, action, with: words };
}

function later(time: string, hours: number): string {
  return `${new Date(Date.parse(time) + hours * HOUR_MS).toISOString().slice(0, 19)}Z`;
}
