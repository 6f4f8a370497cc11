import type { ProgramFact } from './program-changes.ts';

/** `Window: 48 hours → 36 hours` in one line. */
export function sayFact({ name, before, after }: ProgramFact): string {
  return `${name === '' ? '' : `${name}: `}${before ?? '–'} → ${after ?? '–'}`;
}
