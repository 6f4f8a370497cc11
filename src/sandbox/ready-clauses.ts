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

/** The engine's own code as JavaScript by path, and the library's, in the published package. */
const GUEST = new URL('./guest.json', import.meta.url);
export const CLAUSES_FILE = new URL('../../content/clauses.json', import.meta.url);

export const published = {
  readGuest: () => textsIn(GUEST),
  readClauses: () => textsIn(CLAUSES_FILE),
};

function textsIn(file: URL): ReadonlyMap<string, string> {
  return new Map(Object.entries(JSON.parse(readText(file)) as Record<string, string>));
}
