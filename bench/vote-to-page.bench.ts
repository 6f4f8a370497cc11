// The minutes from a vote to the page that shows it on GitHub, at the median and at 95 %, by a model of GitHub's
// delays, each drawn 20,000 times. Our own machine doesn't matter. If Smoke has run and its answers are in
// test/github/recorded/, its measured delays to a run, to a machine and of Pages are used. The aim is 3 and 6.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { USUAL_MINUTES } from '../src/host/github/action/wake.ts';
import { DELAYS, KINDS, minutesToPage, type Delays, type Kind } from './github-delays.ts';
import { report } from './measure.ts';

const RUNS = 20_000;
const AIM = { median: 3, late: 6 };
const folder = fileURLToPath(new URL('../test/github/recorded/', import.meta.url));

type Measured = Readonly<Record<string, readonly number[] | undefined>>;

/** The delays in seconds that Smoke measured, which replace the model's; empty if there are no results. */
function seenBySmoke(): Partial<Delays> {
  const all = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map(
      (name) => (JSON.parse(readFileSync(`${folder}${name}`, 'utf8')) as { measured?: Measured }).measured,
    );
  const seen = (['begin', 'machine', 'deploy'] as const).flatMap((what) => {
    const seconds = all.flatMap((measured) => measured?.[what] ?? []).toSorted((a, b) => a - b);
    const [median, late] = [0.5, 0.95].map((share) => seconds[Math.floor(seconds.length * share)]);
    if (median === undefined || late === undefined) return [];
    // Durations below a second were rounded down.
    return [[what, { median: Math.max(median, 0.5), late: Math.max(late, 1) }] as const];
  });
  return Object.fromEntries(seen);
}

/** A seeded generator, so that each run gets the same numbers. */
function chanceFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const bySmoke = seenBySmoke();
/** How long a run may wait for the clock; 0 means not at all. */
const WAITS: Readonly<Record<Kind, readonly number[]>> = {
  vote: [0],
  action: [0],
  enactment: [0, 15, 30, USUAL_MINUTES],
};
for (const kind of KINDS)
  for (const waitMinutes of WAITS[kind]) {
    const delays = { ...DELAYS, ...bySmoke };
    const { median, late } = minutesToPage(kind, delays, { chance: chanceFrom(7), runs: RUNS, waitMinutes });
    report({
      bench: 'vote-to-page',
      kind,
      waitMinutes,
      medianMinutes: median,
      lateMinutes: late,
      aim: '3 and 6',
      within: median <= AIM.median && late <= AIM.late,
      bySmoke: Object.keys(bySmoke).length > 0,
    });
  }
