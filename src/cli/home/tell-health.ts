import type { ServerResponse } from 'node:http';

import type { HomeGame } from '../../host/game.ts';
import { answerPlainly } from './answer-plainly.ts';

/** Tells whatever watches the server whether the game can be read; it tells nothing of the game. */
export async function tellHealth(response: ServerResponse, game: HomeGame): Promise<void> {
  try {
    await game.main();
    answerPlainly(response, 200, 'ok');
  } catch {
    answerPlainly(response, 503, 'The game can’t be read: `gitnomic doctor` says why.');
  }
}
