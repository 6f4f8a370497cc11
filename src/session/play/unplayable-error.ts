import { CodedError } from '../../kernel/coded-error.ts';

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

/** A broken invariant. It holds whatever rules and people do, so the engine is at fault and nothing may be written. */
export class BrokenError extends CodedError<'assertion'> {
  /** The faulty ledger line, if known. */
  readonly line: number | null;

  constructor(what: string, line: number | null = null) {
    super('assertion', `Gitnomic has a fault: ${what}`, {
      next: 'Nothing of it was written. Please report this with the game’s commit, from which `gitnomic replay` can reproduce it.',
    });
    this.line = line;
  }
}
