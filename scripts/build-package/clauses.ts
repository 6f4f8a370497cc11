/** Plays the sample: part of packs for this project alone. */
export const SAMPLE_ONLY = /^[^/]+\/players\//u;

/** The texts of all clauses among these files, and of what they import of their own packs. */
export function clausesIn(files: ReadonlyMap<string, string>): readonly string[] {
  return [...files].flatMap(([path, text]) =>
    path.endsWith('.ts') && !SAMPLE_ONLY.test(path) ? [text] : [],
  );
}
