// What `scripts/mutants.ts` hands to the process that runs the tests, and what it gets back.
import { readFileSync } from 'node:fs';

import type { Ran } from './tests.ts';

/** A mutant that is to be tried, and the file in which it stands. */
export interface Tried {
  readonly number: number;
  readonly file: string;
}

export interface Plan {
  /** Sources with their mutants in them, by path. */
  readonly mutated: Readonly<Record<string, string>>;
  /** Files of tests: those of the folder, which all count. */
  readonly tests: readonly string[];
  /** Files of whole games: of those that reach a mutant only some are played. */
  readonly games: readonly string[];
  readonly without: string | null;
  readonly mutants: readonly Tried[];
  /** What games did before, by their names: they need not be played once more to know it. */
  readonly known: Readonly<Record<string, Ran>>;
  /** Where answers are written, a line each. */
  readonly answers: string;
  /** Where it is kept what each game did. */
  readonly runs: string;
}

/** How it went with a mutant; the first line about it says only that it is being tried. */
export type Answer =
  | { readonly number: number; readonly how: 'begun' }
  | { readonly number: number; readonly how: 'died'; readonly by: string }
  | { readonly number: number; readonly how: 'lives'; readonly tests: number }
  | { readonly number: number; readonly how: 'unreached' }
  /** The test that failed still fails without it: what it left behind asks for a new process. */
  | { readonly number: number; readonly how: 'spoilt'; readonly by: string };

let read: Plan | null = null;

export function plan(): Plan {
  return (read ??= JSON.parse(readFileSync(process.env['GITNOMIC_PLAN'] ?? '', 'utf8')) as Plan);
}

export function knownRuns(): Plan['known'] {
  return plan().known;
}
