import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Caches } from '../../src/cache/caches.ts';
import { caches as shared } from '../../src/cache/fixtures/shared-caches.ts';
import { beginLocalGame } from '../../src/host/embedded/begin.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import type { HomeGame } from '../../src/host/game.ts';
import type { OtherNames } from '../../src/cli/home/guard.ts';
import type { TrialsThread } from '../../src/cli/home/trials-thread.ts';
import { PageThread } from '../../src/cli/home/page-thread.ts';
import type { Seats } from '../../src/cli/home/seats.ts';
import { serveHome, type HomeServer } from '../../src/cli/home/serve-home.ts';

export const START = '2024-03-01T09:00:00Z';

/** What a server makes when nobody does anything takes a second core half of the time; few tests look at it. */
const NEVER_MS = 3_600_000;

export interface TestHome {
  readonly server: HomeServer;
  readonly game: HomeGame;
  readonly folder: string;
  close(): Promise<void>;
}

/** A server with a game of five players that has just begun, in a folder of its own. Without other caches a sandbox runs the rules. */
export async function openHome(
  {
    caches = shared,
    core = '2021',
    ...rules
  }: { readonly core?: string; readonly dynasty?: string; readonly caches?: Caches } = {},
  seats?: Seats,
  others?: OtherNames,
  trials?: TrialsThread,
  practice = false,
  pages = new PageThread({ quietMs: NEVER_MS }),
): Promise<TestHome> {
  const root = mkdtempSync(join(tmpdir(), 'gitnomic-home-'));
  const folder = join(root, 'game');
  const players = ['ana', 'bo', 'cy', 'dee', 'eli'].map((id) => ({
    id,
    name: `${id[0]?.toUpperCase() ?? ''}${id.slice(1)}`,
    admin: id === 'ana',
  }));
  const game = await beginLocalGame(
    folder,
    shippedLibrary,
    {
      name: 'Harbour',
      core,
      ...rules,
      practice,
      players: players.map((one) => ({ ...one, emperor: one.id === 'eli' && rules.dynasty !== undefined })),
    },
    { now: START, caches },
  );
  const server = await serveHome({ game, port: 0, caches, seats, others, trials, pages });
  return {
    server,
    game,
    folder,
    close: async () => {
      await server.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
