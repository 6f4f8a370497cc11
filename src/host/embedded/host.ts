import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PLAYED_HERE } from '../../store/paths.ts';
import { ENGINE_FOLDER } from '../game.ts';
import type { Home, Host } from '../host.ts';

const home: Home = {
  open: async (folder, options) => (await import('./local-game.ts')).openLocalGame(folder, options),
  begin: async (...wish) => (await import('./begin.ts')).beginLocalGame(...wish),
  takeOver: async (...wish) => (await import('./take-over.ts')).takeOver(...wish),
  openInMemory: async (...about) => {
    const { openMemoryForge } = await import('../../forge/embedded/local-forge.ts');
    const { forge, table: people } = await openMemoryForge(...about);
    return { forge, people };
  },
  forgeChecks: async (folder, copied) => {
    const remains = (await import('./game-remains.ts')).findRemains(folder);
    return remains === null ? null : (await import('./check-game.ts')).checkRemains(remains, copied);
  },
  assertNotLost: async (folder) => (await import('./game-remains.ts')).assertNotLost(folder),
  remakeForge: async (folder, options, dryRun) =>
    (await import('./remake-forge.ts')).remakeForge(folder, { ...options, dryRun }),
  checks: async (...about) => (await import('./check-game.ts')).gameChecks(...about),
};

const isLocalGame = (folder: string): boolean => existsSync(join(folder, ENGINE_FOLDER, 'forge'));

/** Games on this machine: the forge is a log and a Git repository in the game's own folder. */
export const embedded: Host = {
  kind: PLAYED_HERE,
  schema: async () => {
    const { z } = await import('zod');
    return z.strictObject({ kind: z.literal(PLAYED_HERE) });
  },
  find: (folder, exactly) => [folder, ...(exactly ? [] : [join(folder, 'game')])].find(isLocalGame) ?? null,
  open: home.open,
  engine: async () => (await import('../../forge/embedded/local-forge.ts')).gitnomic,
  home,
};
