import { tokenizer } from 'acorn';
import { refuse } from './scopes.ts';

const WORD = /\bdeclare\b/gu;

/**
 * Nothing but types may be missing where types have been taken out. To TypeScript a `declare` with a line end behind it is a name, and
 * the next line a statement that runs; what takes types out leaves out both. A clause has no use for `declare`, so that any is refused.
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

/** Whether the word stands there as one, before another, and not in a comment or a text, or as the name of a property. */
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
