import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  existsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { caches } from '../../../src/cache/fixtures/shared-caches.ts';
import { Sessions } from '../../../src/cli/home/session.ts';
import type { PageMaking } from '../../../src/cli/home/page-thread.ts';
import { serveHome } from '../../../src/cli/home/serve-home.ts';
import type { Person } from '../../../src/forge/events.ts';
import { openLocalGame } from '../../../src/host/embedded/local-game.ts';
import type { Disk } from '../../../src/repository/disk.ts';
import type { World } from './world.ts';

/** In memory where there is such a folder: what is written there is gone at the end. */
const PLACE = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const KEY = 'simulated';

/** A browser with a seat, as the server knows it from before. */
export interface Browser {
  readonly cookie: string;
  readonly csrf: string;
}

export interface SimulatedHome {
  readonly port: number;
  /** The browser of this number among those with a seat. */
  browser(number: number): Browser;
}

/** Serves a simulated game as `gitnomic start` does, from a folder in which all of it lies meanwhile. */
export async function withHome(
  world: World,
  over: (disk: Disk) => Disk,
  seats: readonly Person[],
  act: (home: SimulatedHome) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(PLACE, 'gitnomic-simulated-'));
  const own = join(folder, '.gitnomic');
  try {
    await world.disk.during(join(own, 'forge'), async () => {
      putVault(world, join(own, 'private'));
      putBrowsers(own, seats);
      const { work } = caches.sandboxes;
      const { displayMs } = work;
      try {
        const game = await openLocalGame(folder, { now: () => world.now, disk: over, caches });
        // As where a server tries them in a thread of their own.
        game.trials?.leaveToOthers();
        const server = await serveHome({ game, port: 0, caches, pages: plainPages() });
        try {
          const { port } = server;
          const sessions = new Sessions(port, folder);
          await act({ port, browser: (number) => browserOf(number, sessions) });
        } finally {
          await server.close();
        }
      } finally {
        work.displayMs = displayMs;
      }
      takeVault(world, join(own, 'private'));
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const idOf = (number: number): string => `browser-${number}`;

function browserOf(number: number, sessions: Sessions): Browser {
  const cookie = `${sessions.cookie}=${idOf(number)}`;
  const session = sessions.find(cookie);
  if (session === null) throw new Error(`there is no browser ${number}`);
  return { cookie, csrf: sessions.tokenOf(session) };
}

/** The seats that people took before the server was started anew. */
function putBrowsers(own: string, seats: readonly Person[]): void {
  const browsers = seats.map((seat, number) => [
    createHash('sha256').update(idOf(number)).digest('hex'),
    { link: null, hostLink: null, seat, drafts: [] },
  ]);
  writeFileSync(
    join(own, 'browsers.json'),
    JSON.stringify({ key: KEY, browsers: Object.fromEntries(browsers) }),
  );
}

function putVault({ vault }: World, place: string): void {
  mkdirSync(join(place, 'values'), { recursive: true });
  const put = (name: string, text: string): void => writeFileSync(join(place, name), text);
  put('emperor.key', `${vault.key?.identity ?? ''}\n`);
  put('dice.seed', `${Buffer.from(vault.seeds.dice ?? []).toString('hex')}\n`);
  put('secret.seed', `${Buffer.from(vault.seeds.secret ?? []).toString('hex')}\n`);
  for (const [key, text] of vault.kept) put(join('values', `${key}.json`), `${text}\n`);
}

function takeVault({ vault }: World, place: string): void {
  for (const name of readdirSync(join(place, 'values')))
    if (name.endsWith('.json'))
      vault.kept.set(
        name.slice(0, -'.json'.length),
        readFileSync(join(place, 'values', name), 'utf8').trim(),
      );
}

/** Pages without their looks: what the real ones show is tried elsewhere, and takes longer than the rest of a game. */
function plainPages(): PageMaking {
  return {
    follow: () => undefined,
    show: async () => undefined,
    page: async (path, { who, flash, problem }) => ({
      status: 200,
      type: 'text/plain',
      bytes: new TextEncoder().encode(JSON.stringify({ path, who, flash, problem })),
    }),
    close: async () => undefined,
  };
}
