import { describe } from '../kernel/matter-changes.ts';
import type { MatterChange, State } from '../kernel/state.ts';
import type { Amendment, Edition, RulesRehearsal, RehearseRules } from '../session/play/play-options.ts';
import { EXHAUSTED } from '../session/play/aborted-calls.ts';
import { failingClause } from '../session/play/failing-clause.ts';
import { rulesThatRun } from '../ruleset/rules-that-run.ts';
import { GOES_ON } from '../session/play/say-rehearsal.ts';
import { labelOf } from '../wording/naming.ts';
import { classifyError } from '../sandbox/fault.ts';
import { SandboxLostError, SandboxError } from '../sandbox/host.ts';
import { RULESET } from '../store/paths.ts';
import { RehearsalRoom, type Another } from './rehearsal-room.ts';
import {
  changesToTry,
  momentsNamedIn,
  rulesIn,
  rulesNamed,
  touchedRules,
  wordsAskedBy,
  wordsOfMatters,
  type Scene,
} from './sketch-changes.ts';
import { answersOf, sayOtherAnswers } from './answers.ts';
import { GameCopy } from './game-copy.ts';
import { ofRules, Tally } from './tally.ts';
import { nextId } from './play-matter.ts';
import { blamed, findShut, risksOf } from './risks.ts';
import { isWithoutClause } from './without-clause.ts';
import { toTime } from '../kernel/time.ts';

type Game = Edition & Pick<Amendment, 'state' | 'at' | 'ledger' | 'caches'>;

/** The start of each month of the coming year. A standstill lasts from one of them to the next. */
const MONTHS_AHEAD = 13;

/** Checks whether the game could go on under changed rules and values, provided that it can now. */
export const rehearsalIn =
  (another?: Another): RehearseRules =>
  (amendment) => {
    const { before, after, values = [] } = amendment;
    if (values.length === 0 && isWithoutClause(before.files, after.files)) return GOES_ON;
    return inRoom(amendment, (room) => compare(room, amendment), another);
  };

export const rehearseRules = rehearsalIn();

/** Checks whether the game can go on as it is, and which of its rules nobody could change. */
export function rehearseAsItIs(game: Game): RulesRehearsal {
  const amendment = { before: game, after: game, ...game };
  return inRoom(game, (room) => {
    const rehearseAt = (scene: Scene): RulesRehearsal => {
      const tried = tryRules(room, game, scene, amendment);
      return { ...GOES_ON, ...tried.standstill(), locks: [...locksIn(tried, scene).values()] };
    };
    const scene = sceneAsItIs(game);
    const found = rehearseAt(scene);
    const why = found.stops ?? found.freezes;
    // The rules that refuse everything may say what they ask for, and let themselves be changed.
    const rules = why === null ? [] : rulesNamed(game.files, why);
    const named = wordsAskedBy(game.files, rules);
    return named.length === 0 ? found : rehearseAt({ ...sceneAsItIs(game, rules), named });
  });
}

function sceneAsItIs(game: Game, rules = rulesIn(game.files)): Scene {
  const amendment = { before: game, after: game, ...game };
  // A past change needn't be possible again, only a next one.
  const fresh = { ...amendment, state: { ...game.state, posts: {} } };
  const over = Object.entries(game.state.posts).filter(([, { status }]) => status !== 'pending');
  return {
    ...sceneOf(amendment),
    state: { ...game.state, posts: Object.fromEntries(over), submissions: {} },
    changes: changesToTry(game.files, rules, fresh),
  };
}

/**
 * The reason why nothing can be changed any more in a game as it is now, or null. Nearly every game goes on, as one change shows; only
 * if that one can't be made is everything tried. It throws if the machine is to blame, which says nothing about the game.
 */
export function whyFrozen(game: Game): string | null {
  try {
    const scene = sceneAsItIs(game);
    const now = { state: scene.state, at: game.at };
    const quick = inRoom(game, (room) => ({
      ...GOES_ON,
      freezes: findShut(now, room, game, scene)?.why ?? null,
    }));
    // A clause that had to be stopped would be stopped again.
    if (quick.stops !== null || quick.freezes === null) return quick.stops;
    const { stops, freezes } = rehearseAsItIs(game);
    return stops ?? freezes;
  } catch (error) {
    if (!(error instanceof SandboxLostError) || !EXHAUSTED.has(error.code)) throw error;
    return error.message;
  }
}

/** Describes what changed rules answer differently, and how the game, with all its posts in `state`, could freeze later on. */
export function rehearseLater(amendment: Amendment, state: State): readonly string[] {
  const { before, after } = amendment;
  if (isWithoutClause(before.files, after.files)) return [];
  try {
    return RehearsalRoom.use(amendment, (room) => {
      const scene = sceneOf(amendment);
      // The answers are found sooner once it is known what passes.
      const risks = risksOf({ room, amendment, scene, state });
      return [...otherAnswers(room, amendment, scene), ...risks];
    });
  } catch (error) {
    // The rehearsal itself reports rules that exceed the time limit.
    if (error instanceof SandboxError || error instanceof SandboxLostError) return [];
    throw error;
  }
}

/** The values that the change sets are set before the rules are asked again. */
function otherAnswers(
  room: RehearsalRoom,
  { before, after, at }: Amendment,
  scene: Scene,
): readonly string[] {
  const [then, now] = [room.under(before), room.under(after)];
  if (typeof then === 'string' || typeof now === 'string') return [];
  const asking = { ...scene, at, words: [...scene.words, ...scene.named] satisfies Scene['words'] };
  return sayOtherAnswers(answersOf(then, { ...asking, values: [] }), answersOf(now, asking));
}

function inRoom(
  game: Pick<Game, 'ledger' | 'caches'>,
  run: (room: RehearsalRoom) => RulesRehearsal,
  another?: Another,
): RulesRehearsal {
  try {
    return RehearsalRoom.use(game, run, another);
  } catch (error) {
    // The rules may have caused the time-out, or the machine may be slow, so the caller tries again. A failure of the machine says
    // nothing about the rules either.
    if (error instanceof SandboxLostError || classifyError(error) === 'surroundings') throw error;
    if (error instanceof SandboxError) return { ...GOES_ON, stops: error.message };
    // A failure of the rehearsal itself is no reason to stop a game.
    return { ...GOES_ON, untried: (error as Error).message };
  }
}

function compare(room: RehearsalRoom, amendment: Amendment): RulesRehearsal {
  const scene = sceneOf(amendment);
  const then = tryRules(room, amendment.after, scene, amendment);
  const stuck = then.standstill();
  const locks = locksIn(then, scene);
  const { onlyBy } = then.now;
  if (stuck === null && locks.size === 0 && onlyBy === null) return GOES_ON;
  const today = tryRules(room, amendment.before, { ...scene, values: [] }, amendment);
  // A stuck game can't become worse, and these changes may be its remedy.
  if (stuck !== null) {
    if (today.standstill() !== null) return GOES_ON;
    const [stops, freezes] = [stuck.stops, stuck.freezes].map((why) => why && blamed(why, amendment));
    return { ...GOES_ON, stops: stops ?? null, freezes: freezes ?? null, failing: [...then.failing] };
  }
  const isNew = onlyBy !== null && onlyBy !== today.now.onlyBy;
  const by = labelOf(onlyBy ?? '', amendment.state.players[onlyBy ?? '']);
  return {
    ...GOES_ON,
    locks: [
      ...(isNew ? [`change a rule except by a matter of ${by}`] : []),
      ...[...locks].flatMap(([change, lock]) =>
        (change === '' ? today.now.only !== then.now.only : today.now.made.has(change)) ? [lock] : [],
      ),
    ],
  };
}

/** What could be changed under some rules. */
interface Tried {
  readonly now: Tally;
  /** The reason why nothing can be changed from some time on. It takes a while. */
  standstill(): Stops | null;
  readonly failing: Iterable<string>;
}

type Stops = Pick<RulesRehearsal, 'stops' | 'freezes'>;

/** The changes that are impossible, each with the reason; empty if all are, which is reported separately. */
function locksIn({ now }: Pick<Tried, 'now'>, { changes }: Scene): ReadonlyMap<string, string> {
  const missing = changes.filter(
    (change) => !now.made.has(describe(change)) && now.left.has(describe(change)),
  );
  const locks = missing.map((change): [string, string] => [
    describe(change),
    `${asLock(change)}: ${now.left.get(describe(change)) ?? ''}`,
  ]);
  const only = `change a rule except by a matter that says “${now.only ?? ''}”`;
  return new Map(now.stuck !== null ? [] : now.only === null ? locks : [...locks, ['', only]]);
}

/** Names a change: `repeal the rule core/votes`. */
function asLock(change: MatterChange): string {
  if (change.verb !== 'file') return describe(change);
  const rule = change.path.slice(RULESET.length).replace(/\.md$/u, '');
  return `${change.content === null ? 'repeal' : 'reword'} the rule ${rule}`;
}

function tryRules(room: RehearsalRoom, edition: Edition, scene: Scene, amendment: Amendment): Tried {
  const stopped = (stops: string, failing: readonly string[] = []): Tried => {
    const now = new Tally({ ...scene, changes: [] });
    now.refusesAll = stops;
    return { now, standstill: () => ({ stops, freezes: null }), failing };
  };
  try {
    const copy = GameCopy.open(room, edition, scene, amendment.at);
    if (typeof copy === 'string') return stopped(copy);
    const now = copy.tryAllOrNext(amendment.at);
    return { now, standstill: () => standstill(copy, now, scene, amendment), failing: copy.failing };
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    const { code, message, rule, where = '' } = error;
    const clause = failingClause({ code, reason: message, rule, where });
    return stopped(message, clause === null ? [] : rulesThatRun(clause.module, edition.files));
  }
}

/**
 * A game may rest for a month, as many do at the turn of the year, so it takes two consecutive times. Every second time is checked, and
 * the times between only next to one at which nothing can be changed.
 */
function standstill(copy: GameCopy, now: Tally, scene: Scene, amendment: Amendment): Stops | null {
  const { at } = amendment;
  const changes = ofRules(scene.changes);
  const known = changes.filter((change) => now.made.has(describe(change)));
  const wanted = (known.length > 0 ? known : changes).slice(0, 2);
  const months = Array.from({ length: MONTHS_AHEAD }, (_, month) => startOfMonth(at, month + 1));
  const moments = [...new Set([...months, ...momentsNamedIn(amendment)])].sort();
  const tried = new Map<string, Tally>();
  const then = (moment: string): Tally => {
    const tally = tried.get(moment) ?? copy.tryEach(moment, wanted, now.stuck !== null);
    tried.set(moment, tally);
    return tally;
  };
  let since = now.stuck === null ? null : { enacted: now.enacted, why: now.stuck };
  for (const [place, moment] of moments.entries()) {
    const next = place % 2 === 0 ? moments[place + 1] : undefined;
    if (since === null && next !== undefined && then(next).stuck === null) continue;
    const { stuck, enacted } = then(moment);
    if (stuck !== null && since !== null) {
      since = { enacted: since.enacted || enacted, why: since.why };
      break;
    }
    since = stuck === null ? null : { enacted, why: `from ${moment.slice(0, 10)} on: ${stuck}` };
  }
  if (since === null) return null;
  return since.enacted ? { stops: null, freezes: since.why } : { stops: since.why, freezes: null };
}

function sceneOf(amendment: Amendment): Scene {
  const { before, after, state, values = [] } = amendment;
  const touched = touchedRules(before.files, after.files);
  return {
    // Pending matters are dropped, because this is about what can be changed and not about the queue.
    state: { ...state, posts: {}, submissions: {} },
    values,
    id: nextId(state),
    ...wordsOfMatters(amendment),
    touched,
    changes: changesToTry(after.files, touched, amendment),
  };
}

function startOfMonth(at: string, ahead: number): string {
  return toTime(Date.UTC(Number(at.slice(0, 4)), Number(at.slice(5, 7)) - 1 + ahead, 1));
}
