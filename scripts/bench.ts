// `npm run bench [-- NAME…]`: runs each bench/*.bench.ts by itself, one after the other, and passes on the JSON
// lines that they print. The first line is the yardstick: how long this Node takes to start on this machine.
// `npm run bench -- --write [NAME…]` also puts the figures into their chapters of docs/performance.md.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { showFigures, type Chapter, type Figure } from './show-figures.ts';

const folder = fileURLToPath(new URL('../bench', import.meta.url));
const page = fileURLToPath(new URL('../docs/performance.md', import.meta.url));
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
const chapters: Chapter[] = [];
const benches = findBenches(names);
const nodeStart = { bench: 'node-start', ms: Math.round(medianNodeStartMs() * 10) / 10 };
if (benches.length === 0) {
  const which = names.length === 0 ? 'bench/*.bench.ts' : `bench/{${names.join(',')}}*.bench.ts`;
  console.error(`There is nothing to measure: no file ${which}.`);
  process.exitCode = names.length === 0 ? 0 : 2;
} else {
  console.log(JSON.stringify(nodeStart));
}
for (const bench of benches) {
  console.error(`bench/${bench} …`);
  const { status, stdout } = spawnSync(process.execPath, [`${folder}/${bench}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  chapters.push({ name: bench.replace('.bench.ts', ''), about: aboutOf(bench), figures: passOn(stdout) });
  if (status !== 0) {
    console.error(`bench/${bench} failed.`);
    process.exitCode = 1;
  }
}
if (writes && chapters.length > 0) {
  const machine = `Node ${process.versions.node}, ${cpus().length} cores; Node itself starts in ${nodeStart.ms} ms`;
  const before = existsSync(page) ? readFileSync(page, 'utf8') : '';
  writeFileSync(page, showFigures(chapters, machine, before));
}

/** What a bench says of itself at its head. */
function aboutOf(bench: string): string {
  const lines = readFileSync(`${folder}/${bench}`, 'utf8').split('\n');
  const end = lines.findIndex((line) => !line.startsWith('//'));
  return lines
    .slice(0, end)
    .map((line) => line.replace(/^\/\/ ?/u, ''))
    .join('\n');
}

/** Prints the figures of one bench as they came, and reads them. */
function passOn(stdout: string): Figure[] {
  const lines = stdout.split('\n').filter((line) => line !== '');
  for (const line of lines) console.log(line);
  return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Figure);
}
