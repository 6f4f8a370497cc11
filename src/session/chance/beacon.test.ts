import { expect, test } from 'vitest';

import {
  firstRoundAfter,
  QUICKNET,
  timeOfRound,
  verifyBeaconDraws,
  verifyRound,
  type Beacon,
} from './beacon.ts';
import type { BeaconProof } from './source.ts';
import { beaconSource, localBeacon } from './fixtures/local-beacon.ts';

const secret = new TextEncoder().encode('only for tests');
const beacon = localBeacon({ secret, genesis: '2021-05-13T00:00:00Z' });
const posted = '2021-05-13T00:00:10Z';

/** Round 1000 as drand published it. */
const REAL_ROUND = {
  round: 1000,
  signature:
    'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
  randomness: 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
};

test('verifies a round that drand published, and rejects anything else', () => {
  expect(verifyRound(QUICKNET, REAL_ROUND)).toEqual({ ok: true });
  expect(verifyRound(QUICKNET, { ...REAL_ROUND, round: 1001 })).toMatchObject({
    why: expect.stringContaining('round 1001'),
  });
  expect(verifyRound(QUICKNET, { ...REAL_ROUND, randomness: '00'.repeat(32) })).toMatchObject({ ok: false });
  expect(verifyRound(QUICKNET, { ...REAL_ROUND, signature: 'zz' })).toMatchObject({ ok: false });
  expect(verifyRound(beacon.chain, REAL_ROUND)).toMatchObject({ ok: false });
});

test('uses the first round after the action was posted', () => {
  // Rounds of this chain come at 00:00:00 (1), :03 (2), :06 (3), :09 (4), :12 (5) …
  expect(firstRoundAfter(beacon.chain, '2021-05-12T23:59:59Z')).toBe(1);
  expect(firstRoundAfter(beacon.chain, '2021-05-13T00:00:00Z')).toBe(2);
  expect(firstRoundAfter(beacon.chain, '2021-05-13T00:00:02Z')).toBe(2);
  expect(firstRoundAfter(beacon.chain, '2021-05-13T00:00:03Z')).toBe(3);
  expect(firstRoundAfter(beacon.chain, posted)).toBe(5);
  expect(timeOfRound(beacon.chain, 5)).toBe('2021-05-13T00:00:12Z');
  expect(() => firstRoundAfter(beacon.chain, 'soon')).toThrow('not a time');
});

test('the round is always published after the action, with no other round in between', () => {
  for (let second = 0; second < 60; second++) {
    const at = new Date(Date.parse(posted) + second * 1000).toISOString().replace('.000Z', 'Z');
    const round = firstRoundAfter(beacon.chain, at);
    expect(Date.parse(timeOfRound(beacon.chain, round))).toBeGreaterThan(Date.parse(at));
    expect(Date.parse(timeOfRound(beacon.chain, round - 1))).toBeLessThanOrEqual(Date.parse(at));
  }
});

async function drawSome(): Promise<{ draws: { size: number; place: number }[]; proof: BeaconProof }> {
  const source = await beaconSource(beacon, posted, 'game-1/roll#1');
  const draws = [6, 6, 20].map((size) => ({ size, place: source.draw('dice', size) }));
  return { draws, proof: source.proof() as BeaconProof };
}

test('the dice of a ledger line can be checked without a network', async () => {
  const { draws, proof } = await drawSome();
  expect(verifyBeaconDraws(beacon.chain, proof, posted, draws)).toEqual({ ok: true });
  expect(proof).toMatchObject({ from: 'beacon', round: 5, purpose: 'game-1/roll#1', draws: 3 });
});

test('detects a round chosen for its dice', async () => {
  const { draws, proof } = await drawSome();
  expect(verifyBeaconDraws(beacon.chain, proof, '2021-05-13T00:00:20Z', draws)).toMatchObject({
    why: 'round 8 was due, and round 5 was used',
  });
  const [first, ...rest] = draws;
  const bent = [{ size: 6, place: ((first?.place ?? 0) + 1) % 6 }, ...rest];
  expect(verifyBeaconDraws(beacon.chain, proof, posted, bent)).toMatchObject({ ok: false });
  expect(verifyBeaconDraws(QUICKNET, proof, posted, draws)).toMatchObject({
    why: expect.stringContaining('another chain'),
  });
});

test('rejects a lying beacon', async () => {
  const forged: Beacon = { chain: QUICKNET, round: (round) => beacon.round(round) };
  await expect(beaconSource(forged, '2023-08-23T15:09:30Z', 'x')).rejects.toMatchObject({
    code: 'unverified',
  });
  const late: Beacon = { chain: beacon.chain, round: () => beacon.round(4) };
  await expect(beaconSource(late, posted, 'x')).rejects.toMatchObject({ code: 'other-round' });
});
