import { readFileSync } from 'node:fs';

import type { EngineStore } from './engine-store.ts';

/** In the published package: what the sandbox loads of the engine itself, and the library's clauses, as JavaScript. */
const GUEST = new URL('./guest.json', import.meta.url);
const CLAUSES = new URL('../../content/clauses.json', import.meta.url);

export const published: EngineStore = {
  readSources: () => textsIn(GUEST),
  readClauses: () => textsIn(CLAUSES),
  // Nothing is written into an installed package.
  writeSources: () => undefined,
};

function textsIn(file: URL): ReadonlyMap<string, string> {
  return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>));
}
