import type { Edition } from '../session/play/play-options.ts';

/** True if two trees differ only in rules that no clause reads, so that the engine does the same under both. */
export function isWithoutClause(before: Edition['files'], after: Edition['files']): boolean {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].every(
    (path) =>
      before.get(path) === after.get(path) ||
      (path.startsWith('dynastic/') &&
        path.endsWith('.md') &&
        !after.has(`${path.slice(0, -3)}.ts`) &&
        // A table may be a clause.
        [before, after].every((files) => files.get(path)?.includes('|') !== true)),
  );
}

/** The same, including the terms, which clauses read too. */
export function isTheSameToClauses(before: Edition, after: Edition): boolean {
  const inOrder = (terms: Edition['terms']): string =>
    JSON.stringify(Object.entries(terms).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return inOrder(before.terms) === inOrder(after.terms) && isWithoutClause(before.files, after.files);
}
