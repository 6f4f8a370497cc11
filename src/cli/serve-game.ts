import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { howToCall, ownFile } from '../sandbox/own-file.ts';
import type { Context } from './command.ts';
import { Failure } from './failure.ts';
import { serveTable } from './table/serve-table.ts';
import { followChanges } from './local/follow-changes.ts';
import { serveFolder } from './local/serve-folder.ts';
import { ENGINE_FOLDER, type HomeGame } from '../host/game.ts';

const SECOND_MS = 1000;

/** The pages of a game, in the making. */
export interface Pages {
  readonly folder: string;
  /** Whether there are some already, as they were made last. */
  readonly were: boolean;
  readonly made: Promise<void>;
  /** Makes them again, of the game as it is by now. */
  again(): Promise<void>;
  stop(): void;
}

/** Has a process of its own make the pages, and shows that this goes on. */
export function makePages(
  { progress, terminal }: Pick<Context, 'progress' | 'terminal'>,
  game: string,
): Pages {
  const folder = join(game, ENGINE_FOLDER, 'site');
  const were = existsSync(join(folder, 'index.html'));
  let stopped = false;
  let child: ChildProcess | null = null;
  const make = async (): Promise<boolean> => {
    const { ended, child: started, said } = startMaking(game, folder);
    child = started;
    const code = await ended;
    if (code !== 0 && !stopped) terminal.err(said());
    return code === 0 || stopped;
  };
  let seconds = 0;
  const timer = setInterval(() => progress(`making the pages: ${(seconds += 1)} s`), SECOND_MS);
  const made = make()
    .then((well) => {
      if (well) return;
      throw new Failure('broken', {
        code: 'site-failed',
        what: 'The site could not be built; what was said is above.',
        next: `The game itself is all right: \`${howToCall} status\`.`,
      });
    })
    .finally(() => clearInterval(timer));
  return {
    folder,
    were,
    made,
    again: () =>
      make().then(
        () => undefined,
        (error: unknown) => terminal.err(String(error)),
      ),
    stop() {
      stopped = true;
      child?.kill();
    },
  };
}

interface Making {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  said(): string;
}

function startMaking(game: string, folder: string): Making {
  const main = fileURLToPath(ownFile(new URL('./main.ts', import.meta.url)));
  const child = spawn(process.execPath, [main, 'site', '--game', game, '--out', folder, '--live'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = new Promise<number | null>((done, failed) => child.on('error', failed).on('close', done));
  return { child, ended, said: () => said };
}

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

/** Serves a game's pages and its table until somebody stops it: the table at once, and the pages when they are made. */
export async function serveGame(
  { say, values, caches }: Pick<Context, 'say' | 'caches'> & { values: { host?: string | undefined } },
  pages: Pages,
  { port, tries, game, stop = asked() }: ServeOptions,
): Promise<void> {
  let making = true;
  // What is done while the pages are made may have come too late for them: then they are made again.
  const following = followChanges(game.folder, () =>
    pages.made.then(
      () => pages.again(),
      () => undefined,
    ),
  );
  const served = await serveFolder(pages.folder, port, tries, () => making);
  const { host } = values;
  const table = await serveTable({ game, port: served.port + 1, host, caches });
  try {
    say(
      pages.were
        ? `\nThe game is at ${served.url}, and is played at ${table.url} (Ctrl+C ends both).`
        : `\nThe game is played at ${table.url} (Ctrl+C ends it).\nIts pages will be at ${served.url}: to make them takes a minute or two the first time.`,
    );
    // What was done before this is seen by a command in another window.
    await caches.finish();
    const first = await Promise.race([pages.made, stop]);
    making = false;
    if (first === 'stop') return;
    say(pages.were ? 'The pages are those of today.' : `The pages are there: ${served.url}`);
    await stop;
  } finally {
    following.close();
    pages.stop();
    await Promise.all([served.close(), table.close()]);
  }
}
