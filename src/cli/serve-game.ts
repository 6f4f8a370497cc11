import { networkInterfaces } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { isThere, putFile, readText } from '#platform/files.ts';
import { ENGINE_FOLDER, type HomeGame } from '../host/game.ts';
import { type Context, failure } from './command.ts';
import { shellWord } from '../language/shell-word.ts';
import { statusAt } from '../seat/read-table.ts';
import type { PageThread } from './home/page-thread.ts';
import { Seats } from './home/seats.ts';
import { tellAlong, tellAtHome } from './local/tell-at-home.ts';
import { TrialsThread } from './home/trials-thread.ts';
import { untilStopped } from './local/listen.ts';
import { serveHome, type HomeServer, SERVER_ID } from './home/serve-home.ts';

export interface ServeOptions {
  readonly game: HomeGame;
  readonly port: number;
  readonly tries: number;
  readonly pages?: PageThread | undefined;
  /** Prints the status of the game while the first page is being made. */
  readonly tellAll?: () => Promise<void>;
  /** Resolves when the server should stop, by default on Ctrl+C. */
  readonly stop?: Promise<'stop'>;
}

/** How others reach the server, according to the options. */
interface Known {
  readonly host?: string | undefined;
  readonly name?: string | undefined;
  readonly behind?: string | undefined;
}

/** Checks the given addresses before anything starts. */
export function assertKnownBy({ name, behind }: Known): void {
  namesIn(name);
  behindOf(behind);
}

/** Serves a game and its pages, where everything can be done, until it is stopped. */
export async function serveGame(
  {
    say,
    terminal,
    values,
    caches,
    addons,
    environment,
  }: Pick<Context, 'say' | 'caches' | 'terminal' | 'addons' | 'environment'> & { values: Known },
  { port, tries, pages, game, tellAll, stop = untilStopped() }: ServeOptions,
): Promise<void> {
  const { host, name, behind } = values;
  const others = { names: namesIn(name), behind: behindOf(behind) };
  // If others can reach the server, strangers may too, so nobody is taken at their word.
  const isAlone = host === undefined && name === undefined && behind === undefined;
  const seats = isAlone ? undefined : new Seats(game.folder);
  const warn = (text: string): void => terminal.err(`${text}\n`);
  await assertServedOnce(game.folder);
  const telling = tellAlong(() => tellAtHome(game, { addons, environment }), warn);
  const trials = new TrialsThread(warn);
  const home = await serveHome({
    game,
    port,
    tries,
    host,
    others,
    seats,
    caches,
    pages,
    trials,
    warn,
    tell: terminal.watched === true ? say : undefined,
    happened: telling.wake,
  });
  try {
    await home.checked;
    await tellAll?.();
    telling.wake();
    putFile(
      servedFile(game.folder),
      `${JSON.stringify({ url: home.url, id: home.id, folder: resolve(game.folder) })}\n`,
    );
    if (seats === undefined) say(`\nPlay at ${home.url} (Ctrl+C stops the game).`);
    else say(await linksFor(game, seats, addressOf(values, home), home.url, terminal.watched === true));
    // Actions taken before this point were taken by a command in another window.
    caches.finish();
    await stop;
  } finally {
    await home.close();
    await telling.close();
  }
}

/** The address with its QR code, which lead everybody to the lobby, and the link that seats the host. */
async function linksFor(
  game: HomeGame,
  seats: Seats,
  url: string,
  local: string,
  isWatched: boolean,
): Promise<string> {
  seats.open(url, (await statusAt(game)).roster);
  const { renderUnicodeCompact } = await import('uqr');
  const hosts = seats.links.find(({ who }) => who === null)?.path ?? null;
  return [
    '',
    // A service manager logs this output, and secrets don't belong in a log.
    !isWatched || hosts === null
      ? `You let people in with the host’s link, which \`gitnomic links --game ${shellWord(game.folder)}\` shows. It is not written here, since this may be kept in a log.`
      : `You are the host: open ${local}${hosts} (Ctrl+C stops the game).`,
    `Everybody else scans this or opens ${url}, and picks a name. You let them in.`,
    renderUnicodeCompact(url),
  ].join('\n');
}

function servedFile(folder: string): string {
  return join(folder, ENGINE_FOLDER, 'served.json');
}

/** A server on this machine answers within this time. */
const ANSWERS_MS = 2_000;

/** A copy of a game brings the file of the game that it was copied from, and a server that was killed leaves its own. */
function readServed(folder: string): { readonly url: string; readonly id: string } | null {
  const file = servedFile(folder);
  if (!isThere(file)) return null;
  try {
    const { data } = servedSchema.safeParse(JSON.parse(readText(file)));
    return data?.folder === resolve(folder) ? data : null;
  } catch {
    return null;
  }
}

const servedSchema = z.object({ url: z.string(), id: z.string(), folder: z.string() });

/** Two servers would each show pages that the other one has made old. */
async function assertServedOnce(folder: string): Promise<void> {
  const data = readServed(folder);
  if (data === null) return;
  const answer = await fetch(`${data.url}healthz`, { signal: AbortSignal.timeout(ANSWERS_MS) }).catch(
    () => null,
  );
  if (answer?.headers.get(SERVER_ID) !== data.id) return;
  throw failure('broken', 'served-already', `This game is being served already, at ${data.url}`, {
    next: 'Open that address, or stop the other server first.',
  });
}

/** The address for others; if the server listens on all interfaces, this machine's first network address. */
function addressOf({ host, name, behind }: Known, { url, port }: HomeServer): string {
  if (behind !== undefined) return behindOf(behind)?.href ?? url;
  const [named] = namesIn(name);
  if (named !== undefined) return `http://${named}:${port}/`;
  if (host !== '0.0.0.0' && host !== '::') return url;
  const outside = Object.values(networkInterfaces())
    .flatMap((some) => some ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4');
  return outside === undefined ? url : `http://${outside.address}:${port}/`;
}

function namesIn(name: string | undefined): readonly string[] {
  const names = name === undefined ? [] : name.toLowerCase().split(',');
  const wrong = names.find((one) => !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/u.test(one));
  if (wrong === undefined) return names;
  throw failure(
    'usage',
    'bad-option-value',
    `--name takes names of this machine, separated by commas, not “${wrong}”.`,
    { expected: 'such as harbour.local, without http:// and without a port' },
  );
}

function behindOf(behind: string | undefined): URL | undefined {
  if (behind === undefined) return undefined;
  const url = URL.parse(behind);
  if (url !== null && /^https?:$/u.test(url.protocol) && url.href === `${url.origin}/`) return url;
  throw failure(
    'usage',
    'bad-option-value',
    `--behind takes the address that browsers open, not “${behind}”.`,
    { expected: 'such as https://play.example.org, without a path' },
  );
}
