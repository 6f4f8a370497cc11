import { tokenizer } from 'acorn';
import { refuse } from './scopes.ts';

const WORD = /\bdeclare\b/gu;

/**
 * Stripping must remove nothing but types. For TypeScript, `declare` at the end of a line is a name and the next line
 * runs, but the stripper removes both. Clauses don't need `declare`, so it is refused.
 */
export function mayLeaveOut(typescript: string, javascript: string): void {
  for (const { index } of typescript.matchAll(WORD)) {
    if (javascript.startsWith('declare', index)) continue;
    const isKept = (at: number): boolean => /\S/u.test(javascript[at] ?? '.');
    let [start, end] = [index, index];
    while (start > 0 && !isKept(start - 1)) start--;
    while (end < typescript.length && !isKept(end)) end++;
    if (declares(typescript.slice(start, end)))
      refuse({ start: index }, 'a clause has no `declare`: leave it out');
  }
}

/** Whether `declare` is a modifier here, and not in a comment, a text or a property name. */
function declares(leftOut: string): boolean {
  let before = '';
  try {
    for (const { type, start, end } of tokenizer(leftOut, { ecmaVersion: 2025 })) {
      const isWord = type.label === 'name' || type.label === 'string' || type.keyword !== undefined;
      if (before === 'declare' && isWord) return true;
      before = type.label === 'name' ? leftOut.slice(start, end) : '';
    }
  } catch {
    return true;
  }
  return false;
}
