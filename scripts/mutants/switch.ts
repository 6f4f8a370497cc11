// Loaded beside sources that hold their mutants: says which is in force, and notes which were reached.
import { readFileSync } from 'node:fs';

/** Nothing is in force, and what is reached is noted. */
const NONE_AND_NOTED = -1;
const MOST_ROUNDS = 20_000_000;

interface Switched {
  readonly on: number;
}

const { on } = JSON.parse(readFileSync(process.env['GITNOMIC_MUTANT'] ?? '', 'utf8')) as Switched;
export const reached: Set<number> = new Set();
let rounds = 0;

/** Whether this mutant is in force. */
export function $m(mutant: number): boolean {
  if (on === NONE_AND_NOTED) reached.add(mutant);
  return on === mutant;
}

/** A loop that a mutant made endless is ended, and so that mutant. */
export function $again(): void {
  rounds += 1;
  if (on !== NONE_AND_NOTED && rounds > MOST_ROUNDS) throw new Error('a mutant goes round and round');
}

export function startAnew(): void {
  rounds = 0;
}
