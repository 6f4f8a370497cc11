import { hasDynasties } from './read-site.ts';
import { say } from './say.ts';
import type { SiteData } from './site-data.ts';

interface BegunAnew {
  /** As a sentence of its own. */
  readonly began: string;
  /** After what changed. */
  readonly with: string;
}

/** Explains a change of rules that no matter made: a dynasty began or, if rules know none, the game went back. */
export function begunAnew(site: Pick<SiteData, 'dynasty'>): BegunAnew {
  return hasDynasties(site)
    ? { began: say`A new dynasty began`, with: say`with the dynasty` }
    : { began: say`The game restarted or went back`, with: say`as the game restarted or went back` };
}
