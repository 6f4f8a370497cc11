/** A ruleset that can't be put in force, with everything that is wrong with it. */
export class UnplayableError extends Error {
  readonly code = 'unplayable';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`the ruleset can't be put in force:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'UnplayableError';
    this.problems = problems;
  }
}
