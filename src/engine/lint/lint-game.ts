import { openGame } from '../game/open-game.ts';
import type { ContentFiles } from '../game/paths.ts';
import { readGame, type GameRead } from '../game/read-game.ts';
import { rulesThatAreMissing } from '../must-have.ts';
import { UnplayableError } from '../play.ts';
import { checkTypes } from '../types/check-types.ts';
import type { Problem } from '../../ruleset/problem.ts';
import { readRuleset } from '../../ruleset/read.ts';
import { findIllegalValues, findOrphans, findUnheard } from './lint-rules.ts';

export interface Finding {
  readonly code: string;
  readonly what: string;
  readonly where?: string;
  readonly expected?: string;
  readonly next?: string;
}

export interface Found {
  readonly problems: readonly Finding[];
  /** Worth a look, and no mistake for sure. */
  readonly notes: readonly Finding[];
}

/** Looks for everything that is wrong with a game: first what can't be read, then what its rules make of it. */
export async function lintGame(files: ContentFiles): Promise<Found> {
  const read = readGame(files);
  const unread = [
    ...read.problems,
    ...readRuleset(read.ruleset, read.terms).problems.map((problem) => ({
      ...problem,
      file: `content/ruleset/${problem.file}`,
    })),
  ];
  if (unread.length > 0) return { problems: unread.map(describeUnread), notes: [] };
  try {
    return await lintPlayable(files, read);
  } catch (error) {
    if (!(error instanceof UnplayableError)) throw error;
    return { problems: error.problems.map((what) => ({ code: error.code, what })), notes: [] };
  }
}

function describeUnread({ code, file, line, field, message, expected, example }: Problem): Finding {
  return {
    code,
    what: field === undefined ? message : `${field}: ${message}`,
    where: line === undefined ? file : `${file}:${line}`,
    expected,
    next: `For example: ${example}`,
  };
}

async function lintPlayable(files: ContentFiles, read: GameRead): Promise<Found> {
  const { play } = await openGame(files);
  const model = play.sandbox.describe();
  const carried = trackedIn(play.state());
  play.dispose();
  const types = await checkTypes(read.ruleset, model);
  return {
    problems: [
      ...rulesThatAreMissing(model).map((what) => ({
        code: 'rule-missing',
        what: `The game could not go on: ${what}.`,
      })),
      ...types.map(({ file, line, message }) => ({
        code: 'clause-types',
        what: message,
        where: `content/ruleset/${file}:${line}`,
      })),
      ...findUnheard(read.ruleset, model),
      ...(read.state === null ? [] : findIllegalValues(trackedIn(read.state), carried)),
    ],
    notes: findOrphans(read.ruleset, model),
  };
}

function trackedIn({ players, things, game, dynasty }: NonNullable<GameRead['state']>): object {
  return { players, ...things, game, dynasty };
}
