import { PLAYED_HERE } from '../../store/paths.ts';
import type { Home, Host } from '../host.ts';
import { clockOf, findLocalGame, isLocalGame } from './game-folder.ts';

const home: Home = {
  open: async (folder, options) => (await import('./local-game.ts')).openLocalGame(folder, options),
  begin: async (...wish) => (await import('./begin.ts')).beginLocalGame(...wish),
  takeOver: async (...wish) => (await import('./take-over.ts')).takeOver(...wish),
  keptStatus: async (folder, { now }) =>
    (await import('./kept-look.ts')).statusFromKeptLook(folder, clockOf(folder, now).now()),
  openInMemory: async (...about) => {
    const { openMemoryForge } = await import('../../forge/embedded/local-forge.ts');
    const { forge, table: people } = await openMemoryForge(...about);
    return { forge, people };
  },
  checks: async (...about) => (await import('./check-game.ts')).gameChecks(...about),
};

/** Games on this machine: the forge is a log and a Git repository in the game's own folder. */
export const embedded: Host = {
  kind: PLAYED_HERE,
  schema: async () => {
    const { z } = await import('zod');
    return z.strictObject({ kind: z.literal(PLAYED_HERE) });
  },
  find: (start, exactly) => (exactly ? (isLocalGame(start) ? start : null) : findLocalGame(start)),
  open: home.open,
  engine: async () => (await import('../../forge/embedded/local-forge.ts')).gitnomic,
  home,
};
