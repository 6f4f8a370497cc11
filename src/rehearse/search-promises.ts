import type { Amendment, Edition } from '../play/play-options.ts';
import type { TriedMove, Task } from '../promises/moves.ts';
import type { Progress } from '../promises/search.ts';
import { SandboxError } from '../sandbox/host.ts';
import { type Runner, Sandbox } from '../sandbox/sandbox.ts';
import { coursesOf } from './courses.ts';
import { RehearsalRoom } from './rehearsal-room.ts';
import { changesToTry, touchedRules, rulesIn, wordsOfMatters } from './sketch-changes.ts';

export type SearchedGame = Pick<Amendment, 'before' | 'after' | 'state' | 'at' | 'ledger' | 'caches'>;
type Promised = Pick<Task, 'hours' | 'players'>;

/** The result of a search: a way to a frozen game, or how thoroughly it was searched for. */
export interface Searched {
  /** Null if no way was found. */
  readonly way: {
    readonly moves: readonly TriedMove[];
    readonly at: readonly string[];
    readonly why: string;
    /** True if the earlier rules would have led there too. */
    readonly wasSoBefore: boolean;
  } | null;
  readonly states: number;
  readonly tries: number;
}

/** The numbers of states and moves after which a search gives up. */
export type Effort = Task['most'];
/** The effort for a matter before people vote on it. */
export const WHOLE: Effort = { states: 600, tries: 800 };
/** The effort for a quick answer within a second or two. It tries everything that can be done at once. */
export const SHORT: Effort = { states: 100, tries: 200 };

/** The most calls of the sandbox for one search. Each takes about the same number of steps. */
const MOST_CALLS = 2_000;
/** The most replays by which a way is made shorter. */
const MOST_REPLAYS = 60;

/** Searches for a way in which these rules lead to a state from which nobody could change any rule in time. */
export function searchStandstill(game: SearchedGame, promised: Promised, effort: Effort = WHOLE): Searched {
  const room = new RehearsalRoom(game);
  try {
    const { progress, task, sandbox } = searchIn(room, game, promised, effort);
    const { end, states, tries } = progress;
    if (end !== 'found') return { way: null, states, tries };
    const whole = progress.moves;
    const ways = sandbox === null || sandbox.dead ? [whole] : [shrunk(sandbox, task, whole), whole];
    for (const moves of ways) {
      const at = replayedAfresh(game, task, moves);
      if (at === null) continue;
      const wasSoBefore = game.before !== game.after && isStuckBefore(game, task, moves);
      return { way: { moves, at, why: progress.why, wasSoBefore }, states, tries };
    }
    // A way that can't be reproduced isn't reported.
    return { way: null, states, tries };
  } finally {
    room.leave();
  }
}

interface SearchedIn {
  readonly progress: Progress;
  readonly task: Task;
  /** Null if the rules can't be put in force. */
  readonly sandbox: Runner | null;
}

function searchIn(
  room: RehearsalRoom,
  game: SearchedGame,
  { hours, players }: Promised,
  most: Effort,
): SearchedIn {
  const { before, after, state, at } = game;
  const ruled = room.under(after);
  const touched = before === after ? [] : touchedRules(before.files, after.files);
  const usual = touched.length > 0 ? touched : rulesIn(after.files).slice(0, 1);
  const task: Task = {
    at,
    hours,
    players,
    most,
    ways: [],
    words: wordsOfMatters(game).words,
    changes: changesToTry(after.files, usual, { state: { ...state, posts: {} } }).slice(0, 2),
    rules: touched,
    constants: constantsIn(before, after),
  };
  if (typeof ruled === 'string')
    return { progress: { end: 'found', moves: [], why: ruled, states: 0, tries: 0 }, task, sandbox: null };
  const { sandbox } = ruled;
  sandbox.clear();
  sandbox.load(state);
  const ways = coursesOf(sandbox, ruled.model(), at);
  return { ...search(sandbox, { ...task, ways }), sandbox };
}

function search(sandbox: Runner, task: Task): Pick<SearchedIn, 'progress' | 'task'> {
  let progress = sandbox.searchBegin(task);
  try {
    for (let calls = 0; progress.end === null && calls < MOST_CALLS; calls++) progress = sandbox.searchOn();
  } catch (error) {
    if (!(error instanceof SandboxError) || sandbox.dead) throw error;
    progress = { ...sandbox.searchEnd(), end: 'found', why: error.message };
  }
  return { progress, task };
}

/** The moves without those that make no difference, with each row of the same move as short as possible. */
function shrunk(sandbox: Runner, task: Task, whole: readonly TriedMove[]): readonly TriedMove[] {
  let moves = whole;
  let replays = 0;
  const isEnough = (fewer: readonly TriedMove[]): boolean => {
    replays++;
    sandbox.rewind();
    const { at, isChanged } = sandbox.searchReplay(task, fewer, 0);
    return at !== null && !isChanged;
  };
  try {
    for (let end = whole.length; end > 0 && replays < MOST_REPLAYS;) {
      const last = JSON.stringify(moves[end - 1]);
      const start = moves.slice(0, end).findLastIndex((move) => JSON.stringify(move) !== last) + 1;
      // As many as are too few, and as many as are enough.
      let [few, enough] = [-1, end - start];
      while (enough - few > 1 && replays < MOST_REPLAYS) {
        const tried = few < 0 ? 0 : Math.floor((few + enough) / 2);
        if (isEnough(moves.toSpliced(start + tried, end - start - tried))) enough = tried;
        else few = tried;
      }
      moves = moves.toSpliced(start + enough, end - start - enough);
      end = start;
    }
  } catch (error) {
    // A decision with too many steps can't be examined.
    if (!(error instanceof SandboxError)) throw error;
  }
  return moves;
}

/** True if the same moves freeze the game under the earlier rules. */
function isStuckBefore(game: SearchedGame, task: Task, moves: readonly TriedMove[]): boolean {
  const before = { ...game, after: game.before };
  const rules = rulesIn(game.before.files).slice(0, 1);
  const changes = changesToTry(game.before.files, rules, { state: { ...game.state, posts: {} } }).slice(0, 2);
  return replayedAfresh(before, { ...task, changes }, moves) !== null;
}

/** Makes the moves in a new sandbox, and returns the time of each. Null if rules could still be changed afterwards. */
function replayedAfresh(
  game: SearchedGame,
  task: Task,
  moves: readonly TriedMove[],
): readonly string[] | null {
  const { sandboxes } = game.caches;
  const room = new RehearsalRoom(game, (host) => Sandbox.another(host, sandboxes));
  try {
    const ruled = room.under(game.after);
    if (typeof ruled === 'string') return [];
    ruled.sandbox.load(game.state);
    for (let probe = 0; ; probe++) {
      const { at, isChanged, isLast } = ruled.sandbox.searchReplay(task, moves, probe);
      if (at === null || isChanged) return null;
      if (isLast) return at;
      ruled.sandbox.rewind();
    }
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    // The rules don't finish even in play, which allows many times as many steps.
    return moves.map(() => game.at);
  } finally {
    room.leave();
  }
}

/** Words and numbers in changed clauses, since rules may compare people's input with them. */
function constantsIn(before: Edition, after: Edition): readonly (string | number)[] {
  const texts = rulesIn(after.files).flatMap((rule) => {
    const path = `${rule}.ts`;
    const text = after.files.get(path);
    return text === undefined || before.files.get(path) === text ? [] : [text];
  });
  const all = texts.flatMap((text) => [
    ...[...text.matchAll(/(['"`])([^'"`\n$]{2,60})\1/gu)].map(([, , word = '']) => word),
    ...[...text.matchAll(/\b\d{1,7}\b/gu)].map(([digits]) => Number(digits)),
  ]);
  return [...new Set(all)].filter((one) => one !== 'gitnomic/rules').slice(0, 30);
}
