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

/** The result of a search: a way to a standstill, or how far none was found. */
export interface Searched {
  /** Null if no way was found. */
  readonly way: {
    readonly moves: readonly TriedMove[];
    readonly at: readonly string[];
    readonly why: string;
    /** True if the rules before would have led there too. */
    readonly wasSoBefore: boolean;
  } | null;
  readonly states: number;
  readonly tries: number;
}

/** How many states a search looks at and how many moves it tries before it gives up. */
export type Effort = Task['most'];
/** Before people vote, it is searched whether a matter breaks a promise. */
export const WHOLE: Effort = { states: 600, tries: 800 };
/** For a look in passing, which takes a second or two: it tries everything that can be done at once. */
export const SHORT: Effort = { states: 100, tries: 200 };

/** A search goes on over this many calls of the sandbox at most, each of which takes about the same number of steps. */
const MOST_CALLS = 2_000;
/** Each move of a way is left out once to see whether the others are enough. */
const MOST_LEFT_OUT = 40;

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
    // A way that can't be shown again isn't told.
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

/** The moves without those that make no difference. */
function shrunk(sandbox: Runner, task: Task, whole: readonly TriedMove[]): readonly TriedMove[] {
  let moves = whole;
  try {
    for (let place = whole.length - 1, n = 0; place >= 0 && n < MOST_LEFT_OUT; place--, n++) {
      const without = moves.toSpliced(place, 1);
      sandbox.rewind();
      const { at, isChanged } = sandbox.searchReplay(task, without, 0);
      if (at !== null && !isChanged) moves = without;
    }
  } catch (error) {
    // A decision that takes too many steps can't be looked into.
    if (!(error instanceof SandboxError)) throw error;
  }
  return moves;
}

/** True if the same moves lead to a standstill under the rules before. */
function isStuckBefore(game: SearchedGame, task: Task, moves: readonly TriedMove[]): boolean {
  const before = { ...game, after: game.before };
  const rules = rulesIn(game.before.files).slice(0, 1);
  const changes = changesToTry(game.before.files, rules, { state: { ...game.state, posts: {} } }).slice(0, 2);
  return replayedAfresh(before, { ...task, changes }, moves) !== null;
}

/** Makes the moves in a fresh sandbox. When each was made, or null if rules could still be changed after them. */
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
    // Even in play, with many times as many steps, the rules don't come to an end.
    return moves.map(() => game.at);
  } finally {
    room.leave();
  }
}

/** Words and numbers of changed clauses, to which their rules may compare what people write. */
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
