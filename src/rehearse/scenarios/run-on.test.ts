import { expect, test } from 'vitest';

import { kernelCaches as caches } from '../../scenario/on-kernel/fixtures/runner.ts';
import { onKernel } from '../../scenario/on-kernel/fixtures/on-kernel.ts';
import { shippedLibrary as library } from '../../store/fixtures/shipped-library.ts';
import { runScenarioOn } from './run-on.ts';

const scenario = (then: string, steps = '[{ at: +1h, tick: true }]'): string => `title: Nothing happens
rules: { core: '2021', dynasty: clans }
start: 2030-06-03T09:00:00Z
players: { ana: {}, bo: {}, cy: {}, dee: {}, eli: {} }
steps: ${steps}
then: ${then}
`;

const failures = async (then: string, steps?: string): Promise<readonly string[]> =>
  (await runScenarioOn(onKernel(), 'some.yml', scenario(then, steps), { library, caches })).failures.map(
    ({ message }) => message,
  );

test.each([
  '{ plyers: { zoe: { absent: true } } }',
  '{ duells: { absent: true } }',
  '{ nothing: { at-all: null } }',
])('fails any expectation about something no rule defines, even that it is absent: %s', async (then) => {
  expect(await failures(then)).toEqual([expect.stringContaining('doesn’t exist in this game')]);
});

test.each(['{ players: { zoe: { absent: true } } }', '{ duels: { duel-9: { absent: true } } }'])(
  'accepts that something possible is absent, even in a scenario without steps: %s',
  async (then) => {
    expect(await failures(then)).toEqual([]);
    expect(await failures(then, '[]')).toEqual([]);
  },
);
