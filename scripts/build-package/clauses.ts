/** Plays the sample: part of packs for this project alone. */
export const SAMPLE_ONLY = /^[^/]+\/players\//u;

/** The texts of all clauses of a library, and of the files that they import of their own packs. */
export function clausesIn(library: ReadonlyMap<string, string>): readonly string[] {
  return [...library].flatMap(([path, text]) =>
    path.endsWith('.ts') && !SAMPLE_ONLY.test(path) ? [text] : [],
  );
}
