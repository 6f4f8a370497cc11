import type { Caches } from '../cache/caches.ts';
import type { Isolation } from '../sandbox/isolation.ts';
import { Play } from '../play/play.ts';
import { UnplayableError } from '../play/unplayable-error.ts';
import { rulesThatAreMissing } from '../play/must-have.ts';
import { canCheckTypes, checkTypes } from './types/check-types.ts';
import { RULESET, type ContentFiles } from '../store/paths.ts';
import { readGame } from '../store/read-game.ts';
import { describeProblem } from '../ruleset/problem.ts';
import { readRuleset } from '../ruleset/read.ts';
import { isTheSameToClauses } from './without-clause.ts';
import { applyChanges } from '../store/write-game.ts';

/**
 * Reports the problems that these changes would cause if they came into force unaltered, by trying them in a
 * throwaway game.
 */
export async function tryChanges(
  content: ContentFiles,
  changes: ReadonlyMap<string, string | null>,
  { isolated = false, caches }: { readonly isolated?: Isolation; readonly caches?: Caches | undefined } = {},
): Promise<readonly string[]> {
  if (![...changes.keys()].some((path) => path.startsWith(RULESET))) return [];
  const { ruleset, terms, state } = readGame(applyChanges(content, changes), caches);
  const now = readGame(content, caches);
  // The files only have to be readable, because everything that the rules' clauses define stays the same.
  if (isTheSameToClauses({ files: now.ruleset, terms: now.terms }, { files: ruleset, terms }))
    return readRuleset(ruleset, terms, caches).problems.map(describeProblem);
  const draw = (): never => {
    throw new Error('nothing is drawn while changes are tried');
  };
  try {
    const play = await Play.start({ files: ruleset, terms, state, draw, isolated, caches });
    const model = modelOf(play);
    const missing = rulesThatAreMissing(model).map((what) => `The game could not go on: ${what}.`);
    const clauses = canCheckTypes() && [...changes.keys()].some((path) => path.endsWith('.ts'));
    const types = clauses ? await checkTypes(ruleset, model) : [];
    // Clauses that are left alone were in order before: what they miss from then on the trial of the matter tells in words.
    const own = types.filter(({ file }) => changes.has(`${RULESET}${file}`));
    const doubts = readRuleset(ruleset, terms, caches).doubts.filter(
      ({ code, file }) => code === 'no-such-name' && changes.has(`${RULESET}${file}`),
    );
    return [
      ...missing,
      ...own.map(({ file, line, message }) => `${file}:${line}: ${message}`),
      ...doubts.map(describeProblem),
    ];
  } catch (error) {
    if (!(error instanceof UnplayableError)) throw error;
    return error.problems;
  }
}

function modelOf(play: Play): ReturnType<Play['sandbox']['describe']> {
  try {
    return play.sandbox.describe();
  } finally {
    play.dispose();
  }
}
