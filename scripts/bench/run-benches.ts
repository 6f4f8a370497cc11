import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import type { Figure } from '../show-figures.ts';

/** What one bench printed, how long it took, and whether it finished. */
export interface Ran {
  readonly figures: readonly Figure[];
  readonly seconds: number;
  readonly isWhole: boolean;
}

const ENDING = '.bench.ts';

/** Benches whose names begin with one of these words, or all benches. */
export function findBenches(root: string, words: readonly string[]): string[] {
  const folder = join(root, 'bench');
  const names = existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith(ENDING))
        .map((file) => file.slice(0, -ENDING.length))
    : [];
  return names.filter((name) => words.length === 0 || words.some((word) => name.startsWith(word))).sort();
}

/** Runs a benchmark by itself and passes on each line as it comes, since some take minutes. */
export async function runBench(root: string, name: string, told: (line: string) => void): Promise<Ran> {
  const start = performance.now();
  const child = spawn(process.execPath, [join(root, 'bench', `${name}${ENDING}`)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const figures: Figure[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === '') continue;
    told(line);
    if (line.startsWith('{')) figures.push(JSON.parse(line) as Figure);
  }
  const isWhole = (await ended) === 0;
  return { figures, seconds: (performance.now() - start) / 1000, isWhole };
}
