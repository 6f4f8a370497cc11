import { tokenizer } from 'acorn';
import { refuse } from './scopes.ts';

const WORD = /\b(?:declare|namespace|module|global)\b/gu;
/** `unique` at the end of a line, beyond comments, with more after it. */
const UNIQUE =
  /\bunique\b(?=(?:\s|\/\/[^\n\r\u2028\u2029]*|\/\*[^]*?\*\/)*[^\s/;,)\]}=:?>|&.])(?!\s+symbol\b)/gu;

/**
 * Stripping must remove nothing but types. For TypeScript, a word such as `declare` at the end of a line is a name and the next
 * line runs, but the stripper removes both. Clauses need no such word, so all are refused.
 */
export function mayLeaveOut(typescript: string, javascript: string): void {
  // For TypeScript, `unique` is an operator even if its type follows on the next line, which the stripper keeps.
  for (const { index } of typescript.matchAll(UNIQUE))
    if (/^\s{6}/u.test(javascript.slice(index)))
      refuse({ start: index }, 'a clause has no type `unique`: give it another name');
  for (const { index, 0: word } of typescript.matchAll(WORD)) {
    if (javascript.startsWith(word, index)) continue;
    const isRetained = (at: number): boolean => /\S/u.test(javascript[at] ?? '.');
    let [start, end] = [index, index];
    while (start > 0 && !isRetained(start - 1)) start--;
    while (end < typescript.length && !isRetained(end)) end++;
    if (declares(word, typescript.slice(start, end)))
      refuse({ start: index }, `a clause has no \`${word}\`: leave it out`);
  }
}

/** Whether the word begins a declaration here, and is not in a comment, a text or a property name. */
function declares(word: string, leftOut: string): boolean {
  let before = '';
  try {
    for (const { type, start, end } of tokenizer(leftOut, { ecmaVersion: 2025 })) {
      const isMore = ['name', 'string', '{'].includes(type.label) || type.keyword !== undefined;
      if (before === word && isMore) return true;
      before = type.label === 'name' ? leftOut.slice(start, end) : '';
    }
  } catch {
    return true;
  }
  return false;
}
