import { join } from 'node:path';

import { MOST_AHEAD_MS, SHAPES, readOwnJson } from '../../cache/own-files.ts';
import { CodedError } from '../../kernel/coded-error.ts';
import { putFile, sweepDrafts } from '#platform/files.ts';
import { ENGINE_FOLDER } from '../game.ts';
import { toTime } from '../../kernel/time.ts';

export interface Clock {
  now(): string;
  /** The time by the machine, which the game's time is ahead of if its clock was moved. */
  machineTime(): string;
  /** Moves the clock forward; the next tick does what is due by then. By 0, it confirms the time. */
  forward(ms: number): void;
  /** The last time to which somebody moved it, or ''. */
  confirmed(): string;
}

/** `fixed` replaces the machine's clock in tests and demonstrations. */
export function clockOf(folder: string, fixed: string | (() => string) | undefined): Clock {
  const read = (): number => readAheadMs(folder);
  const now = (): string => toTime(startMs(fixed) + read());
  return {
    now,
    machineTime: () => toTime(startMs(fixed)),
    forward: (ms) => {
      const ahead = read() + ms;
      if (!(ahead <= MOST_AHEAD_MS)) {
        const what = 'A game’s clock can be at most a thousand years ahead. It has not been moved.';
        throw new CodedError('too-far-ahead', what, { next: 'Move it by less.' });
      }
      writeAheadMs(folder, ahead, toTime(startMs(fixed) + ahead));
    },
    confirmed: () => readClock(folder)?.confirmed ?? '',
  };
}

function clockFile(folder: string): string {
  return join(folder, ENGINE_FOLDER, 'clock.json');
}

function readClock(folder: string): { readonly aheadMs: number; readonly confirmed?: string } | null {
  return readOwnJson(clockFile(folder), SHAPES.clock) as ReturnType<typeof readClock>;
}

export function readAheadMs(folder: string): number {
  return readClock(folder)?.aheadMs ?? 0;
}

export function writeAheadMs(folder: string, aheadMs: number, confirmed?: string): void {
  putFile(clockFile(folder), `${JSON.stringify({ aheadMs, confirmed })}\n`);
}

/** The folders of `.gitnomic` in which commands make files. */
export const OWN_PLACES = ['.', 'writing', 'cache', 'private', 'private/values', 'private/pictures'];

/** Deletes half-written files of killed commands. */
export function sweepGame(folder: string): void {
  for (const place of OWN_PLACES) sweepDrafts(join(folder, ENGINE_FOLDER, place));
}

function startMs(fixed: string | (() => string) | undefined): number {
  if (fixed === undefined) return Date.now();
  return Date.parse(typeof fixed === 'string' ? fixed : fixed());
}
