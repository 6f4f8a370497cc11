import type { ReadyClauses } from './ready-clauses.ts';

/** JavaScript of the engine's own files by path, and of the library's clauses, which most games use. */
export interface EngineStore {
  readSources(): ReadonlyMap<string, string>;
  writeSources(sources: ReadonlyMap<string, string>): void;
  readClauses(): ReadyClauses;
}
