import { deepStrictEqual } from 'node:assert/strict';

import { expect, test } from 'vitest';

import type { State } from '../../src/kernel/state.ts';
import { healthOf, type Oracle } from './clans-oracle.ts';
import { SimulatedDynasty } from './clans-dynasty.ts';
import { Slowest } from './slowest.ts';

const DYNASTIES = Number(process.env['GITNOMIC_DYNASTIES'] ?? 4);
const timeOf = (value: unknown): number | null => (typeof value === 'string' ? Date.parse(value) : null);

const pick = (from: object, fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field, (from as Record<string, unknown>)[field]]));

const PLAYER = [
  'strength',
  'skill',
  'reflex',
  'health',
  'honor',
  'items',
  'clan',
  'clan-lord',
  'shield-hits',
  'crushing-next',
  'hunts',
  'victory',
];

function playersIn(state: State): unknown {
  return Object.fromEntries(
    Object.entries(state.players).map(([id, one]) => [
      id,
      {
        ...pick(one, PLAYER),
        damaged: timeOf(one['last-damaged']),
        crushed: timeOf(one['last-crushed']),
      },
    ]),
  );
}

function playersOf({ people }: Oracle): unknown {
  return Object.fromEntries(
    [...people.values()].map((one) => [
      one.id,
      {
        ...pick(one, PLAYER),
        health: healthOf(one),
        'clan-lord': one.lord,
        'shield-hits': one.shieldHits,
        'crushing-next': one.crushingNext,
        damaged: one.lastDamaged,
        crushed: one.lastCrushed,
      },
    ]),
  );
}

const DUEL = [
  'flavour',
  'referee',
  'status',
  'prepared',
  'combatants',
  'brought',
  'rounds',
  'damage',
  'winner',
  'improved',
  'spoils',
  'fled',
];

function duelsIn(state: State): unknown {
  return Object.fromEntries(
    Object.entries(state.things['duels'] ?? {}).map(([id, duel]) => [
      id,
      {
        ...pick(duel, [...DUEL, 'sealed']),
        due: timeOf(duel['lists-due-since']),
      },
    ]),
  );
}

function duelsOf({ duels }: Oracle): unknown {
  return Object.fromEntries(
    duels.map(({ lists, due, ...duel }) => [
      duel.id,
      { ...pick(duel, DUEL), due, sealed: [...lists.keys()] },
    ]),
  );
}

function recordsIn(state: State): Record<string, unknown> {
  const rituals = Object.values(state.things['rituals'] ?? {});
  const breaches = Object.values(state.things['breaches'] ?? {});
  return {
    rituals: rituals.map(({ player, ritual, at, succeeded }) => ({
      player,
      ritual,
      at: timeOf(at),
      succeeded,
    })),
    breaches: breaches.map((one) => ({
      player: one['player'],
      tradition: one['tradition'],
      at: timeOf(one['at']),
      punishedBy: one['punished-by'],
    })),
  };
}

/** Compared thousands of times, for which the matchers of the tests are too slow. */
function check(step: string, state: State, oracle: Oracle): void {
  const found = { step, players: playersIn(state), duels: duelsIn(state), ...recordsIn(state) };
  const { rituals, breaches } = oracle;
  const wanted = { step, players: playersOf(oracle), duels: duelsOf(oracle), rituals, breaches };
  deepStrictEqual(found, wanted);
}

const slowest = new Slowest();

test.each(Array.from({ length: DYNASTIES }, (_, number) => number + 1))('dynasty %i', async (number) => {
  const dynasty = new SimulatedDynasty(`dynasty ${number}`, check, slowest);
  expect(await dynasty.run(), 'what everybody is for is enacted').toBe('enacted');
  expect(dynasty.accepted).toBeGreaterThan(40);
  expect(dynasty.refused).toBeGreaterThan(200);
});

test('reports the slowest action, which takes under five seconds', () => {
  process.stdout.write(String(slowest));
  expect(slowest.tookMs).toBeLessThan(5_000);
});
