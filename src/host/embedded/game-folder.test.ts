import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { clockOf, OWN_PLACES, readAheadMs, sweepGame, writeAheadMs } from './game-folder.ts';

const NOW = '2024-03-01T09:00:00Z';
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gitnomic-clock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('never moves a clock beyond the times that can be written, and calls one there damaged', () => {
  const clock = clockOf(folder, NOW);
  const years = (count: number): number => count * 365 * 24 * 3_600_000;
  expect(() => clock.forward(years(1_001))).toThrow('at most a thousand years ahead');
  expect(() => clock.forward(Number.POSITIVE_INFINITY)).toThrow('at most a thousand years ahead');
  expect(existsSync(join(folder, '.gitnomic/clock.json'))).toBe(false);
  clock.forward(years(600));
  expect(() => clock.forward(years(600))).toThrow('at most a thousand years ahead');
  expect(clock.now()).toMatch(/^2623-/u);
  writeAheadMs(folder, years(9_000));
  expect(() => clock.now()).toThrow('clock.json is cut off');
});

test('opening a game by the machine’s time gives the game’s time, however far it was moved', () => {
  const clock = clockOf(folder, NOW);
  clock.forward(9 * 24 * 3_600_000);
  expect([clock.machineTime(), clock.now()]).toEqual([NOW, '2024-03-10T09:00:00Z']);
  expect(clockOf(folder, clock.machineTime()).now()).toBe(clock.now());
});

test('the time is the machine’s unless it is given, and moving the clock confirms it', () => {
  const [before, machine] = [Date.now(), clockOf(folder, undefined)];
  expect(Math.abs(Date.parse(machine.now()) - before)).toBeLessThan(60_000);
  expect([machine.confirmed(), readAheadMs(folder)]).toEqual(['', 0]);
  const given = clockOf(folder, () => NOW);
  given.forward(3_600_000);
  expect([given.now(), given.confirmed(), readAheadMs(folder)]).toEqual([
    '2024-03-01T10:00:00Z',
    '2024-03-01T10:00:00Z',
    3_600_000,
  ]);
  given.forward(0);
  expect(given.now()).toBe('2024-03-01T10:00:00Z');
  const millennium = 1000 * 366 * 24 * 3_600_000;
  expect(() => given.forward(millennium)).toThrow('at most a thousand years');
  // The time in its file is that of its own last move.
  writeAheadMs(folder, 0);
  expect(clockOf(folder, NOW).confirmed()).toBe('');
});

test('sweeps what killed commands left, and nothing else', () => {
  const own = (path: string): string => join(folder, '.gitnomic', path);
  const draft = `1-2-${randomUUID()}.draft`;
  const files = [`cache/${draft}`, `private/values/${draft}`, 'cache/reads.json', 'private/dice.seed'];
  for (const place of OWN_PLACES) mkdirSync(own(place), { recursive: true });
  for (const path of [...files, `writing/${draft}`]) writeFileSync(own(path), 'x');
  // A process that is writing now keeps its draft.
  const killed = new Date(Date.now() - 2 * 3_600_000);
  for (const path of files) utimesSync(own(path), killed, killed);
  sweepGame(folder);
  expect(files.map((path) => existsSync(own(path)))).toEqual([false, false, true, true]);
  expect(existsSync(own(`writing/${draft}`))).toBe(true);
  // If there is no such folder, none is made.
  rmSync(own('.'), { recursive: true });
  sweepGame(folder);
  expect(existsSync(own('.'))).toBe(false);
});
