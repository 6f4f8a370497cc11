import { tellInPrivate, type NoticesSent } from '../../seat/private-notices.ts';
import { shellWord } from '../../language/shell-word.ts';
import type { Game } from '../../host/game.ts';
import type { Person } from '../../forge/events.ts';
import { refreshCheckout } from '../../host/checkout.ts';

/** Sends the private notices, and lets the engine record those that were posted. */
export async function tellPrivately(game: Game, by: Person): Promise<NoticesSent> {
  const notified = await tellInPrivate(game, by);
  if (notified.posted.length === 0) return notified;
  await game.tick();
  await refreshCheckout(game);
  return notified;
}

export function sayNotified({ posted, byHand }: NoticesSent): string {
  return [
    ...posted.map(({ to, text }) => `Told ${to} only, sealed to their key: ${text}\n`),
    ...byHand.map(
      ({ to, text }) =>
        `This waits until ${to} has published a key: ${text}\n  gitnomic seal keys mine --as ${shellWord(to)}\n`,
    ),
  ].join('');
}
