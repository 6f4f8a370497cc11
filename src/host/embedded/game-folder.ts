import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { putFile, sweepDrafts } from '../../repository/write-files.ts';
import { SHAPES, readOwnJson } from '../../cache/own-files.ts';

/** Beside `content/`, with everything else that belongs to a game on this machine. */
export const ENGINE_FOLDER = '.gitnomic';

/** The nearest folder, from `start` up, that has a game in it; or in its folder `game`. */
export function findLocalGame(start: string): string | null {
  for (let folder = resolve(start); ; folder = dirname(folder)) {
    for (const candidate of [folder, join(folder, 'game')])
      if (existsSync(join(candidate, ENGINE_FOLDER, 'forge'))) return candidate;
    if (dirname(folder) === folder) return null;
  }
}

/** A game's own clock. */
export interface Clock {
  now(): string;
  /** Moves this game's clock on; what is due then is for the next tick. */
  forward(ms: number): void;
}

/** `fixed`: the time, where it is not the machine's, for tests and demonstrations. */
export function clockOf(folder: string, fixed: string | (() => string) | undefined): Clock {
  const read = (): number => readAheadMs(folder);
  const time = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;
  return {
    now: () => time(startMs(fixed) + read()),
    forward: (ms) => writeAheadMs(folder, read() + ms),
  };
}

export function clockFile(folder: string): string {
  return join(folder, ENGINE_FOLDER, 'clock.json');
}

/** How far a game's clock is ahead of this machine's. */
export function readAheadMs(folder: string): number {
  return (readOwnJson(clockFile(folder), SHAPES.clock) as { aheadMs: number } | null)?.aheadMs ?? 0;
}

export function writeAheadMs(folder: string, aheadMs: number): void {
  putFile(clockFile(folder), `${JSON.stringify({ aheadMs })}\n`);
}

/** Where a game's files are written until they are whole: people look into `content/`, and take along what is there. */
export function draftsIn(folder: string): string {
  return join(folder, ENGINE_FOLDER, 'writing');
}

/** Takes away what killed commands left half-written. */
export function sweepGame(folder: string): void {
  const places = ['.', 'writing', 'cache', 'private', 'private/values', 'private/pictures'];
  for (const place of places) sweepDrafts(join(folder, ENGINE_FOLDER, place));
}

function startMs(fixed: string | (() => string) | undefined): number {
  if (fixed === undefined) return Date.now();
  return Date.parse(typeof fixed === 'string' ? fixed : fixed());
}
