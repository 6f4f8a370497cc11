import { expect, test } from 'vitest';

import { readEnvironment } from './environment.ts';
import { wakeAt } from './wake.ts';

const given = { GITHUB_TOKEN: 'x', GITHUB_REPOSITORY: 'o/r', RUNNER_TEMP: '/tmp' };
const NOW = '2021-06-18T09:00:00Z';
const wake = (due: string | null, settings: Record<string, string> = {}): string | null =>
  wakeAt(due, NOW, readEnvironment({ ...given, ...settings }));

test('a run waits for what is due within its limit of minutes, and for nothing else', () => {
  const soon = '2021-06-18T09:44:59Z';
  expect(wake(soon)).toBe(soon);
  expect(wake('2021-06-18T09:45:01Z')).toBeNull();
  expect(wake(NOW)).toBeNull();
  expect(wake(null)).toBeNull();
  expect(wake(soon, { GITNOMIC_WAIT: '20' })).toBeNull();
  expect(wake(soon, { GITNOMIC_EVERY: '30' })).toBeNull();
  expect(wake(soon, { GITNOMIC_EVERY: '60' })).toBeNull();
  expect(wake(soon, { GITNOMIC_EVERY: '60', GITNOMIC_WAIT: '45' })).toBe(soon);
  expect(wake(soon, { GITNOMIC_WAIT: '0' })).toBeNull();
  // GitHub ends a waiting job after an hour, so a longer wait can't be granted.
  expect(wake('2021-06-18T09:50:00Z', { GITNOMIC_WAIT: '500' })).not.toBeNull();
  expect(wake('2021-06-18T09:50:01Z', { GITNOMIC_WAIT: '500' })).toBeNull();
  expect(() => wake(soon, { GITNOMIC_WAIT: 'long' })).toThrow(/GITNOMIC_WAIT/u);
});
