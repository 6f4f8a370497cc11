import type { Caches } from '../../cache/caches.ts';
import { FORMAT_FILE, inThisFormat } from '../../store/formats/migrations.ts';
import { openGame } from '../../session/play/open-game.ts';
import { type ContentFiles, RULESET } from '../../store/paths.ts';
import { readGame, type GameRead } from '../../store/read-game.ts';
import { failingViews } from '../../session/ask/views-shown.ts';
import { toTime } from '../../kernel/time.ts';
import { UnplayableError } from '../../session/play/unplayable-error.ts';
import { reasonOfError } from '../../session/play/aborted-calls.ts';
import { classifyError } from '../../sandbox/fault.ts';
import type { Problem } from '../../ruleset/problem.ts';
import { readRuleset } from '../../ruleset/read.ts';
import {
  checksOfPlay,
  checksOfText,
  type LintCheck,
  type PlayableGame,
  type ReadableGame,
} from './checks.ts';
import type { LintFinding } from './lint-rules.ts';

export interface Found {
  readonly problems: readonly LintFinding[];
  /** Findings that are worth a look but not certainly mistakes. */
  readonly notes: readonly LintFinding[];
}

/** Finds everything that is wrong with a game, starting with unreadable files. */
export async function lintGame(given: ContentFiles, caches?: Caches): Promise<Found> {
  const files = inThisFormat(given);
  if (files === given) return lintFiles(files, caches);
  const { problems, notes } = await lintFiles(files, caches);
  const what = 'The game is in an older format: `gitnomic upgrade` changes it, and the next tick does too';
  return { problems, notes: [{ code: 'older-format', what, where: FORMAT_FILE }, ...notes] };
}

async function lintFiles(files: ContentFiles, caches?: Caches): Promise<Found> {
  const read = readGame(files, caches);
  const { manifest, problems } = readRuleset(read.ruleset, read.terms, caches);
  const unread = [
    ...read.problems,
    ...problems.map((problem) => ({ ...problem, file: `${RULESET}${problem.file}` })),
  ];
  if (unread.length > 0) return { problems: unread.map(describeUnread), notes: [] };
  const game = { files, read, manifest, answers: caches?.lasting };
  const { problems: missing } = await findAll(checksOfText, game);
  try {
    const { problems: others, notes } = await findAll(checksOfPlay, await inForce(game, caches));
    return { problems: [...missing, ...others], notes };
  } catch (error) {
    const fault = classifyError(error);
    if (fault === 'surroundings') throw error;
    if (!(error instanceof UnplayableError))
      return { problems: [...missing, describeUnplayable(`${fault}-fail`, reasonOfError(error))], notes: [] };
    // The problems found without running the rule may already contain the reason why it can't load.
    const unplayable = error.problems
      .map((problem) => describeUnplayable(error.code, problem))
      .filter(({ what }) => !missing.some((known) => known.what.endsWith(what) || isAbout(known.code, what)));
    return { problems: [...missing, ...unplayable], notes: [] };
  }
}

/** The sandbox only knows that a file is missing; these problems name the file that imports it. */
function isAbout(code: string, what: string): boolean {
  return code === 'no-file' && what.startsWith('there is no file');
}

/** `core/votes.ts:12: fails` and `it was stopped at core/votes.ts:12` → the place, and the problem */
function describeUnplayable(code: string, problem: string): LintFinding {
  const { file, rest } =
    /^(?<file>[\w./-]+\.(?:ts|md)(?::\d+)?): (?<rest>[^]*)$/.exec(problem)?.groups ??
    /^(?<rest>[^]* at (?<file>[\w./-]+\.ts:\d+))$/.exec(problem)?.groups ??
    {};
  return file === undefined || rest === undefined
    ? { code, what: problem }
    : { code, what: rest, where: `${RULESET}${file}` };
}

export function describeUnread({
  code,
  file,
  line,
  field,
  message,
  expected,
  example,
}: Problem): LintFinding {
  return {
    code,
    what: field === undefined ? message : `${field}: ${message}`,
    where: line === undefined ? file : `${file}:${line}`,
    expected,
    next: `For example: ${example}`,
  };
}

async function findAll<Game>(checks: readonly LintCheck<Game>[], game: Game): Promise<Found> {
  const found = { problem: [] as LintFinding[], note: [] as LintFinding[] };
  const all = checks.map(async ({ grade, find }) => [grade, await find(game)] as const);
  for (const [grade, findings] of await Promise.all(all)) found[grade].push(...findings);
  return { problems: found.problem, notes: found.note };
}

async function inForce(game: ReadableGame, caches: Caches | undefined): Promise<PlayableGame> {
  const { play } = await openGame(game.files, { caches });
  const { state } = game.read;
  try {
    const [model, carried] = [play.sandbox.describe(), trackedIn(play.state())];
    const views = failingViews(play, game.read.ledger.at(-1)?.at ?? toTime(Date.now()));
    return { ...game, model, carried, views, stored: state === null ? null : trackedIn(state) };
  } finally {
    play.dispose();
  }
}

function trackedIn({ players, things, game, dynasty }: NonNullable<GameRead['state']>): object {
  return { players, ...things, game, dynasty };
}
