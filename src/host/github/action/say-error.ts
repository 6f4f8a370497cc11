import { CodedError } from '../../../kernel/coded-error.ts';

/** On one line, because GitHub's log commands end with the line. */
export function sayError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const next = error instanceof CodedError && error.next !== undefined ? ` ${error.next}` : '';
  return `${message}${next}`.replaceAll(/\s*\n\s*/gu, ' · ');
}
