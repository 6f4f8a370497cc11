import type { Ending } from './exit-codes.ts';

/** A failure, described for people and for scripts. Only `code` and `what` are always present. */
export type Fault = {
  /** Stable, in kebab-case: scripts compare it. */
  code: string;
  what: string;
  /** A file with its line, a step, an option. */
  where?: string | undefined;
  expected?: string | undefined;
  /** The way out, as a sentence or a command. */
  next?: string | undefined;
};

/** Ends a command. It is not a bug: it is printed without a stack, with all problems at once. */
export class Failure extends Error {
  readonly ending: Exclude<Ending, 'ok' | 'bug'>;
  readonly problems: readonly Fault[];

  constructor(ending: Failure['ending'], problems: Fault | readonly Fault[], options?: ErrorOptions) {
    const all = Array.isArray(problems) ? (problems as readonly Fault[]) : [problems as Fault];
    super(all.map(({ what }) => what).join(' '), options);
    this.name = 'Failure';
    this.ending = ending;
    this.problems = all;
  }
}
