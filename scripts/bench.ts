// `npm run bench [-- NAME…]`: runs each bench/*.bench.ts by itself, one after the other, and passes on the JSON
// lines that they print. The first line is the yardstick: how long this Node takes to start on this machine.
// `npm run bench -- --write [NAME…]` also puts the figures into docs/performance.md.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { showFigures, type Measured } from './show-figures.ts';

const folder = fileURLToPath(new URL('../bench', import.meta.url));
const yardstickRuns = 11;

function medianNodeStartMs(): number {
  const times = Array.from({ length: yardstickRuns }, () => {
    const start = performance.now();
    spawnSync(process.execPath, ['-e', '0']);
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[Math.floor(yardstickRuns / 2)] ?? Number.NaN;
}

function findBenches(names: readonly string[]): string[] {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.bench.ts')) : [];
  return files.filter((file) => names.length === 0 || names.some((name) => file.startsWith(name))).sort();
}

const names = process.argv.slice(2).filter((word) => word !== '--write');
const writes = process.argv.includes('--write');
const measured: Measured[] = [];
const benches = findBenches(names);
if (benches.length === 0) {
  const which = names.length === 0 ? 'bench/*.bench.ts' : `bench/{${names.join(',')}}*.bench.ts`;
  console.error(`There is nothing to measure: no file ${which}.`);
  process.exitCode = names.length === 0 ? 0 : 2;
} else {
  take('', [JSON.stringify({ bench: 'node-start', ms: Math.round(medianNodeStartMs() * 10) / 10 })]);
}
for (const bench of benches) {
  console.error(`bench/${bench} …`);
  const { status, stdout } = spawnSync(process.execPath, [`${folder}/${bench}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  take(bench, stdout.split('\n'));
  if (status !== 0) {
    console.error(`bench/${bench} failed.`);
    process.exitCode = 1;
  }
}
if (writes) {
  const machine = `Node ${process.versions.node}, ${cpus().length} cores`;
  writeFileSync(
    fileURLToPath(new URL('../docs/performance.md', import.meta.url)),
    showFigures(measured, machine),
  );
}

/** Passes on the figures of one bench, and remembers them. */
function take(bench: string, lines: readonly string[]): void {
  for (const line of lines) {
    if (line === '') continue;
    console.log(line);
    if (line.startsWith('{')) measured.push({ from: bench, figure: JSON.parse(line) as Measured['figure'] });
  }
}
