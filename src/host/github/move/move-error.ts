export interface MoveProblem {
  readonly code: string;
  readonly what: string;
  readonly next: string;
}

/** Why a game can't be moved, all reasons at once. Nothing was written. */
export class MoveError extends Error {
  readonly code = 'not-moved';
  readonly problems: readonly MoveProblem[];
  constructor(...problems: readonly MoveProblem[]) {
    super(problems.map(({ what }) => what).join(' '));
    this.name = 'MoveError';
    this.problems = problems;
  }
}
