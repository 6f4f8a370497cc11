import type { Caches } from '../../cache/caches.ts';
import { openGame } from '../../store/open-game.ts';
import { type ContentFiles, RULESET } from '../../store/paths.ts';
import { readGame, type GameRead } from '../../store/read-game.ts';
import { rulesThatAreMissing } from '../../play/must-have.ts';
import { UnplayableError } from '../../play/unplayable-error.ts';
import { canCheckTypes, checkTypes, NoCompilerError } from '../types/check-types.ts';
import type { Problem } from '../../ruleset/problem.ts';
import { readRuleset } from '../../ruleset/read.ts';
import { findMissingText } from './find-missing-text.ts';
import { whereStored } from './where.ts';
import { readLibrary } from '../../store/library.ts';
import { exceptionsIn, findDrift } from './find-drift.ts';
import { findIllegalValues, findOrphans, findUnheard } from './lint-rules.ts';

export interface LintFinding {
  readonly code: string;
  readonly what: string;
  readonly where?: string;
  readonly expected?: string;
  readonly next?: string;
}

export interface Found {
  readonly problems: readonly LintFinding[];
  /** Worth a look, and no mistake for sure. */
  readonly notes: readonly LintFinding[];
}

/** Looks for everything that is wrong with a game: first what can't be read, then what its rules make of it. */
export async function lintGame(files: ContentFiles, caches?: Caches): Promise<Found> {
  const read = readGame(files, caches);
  const { manifest, problems } = readRuleset(read.ruleset, read.terms, caches);
  const unread = [
    ...read.problems,
    ...problems.map((problem) => ({ ...problem, file: `${RULESET}${problem.file}` })),
  ];
  if (unread.length > 0) return { problems: unread.map(describeUnread), notes: [] };
  const missing = findMissingText(read.ruleset, manifest).map(inRuleset);
  try {
    const { problems: others, notes } = await lintPlayable(files, read, caches);
    return { problems: [...missing, ...others], notes };
  } catch (error) {
    if (!(error instanceof UnplayableError)) throw error;
    // What stops a rule from loading may be among what was found without running it.
    const unplayable = error.problems
      .map((problem) => describeUnplayable(error.code, problem))
      .filter(({ what }) => !missing.some((known) => known.what.endsWith(what) || isAbout(known.code, what)));
    return { problems: [...missing, ...unplayable], notes: [] };
  }
}

/** A file that is not there is named by who imports it; the sandbox only knows that there is none. */
function isAbout(code: string, what: string): boolean {
  return code === 'no-file' && what.startsWith('there is no file');
}

/** `core/votes.ts:12: fails` → where, and what */
function describeUnplayable(code: string, problem: string): LintFinding {
  const { file, rest } = /^(?<file>[\w./-]+\.(?:ts|md)(?::\d+)?): (?<rest>[^]*)$/.exec(problem)?.groups ?? {};
  return file === undefined || rest === undefined
    ? { code, what: problem }
    : { code, what: rest, where: `${RULESET}${file}` };
}

function inRuleset<T extends { readonly where: string }>(problem: T): T {
  return { ...problem, where: `${RULESET}${problem.where}` };
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

async function lintPlayable(files: ContentFiles, read: GameRead, caches?: Caches): Promise<Found> {
  const { play } = await openGame(files, { caches });
  const model = play.sandbox.describe();
  const carried = trackedIn(play.state());
  play.dispose();
  const typed = canCheckTypes();
  const types = typed ? await checkTypes(read.ruleset, model) : [];
  return {
    problems: [
      ...rulesThatAreMissing(model).map((what) => ({
        code: 'rule-missing',
        what: `The game could not go on: ${what}.`,
      })),
      ...types.map(({ file, line, message }) => ({
        code: 'clause-types',
        what: message,
        where: `${RULESET}${file}:${line}`,
      })),
      ...findUnheard(read.ruleset, model).map(inRuleset),
      ...(read.state === null
        ? []
        : findIllegalValues(trackedIn(read.state), carried).map((problem) => ({
            ...problem,
            where: whereStored(files, problem.where),
          }))),
    ],
    notes: [
      ...[
        ...findOrphans(read.ruleset, model),
        ...findDrift(read.ruleset, readRuleset(read.ruleset).manifest, exceptionsIn(readLibrary())),
      ].map(inRuleset),
      ...(typed ? [] : [{ code: 'no-compiler', what: new NoCompilerError().message, where: RULESET }]),
    ],
  };
}

function trackedIn({ players, things, game, dynasty }: NonNullable<GameRead['state']>): object {
  return { players, ...things, game, dynasty };
}
