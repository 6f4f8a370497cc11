import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { writeAheadMs, clockOf } from './game-folder.ts';

const NOW = '2024-03-01T09:00:00Z';
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gitnomic-clock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a clock is never moved to where times have no form, and one that stands there is spoilt', () => {
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

test('who opens the game by the time of the machine has its time, however far it was moved', () => {
  const clock = clockOf(folder, NOW);
  clock.forward(9 * 24 * 3_600_000);
  expect([clock.machineTime(), clock.now()]).toEqual([NOW, '2024-03-10T09:00:00Z']);
  expect(clockOf(folder, clock.machineTime()).now()).toBe(clock.now());
});
