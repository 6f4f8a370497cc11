/**
 * A problem with a file that somebody wrote. It is a value rather than an exception, so that all problems can be collected. Each says
 * what is wrong, where, what was expected and what that looks like.
 */
export interface Problem {
  readonly code: string;
  readonly file: string;
  /** The line, counted from 1. */
  readonly line?: number | undefined;
  /** The first cell of a table's row, in quotation marks: people in forms don't see lines. */
  readonly row?: string | undefined;
  /** The front-matter key, or the name of the live value, that is wrong. */
  readonly field?: string | undefined;
  readonly message: string;
  readonly expected: string;
  readonly example: string;
}

/** `core/votes.md:3: order: … Expected …, for example …` */
export function describeProblem(problem: Problem): string {
  const place = problem.line === undefined ? problem.file : `${problem.file}:${problem.line}`;
  const [row, field] = [problem.row, problem.field].map((one) => (one === undefined ? '' : `${one}: `));
  return `${place}: ${row}${field}${problem.message} ${sayExpected(problem)}`;
}

export function sayExpected({ expected, example }: Pick<Problem, 'expected' | 'example'>): string {
  return `Expected ${expected}${example === '' ? '.' : `, for example ${example}`}`;
}

/** The problems that a change adds. What else could stand in a cell changes with every name, so it doesn't make an old problem new. */
export function newProblems(before: readonly Problem[], after: readonly Problem[]): readonly Problem[] {
  const keyOf = ({ file, row, field, code, message }: Problem): string =>
    JSON.stringify([file, row, field, code, message.replace(/; did you mean .*$/u, '')]);
  const known = new Set(before.map(keyOf));
  return after.filter((one) => !known.has(keyOf(one)));
}
