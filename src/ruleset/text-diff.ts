import type { Terms } from '../kernel/manifest.ts';
import { parseBody } from './markdown.ts';
import { showText } from './shown.ts';
import type { Range } from './term-edit.ts';
import { diffTokens, tokensOf, type Token, type WordChange } from './word-diff.ts';

/**
 * The difference between two texts of a rule. It is shown as people read them, with numbers but without the links around them, and
 * compared as they are written. Every difference is shown, even in a link to which a number belongs: `36 (#value:window)`.
 */
export function textDiff(before: string, after: string, terms: Terms): readonly WordChange[] {
  return diffTokens(tokensIn(before, terms), tokensIn(after, terms));
}

const LINE_MARKS: readonly RegExp[] = [
  // The line below a table's head, the edges of rows, headings, items and quotes.
  /^ *(?:\| *)?(?::?-{3,}:? *\| *)+(?::?-{3,}:? *)?\n?/gmu,
  /^ *\| */gmu,
  /(?<! ) *\| *$/gmu,
  /^#{1,6} +/gmu,
  /^ *[-*+] +/gmu,
  /^ *> ?/gmu,
];

function tokensIn(text: string, terms: Terms): readonly Token[] {
  const found = LINE_MARKS.flatMap((mark) =>
    [...text.matchAll(mark)].map(({ 0: { length }, index }) => ({ start: index, end: index + length })),
  ).sort((one, other) => one.start - other.start || other.end - one.end);
  const marks: Range[] = [];
  for (const one of found) if (one.start >= (marks.at(-1)?.end ?? 0)) marks.push(one);
  const { pieces } = showText(text, parseBody('', text, 1), { terms, hide: 'marks' });
  return pieces.flatMap(({ start, end, shown, kind, wrap }): readonly Token[] => {
    const source = text.slice(start, end);
    if (kind === 'copy') return copied(text, { start, end }, marks);
    if (kind === 'term') return [{ source, shown }];
    // Struck words may still count, so their marks are shown.
    if (wrap?.kind === 'mark')
      return [{ source, shown: source, ...(!source.startsWith('~') && { isMarkup: true as const }) }];
    return [{ source, shown: '' }];
  });
}

function copied(text: string, { start, end }: Range, marks: readonly Range[]): readonly Token[] {
  const tokens: Token[] = [];
  let at = start;
  for (const mark of marks) {
    const [from, to] = [Math.max(at, mark.start), Math.min(end, mark.end)];
    if (from >= to) continue;
    const source = text.slice(from, to);
    tokens.push(...tokensOf(text.slice(at, from)), { source, shown: source, isMarkup: true });
    at = to;
  }
  return [...tokens, ...tokensOf(text.slice(at, end))];
}

/** A difference without markup, `## When` → `When`. If only the markup differs, it is shown. */
export function dropMarkup(words: readonly WordChange[]): readonly WordChange[] {
  const pieces: { kind: WordChange['kind']; text: string }[] = [];
  let markup = '';
  const close = (): void => {
    const last = pieces.at(-1);
    if (last !== undefined && last.kind !== 'same' && last.text.trim() === '') last.text += markup;
    markup = '';
  };
  for (const { kind, text, isMarkup } of words) {
    if (pieces.at(-1)?.kind !== kind) {
      close();
      pieces.push({ kind, text: '' });
    }
    const last = pieces.at(-1);
    if (isMarkup === true) markup += text;
    if (last !== undefined)
      last.text +=
        isMarkup !== true ? text : /^ *[-*+] +$/u.test(text) ? text.replace(/[-*+] +$/u, '• ') : '';
  }
  close();
  return pieces.filter(({ text }) => text !== '');
}
