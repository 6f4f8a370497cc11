import { CodedError } from '../kernel/coded-error.ts';

/** Rules that can't be put in force, with all problems. */
export class UnplayableError extends CodedError<'unplayable'> {
  readonly problems: readonly string[];
  constructor(problems: readonly string[], next?: string) {
    super(
      'unplayable',
      `the ruleset can't be put in force:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
      { next },
    );
    this.problems = problems;
  }
}
