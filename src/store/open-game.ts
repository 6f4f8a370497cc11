import type { Caches } from '../cache/caches.ts';
import type { Isolation } from '../sandbox/isolation.ts';
import { DEFAULT_LIMITS, type Limits } from '../sandbox/host.ts';
import { showConflict } from '../ruleset/merge/conflict.ts';
import { mergeTree } from '../ruleset/merge/merge-tree.ts';
import { describeProblem } from '../ruleset/problem.ts';
import { Play } from '../play/play.ts';
import type { ContentFiles } from './paths.ts';
import { joinState, type PrivateValues } from '../play/private-values.ts';
import { readGame, type GameRead } from './read-game.ts';
import { Resolutions } from './resolutions.ts';
import { type DrawFrom, GameDraws, type Seeds } from '../play/draws.ts';
import { wordingIn } from '../language/wording.ts';
import { languageOf } from './read-language.ts';
import { UnplayableError } from '../play/unplayable-error.ts';
import type { LedgerLine } from '../play/ledger-line.ts';
import type { Merge, PlayOptions, RehearseRules } from '../play/play-options.ts';

export interface StoredGameOptions {
  /** Private values, where whoever runs this may have them. */
  readonly hidden?: PrivateValues;
  readonly seeds?: Seeds;
  /** The draws that are used instead of those that seeds give. */
  readonly draw?: DrawFrom;
  /** Runs the rules in a thread of their own, which is ended where counting steps can't stop it. */
  readonly isolated?: Isolation;
  /** The longest that one question to the rules may take by the wall clock; tests are less patient. */
  readonly patienceMs?: number | undefined;
  /** Says whether a game could go on under other rules, before they are in force. */
  readonly rehearse?: RehearseRules;
  /** It runs the rules; by default a sandbox does. */
  readonly runner?: PlayOptions['runner'];
  /** The same rules, in force already: whoever began the game just now had to put them in force for that. */
  readonly opened?: Opened;
  readonly caches?: Caches | undefined;
  /** The game is played again as it was played in its first format. */
  readonly privacy?: PlayOptions['privacy'];
}

/** Rules that are in force already, with what their game was started with: it is given the state that the files hold. */
export interface Opened {
  readonly play: Play;
  readonly resolutions: Resolutions;
  /** The source of its dice. */
  readonly draws: GameDraws;
}

export interface OpenGame {
  readonly play: Play;
  /** The game's files as they are by now: whoever goes on in it puts in what was decided. */
  read: GameRead;
  readonly draws: GameDraws;
  readonly resolutions: Resolutions;
}

/** Puts the rules of a game in force on its state. Throws `UnplayableError` with everything that is wrong. */
export async function openGame(
  files: ContentFiles,
  {
    hidden,
    seeds = {},
    draw,
    isolated = false,
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
  const play = await Play.start({
    files: read.ruleset,
    terms: read.terms,
    state,
    ledger: [...read.ledger] as LedgerLine[],
    draw: (question) => draws.draw(question),
    ...limitsOf(read.game, patienceMs),
    merge: resolutions.over(mergeRuleFile),
    rehearse,
    isolated,
    ...(runner === undefined ? {} : { runner }),
    caches,
    privacy,
  });
  play.wording = wording;
  return { play, read, draws, resolutions };
}

/** The files of a game that is opened were read already, to know what else there is to decide on. */
export function readOnce(files: ContentFiles, caches: Caches | undefined): GameRead {
  return caches === undefined ? readGame(files) : caches.once(files, 'game', () => readGame(files, caches));
}

/** The bounds that the game sets its rules, over the engine's own. */
function limitsOf({ sandbox }: GameRead['game'], patienceMs?: number): { readonly limits?: Limits } {
  if (sandbox === undefined && patienceMs === undefined) return {};
  const { steps, 'memory-mb': megabytes } = sandbox ?? {};
  return {
    limits: {
      ...DEFAULT_LIMITS,
      ...(patienceMs === undefined ? {} : { patienceMs }),
      ...(steps === undefined ? {} : { polls: steps }),
      ...(megabytes === undefined ? {} : { memoryBytes: megabytes * 1024 * 1024 }),
    },
  };
}

/** Two changes of one file, sentence by sentence; where they disagree, both are shown. */
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

/** The hash of the dice's seed that game.yml publishes. */
function hashOfDice({ dice }: GameRead['game']): string | undefined {
  return dice?.source === 'committed' ? dice.hash : undefined;
}
