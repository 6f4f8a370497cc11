import { isDeepStrictEqual } from 'node:util';

import { expect, test } from 'vitest';

import type { State } from '../../src/kernel/state.ts';
import { EMPEROR, SimulatedCrypt, type Moment } from './crypt-dynasty.ts';
import { Oracle, type Pack } from './crypt-oracle.ts';

/** Half of them under each of the two rulesets. */
const DYNASTIES = Number(process.env['GITNOMIC_DYNASTIES'] ?? 4);

type Fields = Readonly<Record<string, unknown>>;
const list = (fields: Fields, key: string): readonly unknown[] => (fields[key] ?? []) as readonly unknown[];
const isWhole = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0;

/** The beds that two have, whoever of them is away. */
function bedsOfTwo(state: State): ReadonlySet<unknown> {
  const beds = Object.values(state.players).map((lord) => lord['sepulchre']);
  return new Set(beds.filter((bed, at) => typeof bed === 'string' && beds.indexOf(bed) !== at));
}

/** What must hold at any moment, whatever was done, and doesn't. */
function problemsIn(state: State, pack: Pack, before: State): string[] {
  // Who is idle is no lord, and their bed nobody's: whoever took it shares it when they come back.
  const shared = bedsOfTwo(before);
  const open = pack === 'crypt' ? 'explored' : 'lit';
  const problems: string[] = [];
  const rooms = state.things['rooms'] ?? {};
  const beds = new Set<unknown>();
  for (const [id, lord] of Object.entries(state.players)) {
    for (const key of ['puissance', 'influence', ...(pack === 'crypt' ? [] : ['blood-mana-crystals'])])
      if (!isWhole(lord[key])) problems.push(`${id}: ${key} ${String(lord[key])}`);
    if (list(lord, 'favours').length > 5) problems.push(`${id}: too many favours`);
    const bed = lord['sepulchre'];
    if (typeof bed !== 'string' || bed === 'none' || lord['state'] !== 'active') continue;
    if (beds.has(bed) && !shared.has(bed)) problems.push(`${bed}: the bed of two`);
    if (rooms[bed]?.[open] !== true) problems.push(`${id}: sleeps in ${bed}, which is closed`);
    beds.add(bed);
  }
  for (const [id, room] of Object.entries(rooms))
    problems.push(...problemsOf(room, open).map((one) => `${id}: ${one}`));
  for (const [id, denizen] of Object.entries(state.things['denizens'] ?? {})) {
    if (rooms[String(denizen['location'])] === undefined) problems.push(`${id}: lives nowhere`);
    if (!isWhole(denizen['brutality']) || !isWhole(denizen['cunning'])) problems.push(`${id}: strength`);
  }
  const left = Object.entries(state.emperor).filter(
    ([key, value]) => key !== 'traitor' && value !== null && value !== 'none',
  );
  if (left.length > 0) problems.push(`the emperor has not left: ${JSON.stringify(left)}`);
  return problems;
}

function problemsOf(room: Fields, open: string): string[] {
  const problems: string[] = [];
  const [features, owners, sigils] = [
    list(room, 'features'),
    list(room, 'glyph-owners'),
    list(room, 'sigils'),
  ];
  if (room[open] !== true && (room['name'] !== '' || features.length > 0))
    problems.push('closed, and furnished');
  if (room[open] === true && String(room['name']).includes('*')) problems.push('an asterisk');
  if (new Set(features).size < features.length) problems.push('a feature twice');
  if (owners.length > 3) problems.push('a glyph of too many');
  if (owners.some((owner) => sigils.includes(owner))) problems.push('glyph and sigil of one');
  if (owners.length > 0 && !features.includes('glyph')) problems.push('a glyph that is not there');
  if (new Set(sigils).size < sigils.length) problems.push('two sigils of one');
  return problems;
}

/** Dust rises in the ways that the rules give, and in no other. */
function wronglyRisen({ act, before, after }: Moment): string[] {
  const ways = ['raise-dust', 'raise-dust-bloodthirsty', 'raise-enthraller', 'shatter', 'unidle'];
  if (ways.includes(act.action)) return [];
  return Object.keys(before.players).filter(
    (id) =>
      id !== EMPEROR && before.players[id]?.['puissance'] === 0 && after.players[id]?.['puissance'] !== 0,
  );
}

const packs: readonly Pack[] = ['crypt', 'crypt-cleanup'];
const EACH = Math.ceil(DYNASTIES / packs.length);
const cases = packs.flatMap((pack) => Array.from({ length: EACH }, (_, at) => [pack, at + 1] as const));
const upheld = { crypt: 0, 'crypt-cleanup': 0 };
const oracles = {
  crypt: new Oracle('crypt', EMPEROR),
  'crypt-cleanup': new Oracle('crypt-cleanup', EMPEROR),
};
const slowest = { what: 'none', tookMs: 0 };

/** Everything that is wrong about what became of an act. */
function wrong(pack: Pack, { act, before, after, refused }: Moment): string[] {
  const verdict = oracles[pack].judge(before, act);
  if (refused !== null) {
    const traces = isDeepStrictEqual(before, after) ? [] : ['refused, and left a trace'];
    return verdict?.against.length === 0 ? [...traces, `refused: ${refused}`] : traces;
  }
  const found = problemsIn(after, pack, before);
  if (verdict === null) return found;
  upheld[pack]++;
  found.push(...verdict.against.map((reason) => `accepted: ${reason}`));
  const paid = Number(before.players[act.by]?.['puissance']) - Number(after.players[act.by]?.['puissance']);
  if (act.action !== 'shatter' && paid !== verdict.price)
    found.push(`it cost ${paid} instead of ${verdict.price}`);
  return found;
}

test.each(cases)('%s: dynasty %i', async (pack, number) => {
  const seed = `${pack} ${number}`;
  const dynasty = new SimulatedCrypt(pack, seed, (moment) => {
    const what = `seed "${seed}": ${JSON.stringify(moment.act)}`;
    if (moment.tookMs > slowest.tookMs) Object.assign(slowest, { what, tookMs: moment.tookMs });
    const found = [...wrong(pack, moment), ...wronglyRisen(moment).map((id) => `${id} rises from dust`)];
    expect({ what, wrong: found }).toEqual({ what, wrong: [] });
  });
  const { last } = await dynasty.run();
  // A game that is not stuck enacts what everybody is for.
  expect({ seed, last }).toEqual({ seed, last: 'enacted' });
  expect(dynasty.accepted).toBeGreaterThan(10);
});

test('enough happens for the test to mean something', () => {
  expect(Math.min(...Object.values(upheld))).toBeGreaterThan(5 * EACH);
});

test('reports the slowest action, which takes under five seconds', () => {
  process.stdout.write(`slowest action: ${Math.round(slowest.tookMs)} ms, ${slowest.what}\n`);
  expect(slowest.tookMs).toBeLessThan(5_000);
});
