import { afterEach, beforeEach, expect, test } from 'vitest';

import { openAt, startWithEngine } from './game-at.ts';
import type { StandIn } from './stand-in/server.ts';

let standIn: StandIn;
beforeEach(async () => {
  standIn = await startWithEngine();
});
afterEach(() => standIn.close());

const labels = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ name: `act/deed-${n}`, color: '1d76db', description: `${n}` }));
const writes = (): string[] => standIn.world.requests.filter((line) => !line.startsWith('GET'));

test('makes a new game’s labels twenty at a time, and leaves existing ones alone', async () => {
  const { world } = standIn;
  const forge = await openAt(standIn);
  world.permissions = { issues: 'write' };
  expect(await forge.keepLabels(labels(61))).toBe(61);
  expect(world.labels).toEqual(labels(61));
  // To look, four times to make, and to look again.
  expect(writes()).toEqual(Array.from({ length: 6 }, () => 'POST /graphql'));
  world.requests.length = 0;
  expect(await forge.keepLabels(labels(62))).toBe(1);
  expect(world.labels).toHaveLength(62);
  world.requests.length = 0;
  expect(await forge.keepLabels(labels(62))).toBe(0);
  expect(writes()).toEqual(['POST /graphql']);
});

test('sees all labels beyond a page', async () => {
  const { world } = standIn;
  const forge = await openAt(standIn);
  world.labels.push(...labels(130));
  expect(await forge.keepLabels(labels(131))).toBe(1);
  expect(world.labels).toHaveLength(131);
});

test('makes one by one the labels that GitHub didn’t make together', async () => {
  const { world } = standIn;
  const forge = await openAt(standIn);
  // Somebody makes one meanwhile, by other letters: GitHub takes those for the same.
  const first = (): void => void world.labels.push({ name: 'ACT/deed-3', color: 'ffffff', description: '' });
  world.faults.push(
    { path: /nowhere/u },
    { path: /graphql$/u, first: () => undefined },
    { path: /graphql$/u, first },
  );
  expect(await forge.keepLabels(labels(25))).toBe(25);
  expect(world.labels).toHaveLength(25);
  world.faults.length = 0;
  world.labels.length = 0;
  world.faults.push(
    { path: /graphql$/u, first: () => undefined },
    { path: /graphql$/u, graphError: { type: 'UNPROCESSABLE', message: 'not today' } },
  );
  expect(await forge.keepLabels(labels(3))).toBe(3);
  expect(world.labels).toHaveLength(3);
});

test('stops at a rate limit, and doesn’t make again what was made', async () => {
  const { world } = standIn;
  const forge = await openAt(standIn);
  const limit = { type: 'RATE_LIMITED', message: 'API rate limit exceeded for installation.' };
  world.faults.push(
    { path: /graphql$/u, first: () => undefined },
    { path: /graphql$/u, first: () => undefined },
    ...Array.from({ length: 9 }, () => ({ path: /graphql$/u, graphError: limit })),
  );
  await expect(forge.keepLabels(labels(45))).rejects.toMatchObject({ code: 'unavailable' });
  expect(world.labels).toHaveLength(20);
  world.faults.length = 0;
  expect(await forge.keepLabels(labels(45))).toBe(25);
});

test('reports a missing permission to make labels', async () => {
  const forge = await openAt(standIn);
  standIn.world.permissions = { contents: 'read', issues: 'read' };
  await expect(forge.keepLabels(labels(2))).rejects.toMatchObject({ code: 'bad-request' });
});
