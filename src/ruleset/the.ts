import { isName } from '../kernel/roles.ts';
import type { NamedRole, Terms } from '../kernel/manifest.ts';
import type { TermEdit } from './term-edit.ts';

/** What happens to `the` when a term is replaced: a name loses it, and any other word gets it. */
export type OfThe = 'goes' | 'comes' | 'stays';

export function theBetween(from: Terms, to: Terms, role: NamedRole): OfThe {
  const [before, after] = [isName(from, role), isName(to, role)];
  return before === after ? 'stays' : after ? 'goes' : 'comes';
}

/** `the Emperor` → `Ada von Hagen` is one edit, so that a quoted name includes both words. Markup between them stays. */
export function withoutThe(
  start: number,
  article: string,
  gap: string,
  whole: TermEdit,
): readonly TermEdit[] {
  if (gap.trim() === '') return [{ ...whole, start }];
  const spaces = gap.length - gap.trimStart().length;
  return [{ start, end: start + article.length + spaces, text: '' }, whole];
}

/** Emphasis covers only the word: `**Ada von Hagen**` → `the **Emperor**`. */
export function withThe(text: string, termEnd: number, whole: TermEdit): readonly TermEdit[] {
  const the = theFor(text, whole.start, termEnd);
  const marks = /[*_]*$/u.exec(text.slice(Math.max(0, whole.start - 4), whole.start))?.[0].length ?? 0;
  if (marks === 0 || the === '') return [{ ...whole, text: the + whole.text }];
  const before = whole.start - marks;
  return [{ start: before, end: before, text: the }, whole];
}

/** No article follows these words, even with others in between: `each Emperor`, `the new Emperor`, `a former Emperor`. */
const WITHOUT_THE =
  /(?:^|[^\p{L}])(?:an?|the|no|any|each|every|either|neither|some|this|that|another|other|which|what|whose|its|their|his|her|my|our|your|new|next|old|former|previous|last|first|second|current|present|acting|own|same|only|one|title|word|['’]s)\s+[*_"“‘'([]*$/iu;

/** The article for a name that becomes a word, or none if the word is the whole title, item or cell. */
function theFor(text: string, start: number, end: number): string {
  const before = text.slice(Math.max(0, start - 40), start);
  if (WITHOUT_THE.test(before)) return '';
  const cell = Math.max(text.lastIndexOf('\n', start - 1), text.lastIndexOf('|', start - 1)) + 1;
  const opening = start === 0 ? '' : text.slice(cell, start);
  const opens = /^\s*(?:#+ +|[-*+] +|\d+[.)] +|>+ *)?[*_"“‘'([]*$/u.test(opening);
  const [rest = ''] = /^[^\n|]*/u.exec(text.slice(end, end + 200)) ?? [];
  if (opens && /^(?:\s*\([^)]*\))?[*_"”’')\]]*\s*(?::|$)/u.test(rest)) return '';
  return opens || /[.!?][*_"”’')\]]*\s+[*_"“‘'([]*$/u.test(before) ? 'The ' : 'the ';
}
