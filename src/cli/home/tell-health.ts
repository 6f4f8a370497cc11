import type { HomeGame } from '../../host/game.ts';
import type { Wording } from '../../language/wording.ts';
import { answerPlainly } from './answer-plainly.ts';
import type { Reply } from './reply.ts';

/** Tells a monitor whether the game can be read, and nothing else about it. */
export async function tellHealth(reply: Reply, game: HomeGame, { say }: Wording): Promise<void> {
  try {
    await game.main();
    answerPlainly(reply, 200, 'ok');
  } catch {
    answerPlainly(reply, 503, say`The game can’t be read: ${'`gitnomic doctor`'} says why.`);
  }
}
