import type { ServerResponse } from 'node:http';

import type { HomeGame } from '../../host/game.ts';
import type { Wording } from '../../language/wording.ts';
import { answerPlainly } from './answer-plainly.ts';

/** Tells a monitor whether the game can be read, and nothing else about it. */
export async function tellHealth(response: ServerResponse, game: HomeGame, { say }: Wording): Promise<void> {
  try {
    await game.main();
    answerPlainly(response, 200, 'ok');
  } catch {
    answerPlainly(response, 503, say`The game can’t be read: ${'`gitnomic doctor`'} says why.`);
  }
}
