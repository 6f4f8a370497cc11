import { openGame } from '../game/open-game.ts';
import type { ContentFiles } from '../game/paths.ts';
import { rulesThatAreMissing } from '../must-have.ts';
import { UnplayableError } from '../play.ts';
import { whyNothingResolves } from '../trial.ts';

/** Why a game can't go on by itself: its rules don't load, or nothing could be enacted under them. Null: it can. */
export async function whyStopped(files: ContentFiles): Promise<string | null> {
  try {
    const { play, read } = await openGame(files);
    try {
      const missing = rulesThatAreMissing(play.sandbox.describe());
      if (missing.length > 0) return missing.join('; ');
      const at = read.facts.clock ?? '2000-01-01T00:00:00Z';
      return whyNothingResolves({ files: play.files, terms: play.terms, state: play.state(), at });
    } finally {
      play.dispose();
    }
  } catch (error) {
    if (error instanceof UnplayableError) return error.problems.join('; ');
    throw error;
  }
}
