import { Caches } from '../cache/caches.ts';
import { openGame } from '../session/play/open-game.ts';
import type { ContentFiles } from '../store/paths.ts';
import { ledgerReader } from '../store/ledger-line.ts';
import { rulesThatAreMissing } from '../session/play/must-have.ts';
import { reasonOfError } from '../session/play/aborted-calls.ts';
import type { RulesRehearsal } from '../session/play/play-options.ts';
import { GOES_ON, whyNotOn } from '../session/play/say-rehearsal.ts';
import { rehearseAsItIs } from './rehearse-rules.ts';
import { classifyError } from '../sandbox/fault.ts';
import { UnplayableError } from '../session/play/unplayable-error.ts';

/** The reason why a game can't go on by itself: its rules don't load, or nothing could be enacted. Null if it can. */
export async function whyStopped(...given: Parameters<typeof rehearseGame>): Promise<string | null> {
  return whyNotOn(await rehearseGame(...given));
}

/**
 * Rehearses a game as it is, like a proposal. A failed rehearsal is repeated once without caches, because the caches, a slow moment of
 * this machine or another game in the same memory may have caused it. A game at which the engine itself fails can't go on either. `cached`
 * stores completed results.
 */
export async function rehearseGame(
  files: ContentFiles,
  now = '',
  caches = new Caches(),
  cached: (make: () => Promise<RulesRehearsal>) => Promise<RulesRehearsal> = (make) => make(),
): Promise<RulesRehearsal> {
  const rehearse = (): Promise<RulesRehearsal> => cached(() => rehearseOnce(files, now, caches));
  try {
    return await rehearse();
  } catch (error) {
    if (classifyError(error) === 'surroundings') throw error;
  }
  caches.distrust();
  try {
    return await rehearse();
  } catch (error) {
    if (classifyError(error) === 'surroundings') throw error;
    return { ...GOES_ON, stops: reasonOfError(error) };
  }
}

async function rehearseOnce(files: ContentFiles, now: string, caches: Caches): Promise<RulesRehearsal> {
  try {
    const { play, read } = await openGame(files, { caches });
    try {
      const missing = rulesThatAreMissing(play.sandbox.describe());
      if (missing.length > 0) return unplayable(missing);
      const clock = read.facts.clock ?? '2000-01-01T00:00:00Z';
      // Rules may stop everything at a certain time.
      const at = now > clock ? now : clock;
      const { files: rules, terms } = play;
      const ledger = ledgerReader(read.ledger);
      return rehearseAsItIs({ files: rules, terms, state: play.state(), at, ledger, caches });
    } finally {
      play.dispose();
    }
  } catch (error) {
    if (error instanceof UnplayableError) return unplayable(error.problems);
    throw error;
  }
}

function unplayable(problems: readonly string[]): RulesRehearsal {
  return { ...GOES_ON, stops: problems.join('; '), isUnplayable: true };
}
