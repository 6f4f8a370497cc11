import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Caches } from '../../../src/cache/caches.ts';
import { SANDBOX_CACHE } from '../../../src/sandbox/engine-code.ts';
import { MadeAhead } from '../../../src/sandbox/made-ahead.ts';
import { SandboxCaches } from '../../../src/sandbox/sandbox-caches.ts';
import { numbers, spoilt } from '../../attacks/spoil.ts';

/** In memory where there is such a folder: what is written there is gone at the end. */
const PLACE = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const ENGINE = 'simulated';
/** Those that are used with the bounds that simulated games set. */
const OF_SIMULATED = /^(?:clauses\.json|boot-67108864-.*\.image)$/u;
const [OF_GAME, OF_ENGINE] = ['game', 'engine'] as const;

/** Files by their names, `game/reads.json`. */
export type CachedFiles = ReadonlyMap<string, Buffer>;

/**
 * Does something as a process that finds these cached files, each spoilt at random where a seed is given; returns those that
 * are there afterwards.
 */
export async function withCached(
  files: CachedFiles,
  seed: number | null,
  act: (caches: Caches) => Promise<void>,
): Promise<CachedFiles> {
  const folder = mkdtempSync(join(PLACE, 'gitnomic-cached-'));
  const [ofGame, ofEngine] = [join(folder, OF_GAME), join(folder, OF_ENGINE)];
  try {
    for (const path of [ofGame, ofEngine]) mkdirSync(path);
    const draw = numbers((seed ?? 0) + 1);
    const all = [...files.values()];
    for (const [name, bytes] of files)
      writeFileSync(join(folder, name), seed === null || draw(4) === 0 ? bytes : spoilt(bytes, draw, all));
    const caches = new Caches(ENGINE, new SandboxCaches(new MadeAhead(ofEngine)));
    caches.keepIn(ofGame);
    try {
      await act(caches);
    } finally {
      caches.finish();
    }
    return filesIn(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function filesIn(folder: string): CachedFiles {
  const names = [OF_GAME, OF_ENGINE].flatMap((one) =>
    readdirSync(join(folder, one)).map((name) => `${one}/${name}`),
  );
  return new Map(names.toSorted().map((name) => [name, readFileSync(join(folder, name))]));
}

/** The cached files of the engine itself, as set-up leaves them. */
export function engineCached(): CachedFiles {
  const folder = fileURLToPath(SANDBOX_CACHE);
  const names = readdirSync(folder).filter((name) => OF_SIMULATED.test(name));
  return new Map(names.map((name) => [`${OF_ENGINE}/${name}`, readFileSync(join(folder, name))]));
}
