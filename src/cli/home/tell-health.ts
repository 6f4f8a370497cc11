import type { HomeGame } from '../../host/game.ts';
import type { Wording } from '../../language/wording.ts';
import { answerPlainly } from './answer-plainly.ts';
import type { Reply } from './reply.ts';

/** By this header a second server of the same game recognises the first. */
export const SERVER_ID = 'x-gitnomic-server';

/** Tells a monitor whether the game can be read, and nothing else about it. */
export async function tellHealth(reply: Reply, game: HomeGame, id: string, { say }: Wording): Promise<void> {
  const headers = { [SERVER_ID]: id };
  try {
    await game.main();
    answerPlainly(reply, 200, 'ok', headers);
  } catch {
    answerPlainly(reply, 503, say`The game can’t be read: ${'`gitnomic doctor`'} says why.`, headers);
  }
}
