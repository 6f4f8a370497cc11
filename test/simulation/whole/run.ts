import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { simulate, type GameOutcome } from './game.ts';

/**
 * Plays simulated games: `node run.ts FIRST COUNT [--stop] [--short] [--results FILE]`. A game that fails is printed with its seed,
 * which plays it again. `--stop` ends at the first, `--short` does not shrink it. With `--results` each game is a line of that file,
 * and those that stand there, played at this commit, are not played again: a run that was interrupted goes on.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    stop: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    results: { type: 'string' },
  },
});
const [first = 0, count = 1] = positionals.map(Number);

interface Result extends Omit<GameOutcome, 'broken'> {
  readonly commit: string;
  readonly ms: number;
}

const commit = values.results === undefined ? '' : commitPlayed();
const results = new Map<number, Result>(
  (values.results !== undefined && existsSync(values.results) ? linesOf(values.results) : [])
    .filter((one) => one.commit === commit && one.seed >= first && one.seed < first + count)
    .map((one) => [one.seed, one]),
);
const before = results.size;
const began = performance.now();
for (let seed = first; seed < first + count; seed += 1) {
  if (results.has(seed)) continue;
  const started = process.cpuUsage();
  const { broken, ...outcome } = await simulate(seed, { shrink: !values.short });
  const { user, system } = process.cpuUsage(started);
  const result = { ...outcome, commit, ms: Math.round((user + system) / 1000) };
  results.set(seed, result);
  if (values.results !== undefined) appendFileSync(values.results, `${JSON.stringify(result)}\n`);
  if (broken !== null) process.stderr.write(`${broken}\n`);
  if (broken !== null && values.stop) break;
  const played = results.size - before;
  if (played % 100 === 0)
    process.stderr.write(`${played} games, ${Math.round((performance.now() - began) / played)} ms each\n`);
}
const broken: Record<string, number[]> = {};
const kills = { begun: 0, struck: 0, afterSaid: 0 };
for (const { seed, invariant, kills: own } of results.values()) {
  if (invariant !== null) (broken[invariant] ??= []).push(seed);
  for (const what of ['begun', 'struck', 'afterSaid'] as const) kills[what] += own[what];
}
const ms = [...results.values()].reduce((sum, one) => sum + one.ms, 0);
process.stdout.write(`${JSON.stringify({ played: results.size, ms, kills, broken })}\n`);
if (Object.keys(broken).length > 0) process.exitCode = 1;

function linesOf(file: string): readonly Result[] {
  // The last line may have been cut when a run was interrupted: that game is played again.
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => (line.endsWith('}') ? [JSON.parse(line) as Result] : []));
}

/** What is played: the commit, and whether something was changed since. */
function commitPlayed(): string {
  const git = (...words: string[]): string => execFileSync('git', words, { encoding: 'utf8' }).trim();
  return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain', '--', 'src', 'test') === '' ? '' : '+'}`;
}
