import { networkInterfaces } from 'node:os';

import type { HomeGame } from '../host/game.ts';
import type { Context } from './command.ts';
import { statusAt } from '../seat/read-table.ts';
import { describeLinks, Seats } from './home/seats.ts';
import { tellAlong } from './home/tell-along.ts';
import { serveHome, type HomeServer } from './home/serve-home.ts';

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
    environment,
  }: Pick<Context, 'say' | 'caches' | 'terminal' | 'environment'> & { values: { host?: string | undefined } },
  { port, tries, game, stop = asked() }: ServeOptions,
): Promise<void> {
  const { host } = values;
  const seats = host === undefined ? undefined : new Seats(game.folder);
  const warn = (text: string): void => terminal.err(`${text}\n`);
  const telling = tellAlong(game, environment, warn);
  const home = await serveHome({
    game,
    port,
    tries,
    host,
    seats,
    caches,
    warn,
    happened: telling.wake,
  });
  telling.wake();
  try {
    say(`\nThe game is at ${home.url}, to be read and played there (Ctrl+C ends it).`);
    if (seats !== undefined) say(await linksFor(game, seats, addressOf(host, home)));
    // Deeds before this are seen by a command in another window.
    await caches.finish();
    await stop;
  } finally {
    await home.close();
    await telling.close();
  }
}

/** The address for others with its code, and the links of all seats, which stay the same from start to start. */
async function linksFor(game: HomeGame, seats: Seats, url: string): Promise<string> {
  seats.open(url, (await statusAt(game)).roster);
  const { renderUnicodeCompact } = await import('uqr');
  return [
    `Others in this network read it at ${url}:`,
    renderUnicodeCompact(url),
    'Each sits down by a link of their own. `gitnomic links` withdraws them, gives new ones and shows their codes:',
    ...describeLinks(seats),
  ].join('\n');
}

/** Where others find it: of a server that listens everywhere, this machine's first address in the network. */
function addressOf(host: string | undefined, { url, port }: HomeServer): string {
  if (host !== '0.0.0.0' && host !== '::') return url;
  const outside = Object.values(networkInterfaces())
    .flatMap((some) => some ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4');
  return outside === undefined ? url : `http://${outside.address}:${port}/`;
}
