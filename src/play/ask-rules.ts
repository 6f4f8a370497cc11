import { Endless } from './endless.ts';
import type { Play } from './play.ts';

export type AskRules = (...path: readonly string[]) => unknown;

/** Asks the rules for a look at the game, in which what they don't come back from is left out. */
export function askRules(play: Play, now: string): AskRules {
  const endless = new Endless(play);
  return (...path) =>
    play.sandbox.dead ? undefined : endless.ask(path, () => play.query(now, [path])[0]?.value, undefined);
}
