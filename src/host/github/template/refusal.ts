import { CodedError } from '../../../kernel/coded-error.ts';

export interface MoveProblem {
  readonly code: string;
  readonly what: string;
  readonly next: string;
}

/** Collects every reason why a game can't be moved. Nothing was written. */
export class MoveError extends CodedError {
  readonly problems: readonly MoveProblem[];
  constructor(...problems: readonly MoveProblem[]) {
    const [only, ...others] = problems;
    const alone = others.length === 0 ? only : undefined;
    super(alone?.code ?? 'not-moved', problems.map(({ what }) => what).join(' '), { next: alone?.next });
    this.problems = problems;
  }
}
