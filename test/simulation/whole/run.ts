import { simulate } from './game.ts';

/**
 * Plays simulated games: `node run.ts FIRST COUNT [--stop] [--short]`. A game that fails is printed with its seed,
 * which plays it again. `--stop` ends at the first, `--short` does not shrink it.
 */
const [first = 0, count = 1] = process.argv
  .slice(2)
  .filter((word) => !word.startsWith('-'))
  .map(Number);
const stop = process.argv.includes('--stop');
const began = performance.now();
const broken: Record<string, number[]> = {};
let played = 0;
for (let seed = first; seed < first + count; seed += 1) {
  const outcome = await simulate(seed, { shrink: !process.argv.includes('--short') });
  played += 1;
  if (outcome.broken !== null) {
    (broken[outcome.invariant ?? ''] ??= []).push(seed);
    process.stderr.write(`${outcome.broken}\n`);
    if (stop) break;
  }
  if (played % 100 === 0)
    process.stderr.write(`${played} games, ${Math.round((performance.now() - began) / played)} ms each\n`);
}
process.stdout.write(`${JSON.stringify({ played, ms: Math.round(performance.now() - began), broken })}\n`);
if (Object.keys(broken).length > 0) process.exitCode = 1;
