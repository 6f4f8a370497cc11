import { CodedError } from '../../../kernel/coded-error.ts';

export interface MoveProblem {
  readonly code: string;
  readonly what: string;
  readonly next: string;
}

/** Why a game can't be moved, all reasons at once. Nothing was written. */
export class MoveError extends CodedError<'not-moved'> {
  readonly problems: readonly MoveProblem[];
  constructor(...problems: readonly MoveProblem[]) {
    super('not-moved', problems.map(({ what }) => what).join(' '));
    this.problems = problems;
  }
}
