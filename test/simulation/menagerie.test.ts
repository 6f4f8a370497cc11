import { isDeepStrictEqual } from 'node:util';

import { expect, test } from 'vitest';

import type { State } from '../../src/kernel/state.ts';
import { SimulatedMenagerie, type Moment } from './menagerie-dynasty.ts';
import {
  bred,
  type Creature,
  DRUID,
  EMPEROR,
  ENEMIES,
  increase,
  keeper,
  keepers,
  keyOf,
  UPKEEP,
} from './menagerie-oracle.ts';
import { isAllowed } from './menagerie-judge.ts';
import { Slowest } from './slowest.ts';

const DYNASTIES = Number(process.env['GITNOMIC_DYNASTIES'] ?? 4);

function problemsOf(one: Creature): string[] {
  const { qualities } = one;
  const problems: string[] = [];
  if ([...new Set(qualities)].sort().join() !== qualities.join())
    problems.push(`${keyOf(one)}: qualities twice, or out of order`);
  if (!qualities.every((quality) => quality in UPKEEP)) problems.push(`${keyOf(one)}: no such quality`);
  if (ENEMIES.some((pair) => pair.every((quality) => qualities.includes(quality))))
    problems.push(`${keyOf(one)}: incompatible`);
  return problems;
}

const isWhole = (value: number): boolean => Number.isInteger(value) && value >= 0;

/** What must hold at any moment, whatever was done, and doesn't. */
function problemsIn(state: State, mayHaveTwins: boolean): string[] {
  const seen = new Map<string, string>();
  const problems: string[] = [];
  for (const id of keepers(state)) {
    const { stable, food, favor, allies } = keeper(state, id);
    if (stable.length > 5) problems.push(`${id}: too many creatures`);
    if (!isWhole(food) || !isWhole(favor)) problems.push(`${id}: food ${food}, favor ${favor}`);
    if (stable.filter((one) => one.qualities.includes('spectral')).length > 1)
      problems.push(`${id}: two spectres`);
    for (const one of stable) {
      problems.push(...problemsOf(one));
      const other = seen.get(keyOf(one)) ?? id;
      if (!mayHaveTwins && other !== id) problems.push(`${keyOf(one)}: with ${other} and ${id}`);
      seen.set(keyOf(one), id);
    }
    if (id === DRUID && (favor !== 0 || allies.length > 0)) problems.push('the Druid is at court');
  }
  const held = Object.values(state.players).flatMap((one) =>
    (one['allies'] as readonly { identity: string }[]).map(({ identity }) => identity),
  );
  if (new Set(held).size !== held.length) problems.push('an ally of two people');
  if (((state.players[EMPEROR]?.['stable'] ?? []) as readonly unknown[]).length > 0)
    problems.push('the emperor keeps creatures');
  return problems;
}

/** What an accepted act should have done, and didn't. */
function wrongEffect({ act, before, after }: Moment): string[] {
  const id = act.with['for'] === DRUID || act.action === 'breed-for-druid' ? DRUID : act.by;
  if (act.action === 'breed' || act.action === 'breed-for-druid') {
    const wanted = bred(before, act, id);
    if (wanted === null) return ['there should be no whelp'];
    const { stable, food } = keeper(after, id);
    const isRight =
      isDeepStrictEqual(stable, [...wanted.rest, wanted.whelp]) &&
      food === keeper(before, id).food - wanted.price;
    return isRight ? [] : [`the breeder has ${JSON.stringify(stable)} and ${food} food`];
  }
  if (act.action !== 'feed') return [];
  return keepers(before).filter((one) => {
    const { food } = keeper(before, one);
    const wanted = food + increase(before, one);
    return keeper(after, one).food !== (wanted < 0 ? food : wanted);
  });
}

/** Everything that is wrong about what became of an act. */
function wrong(moment: Moment, mayHaveTwins: boolean): string[] {
  const { act, before, after, refused } = moment;
  const problems = problemsIn(after, mayHaveTwins);
  const isActive = act.by === EMPEROR || before.players[act.by]?.['state'] === 'active';
  const isDormant = keepers(before).length < 5;
  const allowed = isActive && !isDormant ? isAllowed(before, act) : undefined;
  if (allowed === true && refused !== null) problems.push(`refused: ${refused}`);
  if (allowed === false && refused === null) problems.push('accepted');
  if (refused === null) problems.push(...wrongEffect(moment));
  else if (!isDeepStrictEqual(after, before)) problems.push('refused, and left a trace');
  return problems;
}

const counts: Record<string, number> = {};
const slowest = new Slowest();

test.each(Array.from({ length: DYNASTIES }, (_, number) => number))(
  'dynasty %i: nothing illegal is accepted, nothing legal refused, and no value is illegal',
  async (n) => {
    let isBack = false;
    const check = (moment: Moment): void => {
      const { act, refused } = moment;
      // Whoever comes back may bring a creature that somebody else has bred meanwhile.
      if (act.action === 'unidle' && refused === null) isBack = true;
      const found = wrong(moment, isBack);
      if (found.length > 0) throw new Error(`${JSON.stringify(act)}: ${found.join('; ')}`);
      if (refused === null) counts[act.action] = (counts[act.action] ?? 0) + 1;
    };
    const dynasty = new SimulatedMenagerie(`menagerie ${n}`, check, slowest);
    expect(await dynasty.run(), 'what everybody is for is enacted').toBe('enacted');
  },
);

test('enough happens for the test to mean something', () => {
  const often = [
    'breed',
    'create-creature',
    'associate',
    'feed',
    'join-campaign',
    'close-campaign',
    'judge-duel',
    'seal',
  ];
  expect(often.filter((action) => (counts[action] ?? 0) <= DYNASTIES)).toEqual([]);
});

test('reports the slowest action, which takes under five seconds', () => {
  process.stdout.write(String(slowest));
  expect(slowest.tookMs).toBeLessThan(5_000);
});
