import { createHash } from 'node:crypto';

import { OutOfPatienceError } from '../sandbox/host.ts';
import type { Play } from './play.ts';

export type AskRules = (...path: readonly string[]) => unknown;

/** Asks the rules for a look at the game, in which what they don't come back from is left out. */
export function askRules(play: Play, now: string): AskRules {
  // Questions that rules did not come back from, by those rules: they are not asked again.
  const endless = play.caches.once(play.caches, 'endless', () => new Set<string>());
  return (...path) => {
    if (endless.size > 0 && (endless.has(questionOf(play, path)) || play.sandbox.dead)) return undefined;
    try {
      return play.query(now, [path])[0]?.value;
    } catch (error) {
      if (!(error instanceof OutOfPatienceError)) throw error;
      endless.add(questionOf(play, path));
      return undefined;
    }
  };
}

/** A view is one question, whatever it is asked about. */
function questionOf(play: Play, path: readonly string[]): string {
  const hash = createHash('sha256').update(path.slice(0, 2).join('\0'));
  for (const [name, text] of play.files) hash.update(`\0${name}\0${text}`);
  return hash.digest('base64');
}
