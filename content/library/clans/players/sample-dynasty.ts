import { HABITS, movesOf, type Situation } from './habits.ts';
import { choose, whim, type Move, type Words } from './moves.ts';
import { duelsIn, fightOf, isDead, isFree, openBreaches, personIn, type GameState } from './view-of-game.ts';

export interface Cast {
  /** A Monday, soon after midnight. */
  readonly start: string;
  readonly emperor: string;
  /** Six of them at least; the first three become clan lords. */
  readonly players: readonly string[];
}

type Script = Generator<Move, void, GameState>;
type Scene = Generator<Move, GameState, GameState>;

const DAYS_BEFORE_THE_CROWN = 42;
/** What is begun later might not be over in time. */
const DAYS_OF_CHALLENGES = 34;
const LORDS = 3;
const EMPERORS_HONOR = 40;
const HOUR_MS = 3_600_000;
const CLANS = ['Bear', 'Wolf'];
const KINDS = ['First-Blood', 'Twelve Rounds', 'First-Blood', 'Glorious Death'];
const SUBJECTS = [
  'the ford',
  'the last of the mead',
  'who howls loudest',
  'a stolen goat',
  'the high pasture',
  'an insult to cheese',
];

/**
 * A whole dynasty: lords are made and clans founded, six weeks of hunts, feasts and duels follow, and then two fight
 * for the crown, from which one of them runs. Whoever plays it gives the first state with the second call of `next`
 * and hands back the state after each move; the same cast always plays the same, as far as the dice let it.
 */
export function* sampleDynasty(cast: Cast): Script {
  let state = yield* makeLords(cast, yield { type: 'tick', at: cast.start });
  for (let day = 0; day < DAYS_BEFORE_THE_CROWN && winnerIn(cast, state) === null; day++) {
    state = yield* morning(cast, day, state);
    for (const place of cast.players.keys()) state = yield* dayOf(cast, day, place, state);
    state = yield* challenges(cast, day, state);
    state = yield* evening(cast, day, state);
  }
  if (winnerIn(cast, state) === null) state = yield* crown(cast, state);
  yield* declare(cast, state);
}

const act = (at: string, by: string, action: string, words: Words): Move => ({
  type: 'act',
  at,
  by,
  action,
  with: words,
});
const hour = ({ start }: Cast, day: number, hours: number): string =>
  `${new Date(Date.parse(start) + (24 * day + hours) * HOUR_MS).toISOString().slice(0, 19)}Z`;
const livingIn = (cast: Cast, state: GameState): readonly string[] =>
  cast.players.filter((id) => !isDead(personIn(state, id)));
const winnerIn = ({ players }: Cast, state: GameState): string | null =>
  players.find((id) => personIn(state, id).victory) ?? null;

/** A Call for Judgment names the first lords, who found clans that others join. */
function* makeLords(cast: Cast, before: GameState): Scene {
  const { emperor, players } = cast;
  const lords = players.slice(0, LORDS);
  const made = lords.map((id) => ({ verb: 'set', path: `players.${id}.clan-lord`, value: true }) as const);
  const changes = [
    { verb: 'set', path: `players.${emperor}.honor`, value: EMPERORS_HONOR } as const,
    ...made,
  ];
  const named = (id: string): string => {
    const name = before.players[id]?.['name'];
    return typeof name === 'string' ? name : id;
  };
  const text = `Let there be order. ${lords.map(named).join(', ')} lead us, and nobody is held in greater honor than ${named(emperor)}.`;
  const post = {
    type: 'post',
    id: 'first-lords',
    kind: 'cfj',
    title: 'The first lords',
    text,
    changes,
  } as const;
  let state = yield { ...post, at: hour(cast, 0, 0.1), by: lords[0] ?? emperor };
  for (const [place, id] of [emperor, ...players].entries())
    state = yield {
      type: 'comment',
      at: hour(cast, 0, 0.2 + place / 60),
      by: id,
      on: 'first-lords',
      id: `first-lords-${id}`,
      text: 'So be it. :for:',
    };
  state = yield { type: 'tick', at: hour(cast, 0, 0.5) };
  for (const [place, name] of CLANS.entries())
    state = yield act(hour(cast, 0, 0.6 + place / 60), players[place] ?? '', 'found-clan', { name });
  for (const [place, id] of players.entries())
    if (place >= LORDS)
      state = yield act(hour(cast, 0, 0.7 + place / 60), id, 'join-clan', {
        clan: CLANS[place % CLANS.length],
      });
  return state ?? before;
}

/** Lords call to the rituals of the week, and the emperor raises whoever is least. */
function* morning(cast: Cast, day: number, before: GameState): Scene {
  let state = before;
  const living = livingIn(cast, state);
  const lord = cast.players.slice(0, LORDS).find((id) => living.includes(id)) ?? cast.emperor;
  if (day % 7 === 0)
    state = yield act(hour(cast, day, 1), lord, 'post-weekly-rituals', {
      title: `Rituals of the week ${day / 7 + 1}`,
    });
  const least = [...living].sort((a, b) => personIn(state, a).honor - personIn(state, b).honor)[0];
  if (least !== undefined)
    state = yield act(hour(cast, day, 1.5), cast.emperor, 'raise-honor', { player: least });
  return state;
}

function* dayOf(cast: Cast, day: number, place: number, before: GameState): Scene {
  let state = before;
  const me = cast.players[place] ?? '';
  const at = hour(cast, day, 2 + place / 2);
  const situation = (): Situation => ({
    state,
    me,
    now: at,
    day,
    others: livingIn(cast, state).filter((id) => id !== me),
  });
  const fight = fightOf(state, me);
  if (fight !== undefined && !fight.sealed.includes(me))
    state = yield {
      type: 'seal',
      at,
      by: me,
      submission: 'combat-moves',
      with: { duel: fight.id, moves: movesOf(situation()) },
    };
  for (const habit of HABITS) {
    const deed = habit(situation());
    if (deed !== null) state = yield act(at, me, deed.action, deed.with);
  }
  return state;
}

/** Every few days a lord calls for a duel, and two who are well enough step forward. */
function* challenges(cast: Cast, day: number, before: GameState): Scene {
  const pending = duelsIn(before).some(({ status }) => status === 'fighting');
  const lords = [cast.emperor, ...cast.players.slice(0, LORDS)].filter((id) => !isDead(personIn(before, id)));
  const lord = choose(lords, 'lord', day);
  if (pending || lord === undefined || day > DAYS_OF_CHALLENGES || whim('duel', day) < 0.4) return before;
  const fit = cast.players.filter(
    (id) => id !== lord && isFree(before, id) && personIn(before, id).health <= 1,
  );
  const [first, second] = [...fit].sort((a, b) => whim(a, 'dares', day) - whim(b, 'dares', day));
  if (first === undefined || second === undefined) return before;
  const kind = day < 21 ? KINDS[day % 3] : (choose(KINDS, 'kind', day) ?? KINDS[0]);
  return yield* duel(
    cast,
    day,
    { lord, title: `Duel to ${kind}: ${choose(SUBJECTS, 'subject', day)}`, fighters: [first, second] },
    before,
  );
}

function* duel(
  cast: Cast,
  day: number,
  { lord, title, fighters }: { lord: string; title: string; fighters: readonly string[] },
  before: GameState,
): Scene {
  let state = (yield act(hour(cast, day, 10), lord, 'announce-duel', { title })) ?? before;
  const id = duelsIn(state).at(-1)?.id ?? '';
  for (const [place, fighter] of fighters.entries())
    state = yield act(hour(cast, day, 11 + place), fighter, 'step-forward', {
      duel: id,
      items: personIn(state, fighter).items,
    });
  return state;
}

/** Referees resolve what they have lists for, and breaches of tradition are not forgotten. */
function* evening(cast: Cast, day: number, before: GameState): Scene {
  let state = before;
  for (const { id, status, sealed, referee } of duelsIn(before)) {
    if (status !== 'fighting' || sealed.length < 2 || isDead(personIn(state, referee))) continue;
    state = yield act(hour(cast, day, 20), referee, 'resolve-rounds', { duel: id });
  }
  for (const { id, player } of openBreaches(state, hour(cast, day, 21))) {
    const judge = livingIn(cast, state).find((other) => other !== player);
    if (judge !== undefined) state = yield act(hour(cast, day, 21), judge, 'punish-breach', { breach: id });
  }
  return state;
}

/** The two who are held in most honor fight for the crown, and one of them thinks better of it. */
function* crown(cast: Cast, before: GameState): Scene {
  const day = DAYS_BEFORE_THE_CROWN;
  const free = cast.players.filter((id) => isFree(before, id));
  const [brave, runner] = [...free].sort((a, b) => personIn(before, b).honor - personIn(before, a).honor);
  if (brave === undefined || runner === undefined) return before;
  let state = yield* duel(
    cast,
    day,
    { lord: cast.emperor, title: 'Duel to Glorious Death: Fight for the Crown', fighters: [brave, runner] },
    before,
  );
  const id = duelsIn(state).at(-1)?.id ?? '';
  const others = livingIn(cast, state).filter((one) => one !== brave && one !== runner);
  const situation: Situation = { state, me: brave, now: hour(cast, day, 13), day, others };
  state = yield {
    type: 'seal',
    at: hour(cast, day, 13),
    by: brave,
    submission: 'combat-moves',
    with: { duel: id, moves: movesOf(situation) },
  };
  return yield act(hour(cast, day + 1, 13), others[0] ?? cast.emperor, 'cancel-duel', { duel: id });
}

/** Whoever has achieved victory says so, or whoever is left, and nobody can deny it. */
function* declare(cast: Cast, state: GameState): Script {
  const [survivor, ...others] = livingIn(cast, state);
  const winner = winnerIn(cast, state) ?? (others.length === 0 ? survivor : undefined);
  if (winner === undefined) return;
  const day = DAYS_BEFORE_THE_CROWN + 2;
  const id = 'crown-declared';
  const text = 'The barbarians have seen who stood and who ran.';
  yield {
    type: 'post',
    at: hour(cast, day, 1),
    by: winner,
    id,
    kind: 'dov',
    title: `Declaration of Victory: ${capitalised(winner)}`,
    text,
  };
  for (const [place, voter] of [cast.emperor, ...cast.players].entries())
    yield {
      type: 'comment',
      at: hour(cast, day, 2 + place / 10),
      by: voter,
      on: id,
      id: `${id}-${voter}`,
      text: 'So it was. :for:',
    };
  yield { type: 'tick', at: hour(cast, day + 1, 2) };
}

/** The players of the sample are called as their ids are, with a capital. */
function capitalised(id: string): string {
  return id.charAt(0).toUpperCase() + id.slice(1);
}
