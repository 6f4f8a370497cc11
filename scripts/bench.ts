// `npm run bench [-- NAME…]`: runs each bench/*.bench.ts by itself, one after the other, and passes on the
// JSON lines that they print. The first line is the yardstick: how long this Node takes to start on this
// machine.
// `npm run bench -- --write [NAME…]` also writes the figures into their chapters of docs/performance.md, and
// how far they let a game grow into docs/scale.md.
// `npm run bench -- --against REF [NAME…]` runs each in another commit too, and prints the numbers that
// differ.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

import { compareFigures, sayDifference } from './bench/compare-figures.ts';
import { checkOut, type OtherCommit } from './bench/other-commit.ts';
import { readFigures } from './bench/read-figures.ts';
import { findBenches, runBench } from './bench/run-benches.ts';
import { scalePage } from './bench/scale-page.ts';
import { showFigures, type Chapter } from './show-figures.ts';
import { readOptions } from './read-options.ts';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/u, '');
const page = `${root}/docs/performance.md`;
const scale = `${root}/docs/scale.md`;
const yardstickRuns = 11;
/** The time for all benchmarks together on two idle cores. */
const mostMinutes = 15;

function medianNodeStartMs(): number {
  const times = Array.from({ length: yardstickRuns }, () => {
    const start = performance.now();
    spawnSync(process.execPath, ['-e', '0']);
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[Math.floor(yardstickRuns / 2)] ?? Number.NaN;
}

const { values, positionals: names } = readOptions(import.meta.filename, {
  write: { type: 'boolean', default: false },
  against: { type: 'string' },
});
const benches = findBenches(root, names);
if (benches.length === 0) {
  const which = names.length === 0 ? 'bench/*.bench.ts' : `bench/{${names.join(',')}}*.bench.ts`;
  console.error(`There is nothing to measure: no file ${which}.`);
  process.exitCode = names.length === 0 ? 0 : 2;
} else await measure();

async function measure(): Promise<void> {
  const nodeStartMs = Math.round(medianNodeStartMs() * 10) / 10;
  console.log(JSON.stringify({ bench: 'node-start', ms: nodeStartMs }));
  const other = values.against === undefined ? null : checkOut(root, values.against);
  const chapters: Chapter[] = [];
  try {
    for (const [at, name] of benches.entries()) {
      const { chapter, isWhole } = await measureOne(name, at + 1, other);
      // If a benchmark fails, the page keeps its earlier figures.
      if (isWhole) chapters.push(chapter);
    }
  } finally {
    other?.close();
  }
  const minutes = performance.now() / 60_000;
  console.error(`Everything took ${minutes.toFixed(1)} minutes.`);
  if (names.length === 0 && other === null && minutes > mostMinutes)
    console.error(`That is more than the ${mostMinutes} that it may take where nothing else runs.`);
  if (!values.write) return;
  const machine = `Node ${process.versions.node}, ${cpus().length} cores; Node itself starts in ${nodeStartMs} ms`;
  const before = existsSync(page) ? readFileSync(page, 'utf8') : '';
  const after = showFigures(chapters, machine, before);
  writeFileSync(page, after);
  writeFileSync(scale, scalePage(readFigures(after)));
}

async function measureOne(
  name: string,
  number: number,
  other: OtherCommit | null,
): Promise<{ readonly chapter: Chapter; readonly isWhole: boolean }> {
  const minutes = (performance.now() / 60_000).toFixed(1);
  console.error(`${number} of ${benches.length}, after ${minutes} minutes: ${name} …`);
  const { figures, seconds, isWhole } = await runBench(root, name, (line) => console.log(line));
  console.error(`${name} took ${Math.round(seconds)} s.`);
  if (!isWhole) {
    console.error(`bench/${name}.bench.ts failed.`);
    process.exitCode = 1;
  }
  if (other !== null) await compareWith(other, name, figures);
  return { chapter: { name, about: aboutOf(name), figures }, isWhole };
}

async function compareWith(
  { root: there }: OtherCommit,
  name: string,
  figures: Chapter['figures'],
): Promise<void> {
  if (!findBenches(there, [name]).includes(name)) {
    console.error(`${values.against ?? ''} has no bench ${name}.`);
    return;
  }
  console.error(`${name} in ${values.against ?? ''} …`);
  const before = await runBench(there, name, () => undefined);
  const differences = compareFigures(figures, before.figures);
  console.log(
    differences.length === 0 ? `${name}: no number differs.` : differences.map(sayDifference).join('\n'),
  );
}

/** The description at the head of a bench. */
function aboutOf(name: string): string {
  const lines = readFileSync(`${root}/bench/${name}.bench.ts`, 'utf8').split('\n');
  const end = lines.findIndex((line) => !line.startsWith('//'));
  return lines
    .slice(0, end)
    .map((line) => line.replace(/^\/\/ ?/u, ''))
    .join('\n');
}
