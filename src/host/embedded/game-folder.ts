import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ENGINE_FOLDER } from '../game.ts';

/** Whether a game is played in this very folder. */
export function isLocalGame(folder: string): boolean {
  return existsSync(join(folder, ENGINE_FOLDER, 'forge'));
}

/** A game's own clock. */
export interface Clock {
  now(): string;
  /** Moves this game's clock on; what is due then is for the next tick. */
  forward(ms: number): void;
}

/** `fixed`: the time, where it is not the machine's, for tests and demonstrations. */
export function clockOf(folder: string, fixed: string | (() => string) | undefined): Clock {
  const own = join(folder, ENGINE_FOLDER);
  const path = join(own, 'clock.json');
  const read = (): number =>
    existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as { aheadMs: number }).aheadMs : 0;
  const time = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;
  return {
    now: () => time(startMs(fixed) + read()),
    forward: (ms) => {
      mkdirSync(own, { recursive: true });
      writeFileSync(path, `${JSON.stringify({ aheadMs: read() + ms })}\n`);
    },
  };
}

function startMs(fixed: string | (() => string) | undefined): number {
  if (fixed === undefined) return Date.now();
  return Date.parse(typeof fixed === 'string' ? fixed : fixed());
}
