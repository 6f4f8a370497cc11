import { describe } from '../kernel/matter-changes.ts';
import type { Amendment, Edition, RulesRehearsal, RehearseRules } from '../play/play-options.ts';
import { OutOfPatienceError, SandboxError } from '../sandbox/host.ts';
import { RehearsalRoom, type Another } from './rehearsal-room.ts';
import { changesToTry, touchedRules, wordsOfMatters } from './sketch-changes.ts';
import { GameCopy, type Scene, type Changeable } from './game-copy.ts';
import { toTime } from '../kernel/time.ts';

type Game = Edition & Pick<Amendment, 'state' | 'at' | 'ledger' | 'caches'>;

const GOES_ON: RulesRehearsal = { refused: null, warnings: [] };
/** Every second month of the year to come: a standstill is one that lasts from one of them to the next. */
const MONTHS_AHEAD = [2, 4, 6, 8, 10, 12];

/** Whether the game could go on under other rules and values, where it could under those that it has. */
export const rehearsalIn =
  (another?: Another): RehearseRules =>
  (amendment) => {
    const { before, after, values = [] } = amendment;
    if (values.length === 0 && isWithoutClause(before.files, after.files)) return GOES_ON;
    return inRoom(amendment, (room) => compare(room, amendment), another);
  };

export const rehearseRules = rehearsalIn();

/** Why no rule of a game as it stands could be changed any more, now or from some time on; null where one could. */
export function whyNothingChanges(game: Game): string | null {
  const scene = sceneOf({ before: game, after: game, ...game });
  return inRoom(game, (room) => ({
    refused: standstill(look(room, game, scene, game.at)),
    warnings: [],
  })).refused;
}

function inRoom(
  game: Pick<Game, 'ledger' | 'caches'>,
  run: (room: RehearsalRoom) => RulesRehearsal,
  another?: Another,
): RulesRehearsal {
  let room: RehearsalRoom | null = null;
  try {
    room = new RehearsalRoom(game, another);
    return run(room);
  } catch (error) {
    if (error instanceof OutOfPatienceError) throw error;
    if (error instanceof SandboxError) return { refused: error.message, warnings: [] };
    // What goes wrong with a rehearsal for its own reasons is no reason to stop a game.
    return { refused: null, warnings: [`could not be tried: ${(error as Error).message}`] };
  } finally {
    room?.leave();
  }
}

function compare(room: RehearsalRoom, amendment: Amendment): RulesRehearsal {
  const { before, after, at } = amendment;
  const scene = sceneOf(amendment);
  const then = look(room, after, scene, at);
  const stuck = then.now.stuck ?? standstill(then);
  const missing = scene.changes.map(describe).filter((change) => !then.now.made.has(change));
  if (stuck === null && missing.length === 0) return GOES_ON;
  const today = look(room, before, { ...scene, values: [] }, at);
  // A game that is stuck as it is can't be made worse, and what is changed may be what helps it.
  const wasStuck = then.now.stuck === null ? standstill(today) : today.now.stuck;
  if (stuck !== null && wasStuck === null)
    return { refused: `no rule could be changed any more: ${stuck}`, warnings: [] };
  const locks = missing.filter((change) => today.now.made.has(change));
  return { refused: null, warnings: locks.map((change) => `nobody could ${change} any more`) };
}

interface Looked {
  readonly now: Changeable;
  /** Why no rule could be changed at some later time, by the time; found out when it is asked for. */
  later(): readonly (readonly [string, string | null])[];
}

function look(room: RehearsalRoom, edition: Edition, scene: Scene, at: string): Looked {
  try {
    return lookAhead(GameCopy.open(room, edition, scene, at), scene, at);
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    return stuckNow(error.message, at);
  }
}

function lookAhead(copy: GameCopy | string, scene: Scene, at: string): Looked {
  if (typeof copy === 'string') return stuckNow(copy, at);
  const now = copy.tryAll(at);
  const changes = scene.changes.filter(({ verb }) => verb === 'file');
  const known = changes.filter((change) => now.made.has(describe(change))).slice(0, 1);
  return {
    now,
    later: () =>
      MONTHS_AHEAD.map((months) => {
        const moment = startOfMonth(at, months);
        return [moment, copy.tryEach(moment, known.length > 0 ? known : changes.slice(0, 2)).stuck];
      }),
  };
}

function stuckNow(stuck: string, at: string): Looked {
  return { now: { made: new Set(), stuck }, later: () => [[at, stuck]] };
}

/** Why nothing goes on from some time on. A game may rest for a month, as many do at the turn of the year. */
function standstill({ now, later }: Looked): string | null {
  const moments = later();
  const at = moments.findIndex(
    ([, stuck], place) => stuck !== null && (moments[place + 1] ?? ['', stuck])[1] !== null,
  );
  const [from = '', stuck = null] = moments[at] ?? [];
  if (stuck === null) return null;
  return at === 0 && now.stuck !== null ? now.stuck : `from ${from.slice(0, 10)} on: ${stuck}`;
}

function sceneOf({ before, after, state, values = [], matter }: Amendment): Scene {
  return {
    // Without what is pending now: only the way through is tried, not the queue.
    state: { ...state, posts: {}, submissions: {} },
    values,
    id: String(1 + Math.max(0, ...Object.keys(state.posts).map((id) => Number(/\d+$/u.exec(id)?.[0] ?? 0)))),
    words: wordsOfMatters(state, after.files, matter),
    changes: changesToTry(after.files, touchedRules(before.files, after.files), values),
  };
}

function startOfMonth(at: string, ahead: number): string {
  return toTime(Date.UTC(Number(at.slice(0, 4)), Number(at.slice(5, 7)) - 1 + ahead, 1));
}

/** Whether two trees differ in nothing but rules that no clause reads. */
function isWithoutClause(before: Edition['files'], after: Edition['files']): boolean {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].every(
    (path) =>
      before.get(path) === after.get(path) ||
      (path.startsWith('dynastic/') && path.endsWith('.md') && !after.has(`${path.slice(0, -3)}.ts`)),
  );
}
