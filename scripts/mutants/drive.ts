// The last file that Vitest loads: by now all tests have run once, and are run again for each mutant that they reach.
import { appendFileSync, writeFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { plan, type Answer, type Tried } from './plan.ts';
import { NONE, state } from './switch.ts';
import { kept, passes, type KeptTest } from './tests.ts';

/** Of the games that reach a mutant so many are played at most. */
const MOST_GAMES = 4;
/** Tests of thousands of cases would take hours, and what only they notice is left to them. */
const MOST_STEPS = 2_500_000;

/** A test that takes more steps comes after those that take less, however much it has noticed. */
const SHORT_STEPS = 20_000;

const { mutants, answers, games: gameFiles, runs } = plan();
const isGame = ({ file }: KeptTest): boolean => gameFiles.some((one) => file.includes(one));
const answer = (line: Answer): void => appendFileSync(answers, `${JSON.stringify(line)}\n`);

let noticed = 0;

test('mutants', { timeout: 0 }, async () => {
  expect(kept.failed).toBe(null);
  kept.again = true;
  state.reached = null;
  const all = [...kept.tests.values()].sort((a, b) => a.ran.steps - b.ran.steps);
  writeFileSync(
    runs,
    JSON.stringify(Object.fromEntries(all.filter(isGame).map(({ name, ran }) => [name, ran]))),
  );
  const tests = all.filter(({ ran }) => ran.steps <= MOST_STEPS);
  const reaching = new Map<number, KeptTest[]>();
  for (const one of tests)
    for (const number of one.ran.reached) reaching.set(number, [...(reaching.get(number) ?? []), one]);
  const killers = new Map<string, KeptTest[]>();
  for (const mutant of mutants) await tryOne(mutant, reaching.get(mutant.number) ?? [], killers);
});

async function tryOne(
  { number, file }: Tried,
  near: readonly KeptTest[],
  killers: Map<string, KeptTest[]>,
): Promise<void> {
  if (near.length === 0) return answer({ number, how: 'unreached' });
  answer({ number, how: 'begun' });
  const order = inOrder(near, killers.get(file) ?? []);
  for (const one of order) {
    if (await passes(one, number)) continue;
    if (isAsked(one) && !(await passes(one, NONE))) {
      answer({ number, how: 'spoilt', by: one.name });
      // Vitest would go on: whatever is left of this process is no longer to be trusted.
      process.kill(process.pid, 'SIGKILL');
    }
    killers.set(file, [one, ...(killers.get(file) ?? []).filter((other) => other !== one)].slice(0, 4));
    return answer({ number, how: 'died', by: one.name });
  }
  answer({ number, how: 'lives', tests: order.length });
}

/** A long test is not asked each time whether it would have failed without a mutant too. */
function isAsked({ ran }: KeptTest): boolean {
  noticed += 1;
  return ran.steps < SHORT_STEPS || noticed % 10 === 0;
}

/** Those first that noticed other mutants of the file, then the short ones; of games some of the shorter half. */
function inOrder(near: readonly KeptTest[], killers: readonly KeptTest[]): readonly KeptTest[] {
  const first = killers.filter((one) => near.includes(one) && !isGame(one) && one.ran.steps < SHORT_STEPS);
  const own = near.filter((one) => !isGame(one) && !first.includes(one));
  const games = near.filter(isGame);
  const whole = games.slice(0, Math.max(MOST_GAMES, Math.ceil(games.length / 2)));
  const step = Math.max(1, whole.length / MOST_GAMES);
  const some = whole.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
  const known = killers.filter((one) => whole.includes(one));
  return [...first, ...own, ...known, ...some.filter((one) => !known.includes(one))];
}
