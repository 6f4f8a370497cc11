import { base64Digest } from '#platform/hash.ts';
import { instrument } from './keeping/instrument.ts';
import { stripTypes } from './strip-types.ts';
import { readText } from '#platform/files.ts';

/** Replaces the path of a clause, which differs between games. */
const ANY_PATH = 'at:any:path';

/** JavaScript by the hash of its TypeScript. */
export type ReadyClauses = ReadonlyMap<string, string>;

export const hashOfClause = (typescript: string): string => base64Digest('sha256', typescript);

/** A clause's prepared JavaScript, with this path filled in. */
export function readyAt(path: string, typescript: string, ready: ReadyClauses): string | undefined {
  const javascript = ready.get(hashOfClause(typescript));
  return javascript?.replaceAll(JSON.stringify(ANY_PATH), () => JSON.stringify(path));
}

export function makeReady(clauses: Iterable<string>): ReadyClauses {
  const ready = new Map<string, string>();
  for (const typescript of clauses) {
    if (typescript.includes(ANY_PATH)) throw new Error(`a clause of the library says ${ANY_PATH}`);
    ready.set(hashOfClause(typescript), instrument(typescript, stripTypes(typescript), ANY_PATH));
  }
  return ready;
}

/** JavaScript of the engine's own files by path, and of the library's clauses, which most games use. */
export interface EngineStore {
  readSources(): ReadonlyMap<string, string>;
  writeSources(sources: ReadonlyMap<string, string>): void;
  readClauses(): ReadyClauses;
}

/** The engine's and the library's code as JavaScript, in the published package. */
const GUEST = new URL('./guest.json', import.meta.url);
export const CLAUSES_FILE = new URL('../../content/clauses.json', import.meta.url);

export const published: EngineStore = {
  readSources: () => textsIn(GUEST),
  readClauses: () => textsIn(CLAUSES_FILE),
  // An installed package is never written to.
  writeSources: () => undefined,
};

function textsIn(file: URL): ReadonlyMap<string, string> {
  return new Map(Object.entries(JSON.parse(readText(file)) as Record<string, string>));
}
