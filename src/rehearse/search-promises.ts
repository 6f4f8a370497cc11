import type { Amendment, Edition } from '../session/play/play-options.ts';
import { readEdition } from '../session/play/ruleset-sources.ts';
import type { TriedMove, Task } from '../promises/moves.ts';
import type { MovePlayed } from '../promises/replay.ts';
import type { Progress } from '../promises/search.ts';
import { SandboxError, SandboxLostError, TRIAL_LIMITS } from '../sandbox/host.ts';
import { type Runner, Sandbox } from '../sandbox/sandbox.ts';
import { coursesOf } from '../wording/courses.ts';
import { RehearsalRoom } from './rehearsal-room.ts';
import { changesToTry, stringsIn, touchedRules, rulesIn, wordsOfMatters } from './sketch-changes.ts';

export type SearchedGame = Pick<Amendment, 'before' | 'after' | 'state' | 'at' | 'ledger' | 'caches'>;
type Promised = Pick<Task, 'kind' | 'players'> & { readonly hours?: number };

/** A way that breaks a promise. */
interface WayFound {
  readonly moves: readonly TriedMove[];
  readonly at: readonly string[];
  readonly why: string;
  /** True if the earlier rules would have led there too. */
  readonly wasSoBefore: boolean;
  /** True if it begins in a small game rather than in the present one. */
  readonly isSmall: boolean;
}

/** The result of a search: a way, or how thoroughly one was searched for. */
export interface Searched {
  /** Null if no way was found. */
  readonly way: WayFound | null;
  /** An action that didn't finish, which ended the search. It would be refused in play, and breaks nothing. */
  readonly unfinished?: { readonly move: TriedMove; readonly why: string };
  readonly states: number;
  readonly tries: number;
}

/** The numbers of states and moves after which a search gives up. */
export type Effort = Task['most'];
/** The effort for a matter before people vote on it. */
export const WHOLE: Effort = { states: 900, tries: 1200 };
/** The effort for a quick answer within a second or two. It tries everything that can be done at once. */
export const SHORT: Effort = { states: 120, tries: 200 };

/** One in so many of the moves is spent on a small game. */
const SMALL_PART = 4;
/** How many moves go into a call of the sandbox. Each call takes about the same number of steps, so that all together take less than a minute. */
const MOVES_A_CALL = 4;
/** The most replays by which a way is made shorter. */
const MOST_REPLAYS = 60;
/** The most steps for that, as a sandbox counts them. */
const MOST_POLLS = 10_000;

/**
 * Searches for a way in which these rules lead to a state that breaks a promise: first from the present game, then with a part of the
 * effort from a small one.
 */
export function searchPromise(game: SearchedGame, promised: Promised, effort: Effort = WHOLE): Searched {
  const present = searchFrom(game, { promised, effort, isSmall: false });
  if (present.way !== null || present.unfinished !== undefined) return present;
  const part = { states: effort.states / SMALL_PART, tries: effort.tries / SMALL_PART };
  const small = searchFrom(game, { promised, effort: part, isSmall: true });
  const { states, tries } = present;
  return { ...small, states: states + small.states, tries: tries + small.tries };
}

interface Wanted {
  readonly promised: Promised;
  readonly effort: Effort;
  readonly isSmall: boolean;
}

function searchFrom(game: SearchedGame, wanted: Wanted): Searched {
  return RehearsalRoom.use(game, (room) => {
    const { sandbox, task: asked, why: whyNot } = prepare(room, game, wanted);
    const { end, states, tries, outs, ...found } =
      sandbox === null ? ({ ...NOT_BEGUN, end: 'found', why: whyNot } as const) : search(sandbox, asked);
    const task = { ...asked, outs };
    const [move] = found.isActing ? found.moves.slice(-1) : [];
    if (end !== 'found')
      return { way: null, states, tries, ...(move && { unfinished: { move, why: found.why } }) };
    const isOver = sandbox === null || sandbox.dead;
    const short = isOver ? found.moves : shrunk(sandbox, task, found.moves, game.caches.sandboxes.work);
    // Some other matter may still pass on the last days.
    for (const moves of isOver ? [short] : [short, aMonthLater(short), found.moves]) {
      const replayed = replayedAfresh(game, task, moves);
      // That the rules don't finish breaks no other promise.
      if (replayed === null || (replayed.isStuck && task.kind !== 'changeable')) continue;
      const { at, isStuck } = replayed;
      const wasSoBefore = !isStuck && game.before !== game.after && isStuckBefore(game, task, moves);
      const { why } = found;
      return { way: { moves, at, why, wasSoBefore, isSmall: wanted.isSmall }, states, tries };
    }
    // A way that can't be reproduced isn't reported.
    return { way: null, states, tries };
  });
}

/** Makes the moves of a way in a new sandbox. Null if they are impossible there. */
export function playWay(
  game: SearchedGame,
  promised: Promised,
  { moves, isSmall }: Pick<WayFound, 'moves' | 'isSmall'>,
): readonly MovePlayed[] | null {
  return inNewSandbox(game, (room) => {
    const { sandbox, task } = prepare(room, game, { promised, effort: SHORT, isSmall });
    return sandbox === null ? [] : sandbox.searchReplay(task, moves);
  });
}

function inNewSandbox<T>(game: SearchedGame, run: (room: RehearsalRoom) => T): T {
  const { sandboxes, runner } = game.caches;
  const another = runner ?? ((host) => Sandbox.another(host, sandboxes, TRIAL_LIMITS));
  return RehearsalRoom.use(game, run, another);
}

interface Prepared {
  readonly task: Task;
  /** Null if the rules can't be put in force. */
  readonly sandbox: Runner | null;
  readonly why: string;
}

function prepare(room: RehearsalRoom, game: SearchedGame, { promised, effort, isSmall }: Wanted): Prepared {
  const { before, after, state, at } = game;
  const ruled = room.under(after);
  const touched = before === after ? [] : touchedRules(before.files, after.files);
  const usual = touched.length > 0 ? touched : rulesIn(after.files).slice(0, 1);
  const task: Task = {
    at,
    kind: promised.kind,
    hours: promised.hours ?? 0,
    players: promised.players,
    isSmall,
    most: effort,
    ways: [],
    words: wordsOfMatters(game).words,
    changes: changesToTry(after.files, usual, { state: { ...state, posts: {} } }).slice(0, 2),
    rules: touched,
    constants: constantsIn(before, after, game),
  };
  if (typeof ruled === 'string') return { task, sandbox: null, why: ruled };
  const { sandbox } = ruled;
  sandbox.clear();
  sandbox.load(state);
  return { task: { ...task, ways: coursesOf(sandbox, ruled.model(), at) }, sandbox, why: '' };
}

const NOT_BEGUN = { isProbing: false, isActing: false, moves: [], outs: [], states: 0, tries: 0 } as const;

function search(sandbox: Runner, task: Task): Progress {
  let progress: Progress | null = null;
  try {
    progress = sandbox.searchBegin(task);
    const most = task.most.tries / MOVES_A_CALL;
    for (let calls = 0; progress.end === null && calls < 2 * most; calls++) {
      // A state that looks stuck is worth some more.
      if (calls >= most && !progress.isProbing) break;
      progress = sandbox.searchOn();
    }
    return progress;
  } catch (error) {
    if (!(error instanceof SandboxError) || sandbox.dead) throw error;
    const last = progress === null ? NOT_BEGUN : sandbox.searchEnd();
    return { ...last, end: last.isActing ? 'nothing' : 'found', why: error.message };
  }
}

/** The moves without those that make no difference, with each row of the same move and each wait as short as possible. */
function shrunk(
  sandbox: Runner,
  task: Task,
  whole: readonly TriedMove[],
  work: { readonly polls: number },
): readonly TriedMove[] {
  const last = work.polls + MOST_POLLS;
  let moves = whole;
  let replays = 0;
  /** Tries none, and then by halves. */
  const fewest = (all: number, put: (count: number) => readonly TriedMove[]): void => {
    let [few, enough] = [-1, all];
    while (enough - few > 1 && replays++ < MOST_REPLAYS && work.polls < last) {
      const count = few < 0 ? 0 : Math.floor((few + enough) / 2);
      const fewer = put(count);
      sandbox.rewind();
      const isEnough = sandbox.searchReplay(task, fewer) !== null && sandbox.searchChanges() !== true;
      if (isEnough) [moves, enough] = [fewer, count];
      else few = count;
    }
  };
  try {
    for (let end = whole.length; end > 0;) {
      const [same, last] = [moves, moves[end - 1]];
      if (last === undefined) break;
      const start =
        same.slice(0, end).findLastIndex((move) => JSON.stringify(move) !== JSON.stringify(last)) + 1;
      fewest(end - start, (count) => same.toSpliced(start + count, end - start - count));
      const left = moves;
      if (last.do === 'wait' && left[start] === last)
        fewest(last.hours / 24, (days) => left.with(start, { do: 'wait', hours: days * 24 }));
      end = start;
    }
  } catch (error) {
    // A decision with too many steps can't be examined.
    if (!(error instanceof SandboxError)) throw error;
  }
  return moves;
}

function aMonthLater(moves: readonly TriedMove[]): readonly TriedMove[] {
  return moves.map((move) => (move.do === 'wait' ? { ...move, hours: move.hours + 31 * 24 } : move));
}

/** True if the same moves break the promise under the earlier rules. */
function isStuckBefore(game: SearchedGame, task: Task, moves: readonly TriedMove[]): boolean {
  const before = { ...game, after: game.before };
  const rules = rulesIn(game.before.files).slice(0, 1);
  const changes = changesToTry(game.before.files, rules, { state: { ...game.state, posts: {} } }).slice(0, 2);
  return replayedAfresh(before, { ...task, changes }, moves) !== null;
}

/** Makes the moves in a new sandbox, and returns the time of each, or that the rules don't finish. Null if the promise is kept after them. */
function replayedAfresh(
  game: SearchedGame,
  task: Task,
  moves: readonly TriedMove[],
): { readonly at: readonly string[]; readonly isStuck: boolean } | null {
  try {
    return inNewSandbox(game, (room) => {
      const ruled = room.under(game.after);
      if (typeof ruled === 'string') return { at: [], isStuck: true };
      ruled.sandbox.load(game.state);
      const made = ruled.sandbox.searchReplay(task, moves);
      if (made === null) return null;
      let changes: boolean | null;
      do changes = ruled.sandbox.searchChanges();
      while (changes === false);
      return changes === null ? { at: made.map(({ at }) => at), isStuck: false } : null;
    });
  } catch (error) {
    const isLate = error instanceof SandboxLostError && error.code === 'out-of-patience';
    if (!(error instanceof SandboxError) && !isLate) throw error;
    // One move takes hundreds of times as long as usual, and as the game grows, in the end too long.
    return { at: moves.map(() => game.at), isStuck: true };
  }
}

/** Words and numbers in changed clauses and tables, since rules may compare people's input with them. */
function constantsIn(
  before: Edition,
  after: Edition,
  { caches }: SearchedGame,
): readonly (string | number)[] {
  const clausesOf = (edition: Edition): ReadonlyMap<string, string> =>
    new Map([
      ...[...edition.files].filter(([path]) => path.endsWith('.ts')),
      ...readEdition(edition, caches).tables,
    ]);
  const known = clausesOf(before);
  const texts = [...clausesOf(after)].flatMap(([path, text]) => (known.get(path) === text ? [] : [text]));
  const all = texts.flatMap((text) => [
    ...stringsIn(text),
    ...[...text.matchAll(/\b\d{1,7}\b/gu)].map(([digits]) => Number(digits)),
  ]);
  return [...new Set(all)].slice(0, 30);
}
