import { readText } from '#platform/files.ts';

import type { EngineStore } from './engine-store.ts';

/** The engine's and the library's code as JavaScript, in the published package. */
const GUEST = new URL('./guest.json', import.meta.url);
const CLAUSES = new URL('../../content/clauses.json', import.meta.url);

export const published: EngineStore = {
  readSources: () => textsIn(GUEST),
  readClauses: () => textsIn(CLAUSES),
  // An installed package is never written to.
  writeSources: () => undefined,
};

function textsIn(file: URL): ReadonlyMap<string, string> {
  return new Map(Object.entries(JSON.parse(readText(file)) as Record<string, string>));
}
