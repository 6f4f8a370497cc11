import type { HomeGame } from '../host/game.ts';
import type { Context } from './command.ts';
import { serveHome } from './home/serve-home.ts';

export interface ServeOptions {
  readonly game: HomeGame;
  readonly port: number;
  readonly tries: number;
  /** Somebody ends it: with Ctrl+C, unless something else is said. */
  readonly stop?: Promise<'stop'>;
}

function asked(): Promise<'stop'> {
  return new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => done('stop'));
  });
}

/** Serves a game, its pages with what can be done on them, until somebody stops it. */
export async function serveGame(
  {
    say,
    terminal,
    values,
    caches,
  }: Pick<Context, 'say' | 'caches' | 'terminal'> & { values: { host?: string | undefined } },
  { port, tries, game, stop = asked() }: ServeOptions,
): Promise<void> {
  const { host } = values;
  const home = await serveHome({
    game,
    port,
    tries,
    host,
    caches,
    warn: (text) => terminal.err(`${text}\n`),
  });
  try {
    say(`\nThe game is at ${home.url}, to be read and played there (Ctrl+C ends it).`);
    // Deeds before this are seen by a command in another window.
    await caches.finish();
    await stop;
  } finally {
    await home.close();
  }
}
