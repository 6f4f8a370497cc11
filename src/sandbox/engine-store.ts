import type { ReadyClauses } from './ready-clauses.ts';

/** Holds JavaScript of the engine's own files, by their paths, and of the library's clauses, which most games play by. */
export interface EngineStore {
  readSources(): ReadonlyMap<string, string>;
  writeSources(sources: ReadonlyMap<string, string>): void;
  readClauses(): ReadyClauses;
}
