import type { Game } from '../../host/game.ts';
import { findTellers } from '../../host/tellers.ts';
import { withPosition } from '../../seat/read-table.ts';
import type { Context } from '../command.ts';

/** Sends the news of a game on this machine to receivers elsewhere, and returns messages about receivers that can't be reached. */
export async function tellAtHome(
  game: Game,
  { addons, environment }: Pick<Context, 'addons' | 'environment'>,
): Promise<readonly string[]> {
  const finders = addons.flatMap(({ findTeller }) => findTeller ?? []);
  const { tellers, problems } = await findTellers(finders, environment);
  if (tellers.length === 0 || game.played !== 'here') return problems;
  const { forge } = game;
  const files = await game.content();
  return withPosition(game, async (position) => {
    const about = { forge, position, files, now: game.now() };
    return (await Promise.all(tellers.map((tell) => tell(about)))).flat();
  });
}

/** Digests come due and failed receivers are retried even when nothing happens. */
const EVERY_MS = 60_000;

export interface Telling {
  /** Called after changes: notices are sent in the background, one run at a time. */
  wake(): void;
  close(): Promise<void>;
}

/** `tell` returns messages about receivers that can't be reached. */
export function tellAlong(tell: () => Promise<readonly string[]>, warn: (text: string) => void): Telling {
  let wanted = false;
  let running: Promise<void> | null = null;
  const tellAll = async (): Promise<void> => {
    while (wanted) {
      wanted = false;
      try {
        for (const line of await tell()) warn(line);
      } catch (error) {
        warn(`Nobody elsewhere could be told: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    running = null;
  };
  const wake = (): void => {
    wanted = true;
    running ??= tellAll();
  };
  const timer = setInterval(wake, EVERY_MS);
  timer.unref();
  return {
    wake,
    async close() {
      clearInterval(timer);
      wanted = false;
      await running;
    },
  };
}
