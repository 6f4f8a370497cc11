/**
 * A problem with a file that somebody wrote. It is a value rather than an exception, so that all problems can be collected. Each says
 * what is wrong, where, what was expected and what that looks like.
 */
export interface Problem {
  readonly code: string;
  readonly file: string;
  /** The line, counted from 1. */
  readonly line?: number | undefined;
  /** The front-matter key, or the name of the live value, that is wrong. */
  readonly field?: string | undefined;
  readonly message: string;
  readonly expected: string;
  readonly example: string;
}

/** `core/votes.md:3: order: … Expected …, for example …` */
export function describeProblem(problem: Problem): string {
  const place = problem.line === undefined ? problem.file : `${problem.file}:${problem.line}`;
  const field = problem.field === undefined ? '' : `${problem.field}: `;
  const example = problem.example === '' ? '.' : `, for example ${problem.example}`;
  return `${place}: ${field}${problem.message} Expected ${problem.expected}${example}`;
}
