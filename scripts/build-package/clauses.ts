/** These play the sample, so only this project needs them. */
export const SAMPLE_ONLY = /^[^/]+\/players\//u;

/** Returns the texts of all clauses among these files, and of the files that they import from their own packs. */
export function clausesIn(files: ReadonlyMap<string, string>): readonly string[] {
  return [...files].flatMap(([path, text]) =>
    path.endsWith('.ts') && !SAMPLE_ONLY.test(path) ? [text] : [],
  );
}
