import type { Edition } from '../play/play-options.ts';

/** True if two trees differ only in rules that no clause reads: a machine does the same under both. */
export function isWithoutClause(before: Edition['files'], after: Edition['files']): boolean {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].every(
    (path) =>
      before.get(path) === after.get(path) ||
      (path.startsWith('dynastic/') && path.endsWith('.md') && !after.has(`${path.slice(0, -3)}.ts`)),
  );
}

/** The same of trees with their terms, which clauses read as well. */
export function isTheSameToClauses(before: Edition, after: Edition): boolean {
  const terms = [before.terms, after.terms].map((one) => JSON.stringify(Object.entries(one).toSorted()));
  return terms[0] === terms[1] && isWithoutClause(before.files, after.files);
}
