import { Caches } from '../cache/caches.ts';
import { openGame } from '../store/open-game.ts';
import type { ContentFiles } from '../store/paths.ts';
import { ledgerReader } from '../play/ledger-reader.ts';
import { rulesThatAreMissing } from '../play/must-have.ts';
import { whyNothingChanges } from './rehearse-rules.ts';
import { UnplayableError } from '../play/unplayable-error.ts';

/** Why a game can't go on by itself: its rules don't load, or nothing could be enacted under them. Null: it can. */
export async function whyStopped(
  files: ContentFiles,
  now = '',
  caches = new Caches(),
): Promise<string | null> {
  try {
    const { play, read } = await openGame(files, { caches });
    try {
      const missing = rulesThatAreMissing(play.sandbox.describe());
      if (missing.length > 0) return missing.join('; ');
      const clock = read.facts.clock ?? '2000-01-01T00:00:00Z';
      // A rule may bring everything to a stop by the passing of time alone.
      const at = now > clock ? now : clock;
      const { files: rules, terms } = play;
      const ledger = ledgerReader(read.ledger);
      return whyNothingChanges({ files: rules, terms, state: play.state(), at, ledger, caches });
    } finally {
      play.dispose();
    }
  } catch (error) {
    if (error instanceof UnplayableError) return error.problems.join('; ');
    throw error;
  }
}
