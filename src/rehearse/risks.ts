import type { Amendment, Edition } from '../session/play/play-options.ts';
import type { State } from '../kernel/state.ts';
import { GameCopy, layIn } from './game-copy.ts';
import { letSomebodyIn } from './newcomer.ts';
import { nextId } from './play-matter.ts';
import { SandboxError, SandboxLostError } from '../sandbox/host.ts';
import { possibleGames, type PossibleGame } from './possible-games.ts';
import type { RehearsalRoom, Ruled } from './rehearsal-room.ts';
import { touchedRules, type Scene } from './sketch-changes.ts';
import { ofRules } from './tally.ts';
import { inARow } from '../kernel/sentence.ts';

/** An examination takes five of these, and up to a hundred where matters fail. All together take a second of processor time at most. */
const MOST_POLLS = 300;
const MOST_POLLS_OF_ONE = 600;
/** Rules that take this many times longer with many posts go through all of them repeatedly. */
const MANY_TIMES = 30;
const MANY_POLLS = 200;

interface RiskSearch {
  readonly room: RehearsalRoom;
  readonly amendment: Amendment;
  readonly scene: Scene;
  /** The game with its posts, which the amendment may not have. */
  readonly state: State;
}

/**
 * Describes how the game would freeze through further play under changed rules, if it would not under the earlier rules. The change is
 * still allowed, because this may never happen, but voters should know.
 */
export function risksOf({ room, amendment, scene, state }: RiskSearch): readonly string[] {
  const { before, after, matter, caches } = amendment;
  const ruled = room.under(after);
  const post = matter === undefined ? undefined : state.posts[matter.id];
  if (typeof ruled === 'string' || post === undefined) return [];
  const changed = [...after.files]
    .flatMap(([path, text]) => (before.files.get(path) === text ? [] : [text]))
    .join('\n');
  const { work } = caches.sandboxes;
  const last = work.polls + MOST_POLLS;
  let usual: number | null = null;
  /** The reason why nothing can be changed in this game, or that a decision takes too many steps. */
  const findRisk = (game: PossibleGame, rules: Edition, asUsual = false): Shut | null => {
    const begun = work.polls;
    const many = Math.max(MANY_POLLS, MANY_TIMES * (usual ?? MOST_POLLS_OF_ONE));
    const most = asUsual ? Math.min(MOST_POLLS_OF_ONE, many) : MOST_POLLS_OF_ONE;
    const shut = work.within(most, () => findShutOrStopped(game, room, rules, scene, asUsual));
    const took = work.polls - begun;
    usual ??= took;
    return took > most ? TOO_MANY : shut;
  };
  const say = ({ why, only }: Shut): string => {
    if (only !== null) return `nobody could change a rule except by a matter that says “${only}”`;
    return why === TOO_MANY.why ? why : `nothing could be changed any more: ${blamed(why, amendment)}`;
  };
  const possible = possibleGames({ state, at: amendment.at, model: ruled.model(), changed, matter: post });
  // Games with few more posts come first.
  const games = [...possible.slice(0, 4), ...withNewcomer(ruled, possible), ...possible.slice(4)];
  const putOff = new Set<PossibleGame>();
  for (const game of games) {
    if (work.polls > last) break;
    const begun = work.polls;
    try {
      const usually = findRisk(game, after, true);
      if (usually === null) continue;
      const then = findRisk(game, before, true);
      // What stops matters there stopped them before, so this is examined last.
      if (then?.why === usually.why && !putOff.has(game)) {
        putOff.add(game);
        games.push(game);
        continue;
      }
      if (then !== null && findRisk(game, before) !== null) continue;
      const shut = usually.isStopped === true ? usually : findRisk(game, after);
      // One way to freeze the game is enough to know.
      if (shut !== null) return [`${game.when}, ${say(shut)}`];
    } catch (error) {
      // Nothing more can be tried then. On a busy machine the clock ends a loop before its steps are counted.
      const code = error instanceof SandboxLostError && usual !== null ? error.code : '';
      const isSlow = code === 'out-of-patience' && work.polls - begun > MANY_POLLS;
      if (!isSlow && code !== 'too-much-memory' && code !== 'too-deep') throw error;
      return [`${game.when}, nothing could be changed any more: ${(error as Error).message}`];
    }
  }
  return [];
}

function withNewcomer({ sandbox, model }: Ruled, [now]: readonly PossibleGame[]): readonly PossibleGame[] {
  if (now === undefined) return [];
  layIn(sandbox, { state: now.state, values: [] });
  if (letSomebodyIn(sandbox, model(), now.at)?.refused !== null) return [];
  return [{ when: 'Once somebody has joined', state: sandbox.state(), at: now.at }];
}

/** Adds the changed rules if the reason names only others, such as a rule that uses their answer. */
export function blamed(why: string, { before, after }: Pick<Amendment, 'before' | 'after'>): string {
  const changed = touchedRules(before.files, after.files).map(
    (rule) => /^title: (.+)$/mu.exec(after.files.get(`${rule}.md`) ?? '')?.[1] ?? rule,
  );
  const isNamed = changed.length === 0 || changed.some((title) => why.includes(title));
  return isNamed ? why : `${why}; this is caused by the change of ${inARow(changed)}`;
}

interface Shut {
  readonly why: string;
  /** What a matter has to say to change a rule all the same; null if none can. */
  readonly only: string | null;
  readonly isStopped?: true;
}

const TOO_MANY: Shut = {
  why: 'a decision would take many times as many steps as now, and in the end too many',
  only: null,
  isStopped: true,
};

/** How rules are shut against change in this game, or null if they aren't. The usual ways alone take a tenth of the time. */
export function findShut(
  { state, at, again }: Pick<PossibleGame, 'state' | 'at' | 'again'>,
  room: RehearsalRoom,
  rules: Edition,
  scene: Scene,
  asUsual = false,
): Shut | null {
  const copy = GameCopy.open(room, rules, { ...scene, state, id: nextId(state) }, at);
  if (typeof copy === 'string') return { why: copy, only: null };
  const shut = findShutAt(at, copy, scene, asUsual);
  return shut === null || again === undefined || asUsual ? shut : findShutAt(again, copy, scene);
}

function findShutAt(at: string, copy: GameCopy, scene: Scene, asUsual = false): Shut | null {
  // Only if the usual ways fail is everything tried that rules may require of a matter, since that takes longer.
  const { stuck: usual } = copy.tryEach(at, ofRules(scene.changes).slice(0, 2), true);
  if (usual === null || asUsual) return usual === null ? null : { why: usual, only: null };
  const { stuck, only } = copy.tryAllOrNext(at);
  if (stuck !== null) return { why: stuck, only: null };
  return only === null ? null : { why: usual, only };
}

/** The same, or what had to be stopped. */
function findShutOrStopped(...given: Parameters<typeof findShut>): Shut | null {
  try {
    return findShut(...given);
  } catch (error) {
    if (error instanceof SandboxError) return { why: error.message, only: null, isStopped: true };
    throw error;
  }
}
