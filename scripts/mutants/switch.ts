// Loaded beside sources that hold their mutants: says which is in force, and counts the steps that are taken in them.

interface Switch {
  /** The number of the mutant that is in force; NONE while there is none. */
  on: number;
  steps: number;
  /** A test that takes more than so many steps has been made endless by its mutant. */
  mostSteps: number;
  /** What was reached; null while nobody wants to know. */
  reached: Set<number> | null;
}

export const NONE = -1;
const KEY = Symbol.for('gitnomic.mutants');

const shared = globalThis as { [KEY]?: Switch };
/** One for all files of tests, whoever loads this module again. */
export const state: Switch = (shared[KEY] ??= {
  on: NONE,
  steps: 0,
  mostSteps: Infinity,
  reached: new Set(),
});

/** Thrown at each step more, so that whoever catches it goes no further either. */
export class EndlessError extends Error {}

/** Whether this mutant is in force. */
export function $m(mutant: number): boolean {
  $again();
  state.reached?.add(mutant);
  return state.on === mutant;
}

/** Once more round a loop. */
export function $again(): void {
  state.steps += 1;
  if (state.steps > state.mostSteps) throw new EndlessError('a mutant goes on without an end');
}
