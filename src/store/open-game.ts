import type { Caches } from '../cache/caches.ts';
import { DEFAULT_LIMITS, TRIAL_LIMITS, type Limits } from '../sandbox/host.ts';
import { showConflict } from '../ruleset/merge/conflict.ts';
import { mergeTree } from '../ruleset/merge/merge-tree.ts';
import { describeProblem } from '../ruleset/problem.ts';
import { Play } from '../play/play.ts';
import { FORMAT, readFormat } from './formats/migrations.ts';
import type { ContentFiles } from './paths.ts';
import { joinState, type PrivateValues } from '../play/private-values.ts';
import { readGame, type GameRead } from './read-game.ts';
import { Resolutions } from './post-files.ts';
import { type DrawFrom, GameDraws, type Seeds } from '../play/draws.ts';
import { wordingIn } from '../language/wording.ts';
import { languageOf } from './read-language.ts';
import { UnplayableError } from '../play/unplayable-error.ts';
import type { LedgerLine } from '../play/ledger-line.ts';
import type { Merge, PlayOptions, RehearseRules } from '../play/play-options.ts';

export interface StoredGameOptions {
  /** Private values, if this process may have them. */
  readonly hidden?: PrivateValues;
  readonly seeds?: Seeds;
  /** Draws to use instead of those from the seeds. */
  readonly draw?: DrawFrom;
  /** True for a copy in which something is tried. */
  readonly trial?: boolean;
  /** The time limit for one question to the rules. Tests use a shorter one. */
  readonly patienceMs?: number | undefined;
  /** Checks whether a game could continue under other rules, before these come into force. */
  readonly rehearse?: RehearseRules;
  /** Runs the rules. By default, a sandbox. */
  readonly runner?: PlayOptions['runner'];
  /** The same rules, already loaded, if the game was created just now. */
  readonly opened?: Opened;
  readonly caches?: Caches | undefined;
  /** Replays the game by the rules of privacy of its first format. */
  readonly privacy?: PlayOptions['privacy'];
}

/** Rules that are loaded already. Their game then gets the state from the files. */
export interface Opened {
  readonly play: Play;
  readonly resolutions: Resolutions;
  /** The source of its dice. */
  readonly draws: GameDraws;
}

export interface OpenGame {
  readonly play: Play;
  /** The game's current files. Code that continues the game updates this. */
  read: GameRead;
  readonly draws: GameDraws;
  readonly resolutions: Resolutions;
}

/** Loads the rules of a game and gives them its state. Throws `UnplayableError` with all problems. */
export async function openGame(
  files: ContentFiles,
  {
    hidden,
    seeds = {},
    draw,
    trial = false,
    patienceMs,
    opened,
    rehearse,
    runner,
    caches,
    privacy,
  }: StoredGameOptions = {},
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
  const resolutions = new Resolutions();
  const starting = Play.start({
    files: read.ruleset,
    terms: read.terms,
    state,
    ledger: [...read.ledger] as LedgerLine[],
    draw: (question) => draws.draw(question),
    ...limitsOf(read.game, trial, patienceMs),
    merge: resolutions.over(mergeRuleFile),
    rehearse,
    trial,
    ...(runner === undefined ? {} : { runner }),
    caches,
    privacy,
  });
  const play = await starting.catch((error: unknown) => {
    throw error instanceof UnplayableError && readFormat(files) < FORMAT ? older(error) : error;
  });
  play.wording = wording;
  return { play, read, draws, resolutions };
}

function older({ problems }: UnplayableError): UnplayableError {
  return new UnplayableError(
    problems,
    'These rules are an older engine’s. Run `gitnomic upgrade`, which rewrites them for this one; what was played before can be played again only by that engine.',
  );
}

/** Returns the cached files of a game if they have been read already. */
export function readOnce(files: ContentFiles, caches: Caches | undefined): GameRead {
  return caches === undefined ? readGame(files) : caches.once(files, 'game', () => readGame(files, caches));
}

/** The limits that the game sets for its rules, instead of the engine's own. */
function limitsOf(
  { sandbox = {} }: GameRead['game'],
  trial: boolean,
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

/** Merges two changes of a file sentence by sentence. A conflict shows both. */
export const mergeRuleFile: Merge = (path, base, ours, theirs) => {
  const tree = (text: string | null): ReadonlyMap<string, string> =>
    new Map(text === null ? [] : [[path, text]]);
  const { files, conflicts } = mergeTree(tree(base), tree(ours), tree(theirs));
  if (conflicts.length === 0) return { ok: true, text: files.get(path) ?? null };
  return {
    ok: false,
    conflict: conflicts.map((one) => `${one.path}: ${showConflict(one, 'in force', 'proposed')}`).join('\n'),
  };
};

/** The hash of the dice's seed, as published in game.yml. */
function hashOfDice({ dice }: GameRead['game']): string | undefined {
  return dice?.source === 'committed' ? dice.hash : undefined;
}
