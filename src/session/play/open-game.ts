import type { Caches } from '../../cache/caches.ts';
import { DEFAULT_LIMITS, TRIAL_LIMITS, type Limits } from '../../sandbox/host.ts';
import { describeProblem } from '../../ruleset/problem.ts';
import { Play } from './play.ts';
import type { ContentFiles } from '../../store/paths.ts';
import { joinState, type PrivateValues } from '../../store/private-values.ts';
import { readGame, type GameRead } from '../../store/read-game.ts';
import { type DrawFrom, GameDraws, type Seeds } from '../chance/draws.ts';
import { wordingIn } from '../../language/wording.ts';
import { languageOf } from '../../store/read-language.ts';
import { UnplayableError } from './unplayable-error.ts';
import type { LedgerLine } from '../../store/ledger-line.ts';
import type { PlayOptions } from './play-options.ts';

export interface StoredGameOptions extends Pick<PlayOptions, 'trial' | 'rehearse' | 'runner' | 'caches'> {
  /** Private values, if this process may have them. */
  readonly hidden?: PrivateValues;
  readonly seeds?: Seeds;
  /** Draws to use instead of those from the seeds. */
  readonly draw?: DrawFrom | undefined;
  /** The time limit for one question to the rules. Tests use a shorter one. */
  readonly patienceMs?: number | undefined;
  /** The same rules, already loaded, if the game was created just now. */
  readonly opened?: Opened | undefined;
}

/** Rules that are loaded already. Their game then gets the state from the files. */
export interface Opened {
  readonly play: Play;
  /** The source of its dice. */
  readonly draws: GameDraws;
}

export interface OpenGame extends Opened {
  /** The game's current files. Code that continues the game updates this. */
  read: GameRead;
}

/** Loads the rules of a game and gives them its state. Throws `UnplayableError` with all problems. */
export async function openGame(
  files: ContentFiles,
  { hidden, seeds = {}, draw, trial, patienceMs, opened, rehearse, runner, caches }: StoredGameOptions = {},
): Promise<OpenGame> {
  const read = readOnce(files, caches);
  if (read.problems.length > 0) throw new UnplayableError(read.problems.map(describeProblem));
  const isWhole = read.state === null || hidden === undefined;
  const state = isWhole ? read.state : joinState(read.state, hidden);
  const wording = wordingIn(languageOf(files));
  if (opened !== undefined) {
    opened.play.sandbox.load(state);
    opened.play.wording = wording;
    return { ...opened, read };
  }
  const draws = new GameDraws(seeds, draw, hashOfDice(read.game) ?? null);
  const play = await Play.start({
    files: read.ruleset,
    terms: read.terms,
    state,
    ledger: [...read.ledger] as LedgerLine[],
    draw: (question) => draws.draw(question),
    ...limitsOf(read.game, trial, patienceMs),
    rehearse,
    trial,
    runner,
    caches,
  });
  play.wording = wording;
  return { play, read, draws };
}

/** Returns the cached files of a game if they have been read already. */
export function readOnce(files: ContentFiles, caches: Caches | undefined): GameRead {
  return caches === undefined ? readGame(files) : caches.once(files, 'game', () => readGame(files, caches));
}

/** The limits that the game sets for its rules, instead of the engine's own. */
function limitsOf(
  { sandbox = {} }: GameRead['game'],
  trial = false,
  patienceMs?: number,
): { readonly limits: Limits } {
  const { steps = DEFAULT_LIMITS.polls, 'memory-mb': megabytes } = sandbox;
  return {
    limits: {
      ...DEFAULT_LIMITS,
      ...(patienceMs === undefined ? {} : { patienceMs }),
      polls: trial ? Math.min(steps, TRIAL_LIMITS.polls) : steps,
      ...(megabytes === undefined ? {} : { memoryBytes: megabytes * 1024 * 1024 }),
    },
  };
}

/** The hash of the dice's seed, as published in game.yml. */
function hashOfDice({ dice }: GameRead['game']): string | undefined {
  return dice?.source === 'committed' ? dice.hash : undefined;
}
