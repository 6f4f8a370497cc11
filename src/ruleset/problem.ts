/**
 * A problem with a file that somebody wrote. It is a value, not an exception: a reader collects all of them, and
 * each says what, where, what was expected and how that looks.
 */
export interface Problem {
  readonly code: string;
  readonly file: string;
  /** 1 is the first line of the file. */
  readonly line?: number | undefined;
  /** The front-matter key, or the name of the live value, that is at fault. */
  readonly field?: string | undefined;
  readonly message: string;
  readonly expected: string;
  readonly example: string;
}

/** `core/votes.md:3: order: … Expected …, for example …` */
export function describeProblem(problem: Problem): string {
  const place = problem.line === undefined ? problem.file : `${problem.file}:${problem.line}`;
  const field = problem.field === undefined ? '' : `${problem.field}: `;
  return `${place}: ${field}${problem.message} Expected ${problem.expected}, for example ${problem.example}`;
}
