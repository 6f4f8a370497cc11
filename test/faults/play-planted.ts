import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import type { PlantedFault } from './planted.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const COPIED = ['src', 'content/library', 'test', 'package.json', 'tsconfig.json'];
const run = promisify(execFile);

export interface Found {
  /** The invariant that noticed, or null: no game found it. */
  readonly invariant: string | null;
  readonly seed: number | null;
  readonly games: number;
}

/** Plants a fault in a copy of the sources and plays games on it, from one seed on, until one notices. */
export async function playPlanted(fault: PlantedFault, most: number, from = 0): Promise<Found> {
  const copy = mkdtempSync(join(tmpdir(), 'gitnomic-planted-'));
  try {
    for (const path of COPIED) cpSync(join(root, path), join(copy, path), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    plant(copy, fault);
    const script = join(copy, 'test/simulation/whole/run.ts');
    const words = [
      '--disable-warning=ExperimentalWarning',
      script,
      String(from),
      String(most),
      '--stop',
      '--short',
    ];
    const said = await run(process.execPath, words, { cwd: copy, maxBuffer: 64 * 1024 * 1024 }).then(
      ({ stdout }) => stdout,
      (error: { stdout?: string; message: string }) => {
        if ((error.stdout ?? '') === '') throw new Error(error.message);
        return error.stdout ?? '';
      },
    );
    const { played, broken } = JSON.parse(said.trim().split('\n').at(-1) ?? '') as {
      played: number;
      broken: Record<string, number[]>;
    };
    const [first] = Object.entries(broken);
    return { invariant: first?.[0] ?? null, seed: first?.[1][0] ?? null, games: played };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

export function plant(folder: string, { file, replace, with: words, name }: PlantedFault): void {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(replace).length !== 2)
    throw new Error(`${name}: ${JSON.stringify(replace)} must stand exactly once in ${file}`);
  writeFileSync(
    path,
    text.replace(replace, () => words),
  );
}
