import { Caches } from '../cache/caches.ts';
import { openGame } from '../store/open-game.ts';
import type { ContentFiles } from '../store/paths.ts';
import { ledgerReader } from '../play/ledger-reader.ts';
import { rulesThatAreMissing } from '../play/must-have.ts';
import { reasonOfError } from '../play/ended.ts';
import type { RulesRehearsal } from '../play/play-options.ts';
import { GOES_ON, whyNotOn } from '../play/say-rehearsal.ts';
import { rehearseAsItIs } from './rehearse-rules.ts';
import { classifyError } from '../sandbox/fault.ts';
import { UnplayableError } from '../play/unplayable-error.ts';

/**
 * The reason why a game can't go on by itself: its rules don't load, or nothing could be enacted under them. Null if
 * it can.
 */
export async function whyStopped(...given: Parameters<typeof rehearseGame>): Promise<string | null> {
  return whyNotOn(await rehearseGame(...given));
}

/**
 * Gives the same three answers for a game as it stands that a proposal gets. Where the rehearsal fails it is made once more, without
 * caches: they, a slow moment of this machine or another game in the same memory may have been to blame. A game at which the engine
 * itself fails can't go on either. `kept` remembers what did come to an end.
 */
export async function rehearseGame(
  files: ContentFiles,
  now = '',
  caches = new Caches(),
  kept: (make: () => Promise<RulesRehearsal>) => Promise<RulesRehearsal> = (make) => make(),
): Promise<RulesRehearsal> {
  const rehearse = (): Promise<RulesRehearsal> => kept(() => rehearseOnce(files, now, caches));
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
      if (missing.length > 0) return { ...GOES_ON, stops: missing.join('; ') };
      const clock = read.facts.clock ?? '2000-01-01T00:00:00Z';
      // Rules may bring everything to a stop by the passing of time alone.
      const at = now > clock ? now : clock;
      const { files: rules, terms } = play;
      const ledger = ledgerReader(read.ledger);
      return rehearseAsItIs({ files: rules, terms, state: play.state(), at, ledger, caches });
    } finally {
      play.dispose();
    }
  } catch (error) {
    if (error instanceof UnplayableError) return { ...GOES_ON, stops: error.problems.join('; ') };
    throw error;
  }
}
