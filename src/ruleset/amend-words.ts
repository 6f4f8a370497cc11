import { diffArrays } from 'diff';
import { readQuantity, splitWords } from '../kernel/number-words.ts';
import { shownRangeOf, sourceOffset, type ShownText } from './shown.ts';
import type { Range } from './term-edit.ts';

const MOST_EDITS = 2_000;

interface WordChange extends Range {
  readonly text: string;
}

/** Changes only the words that differ, so that the markup between them stays. */
export function writeByWords(
  shown: ShownText,
  range: Range,
  words: string,
  take = (text: string): string => text,
): string {
  let source = shown.source;
  const before = shown.text.slice(range.start, range.end);
  const split = splitterFor(shown, before, range.start);
  for (const change of wordChanges(split(before), split(words), range.start).reverse()) {
    const { start, end, text } = writeChange(shown, widen(shown, change), { take, split });
    source = source.slice(0, start) + text + source.slice(end);
  }
  return source;
}

type Split = (text: string) => string[];

interface Writing {
  readonly take: (text: string) => string;
  readonly split: Split;
}

/** A number of several words is one piece, unless only a part of it is a live value: the `5` of `5 percent`. */
function splitterFor(shown: ShownText, before: string, offset: number): Split {
  const live = shown.wraps.filter(({ kind }) => kind === 'live').map((wrap) => shownRangeOf(shown, wrap));
  let end = offset;
  const isWhole = splitWords(before).every((piece) => {
    const start = end;
    end += piece.length;
    return live.every(
      (one) => end <= one.start || start >= one.end || (start >= one.start && end <= one.end),
    );
  });
  return isWhole ? splitWords : (text) => splitWords(text, 1);
}

function wordChanges(old: string[], fresh: string[], offset: number): WordChange[] {
  const changes: WordChange[] = [];
  let at = offset;
  let open: { start: number; end: number; text: string } | null = null;
  const parts = diffArrays(old, fresh, { maxEditLength: MOST_EDITS }) ?? [
    { value: old, removed: true, added: false },
    { value: fresh, removed: false, added: true },
  ];
  for (const part of parts) {
    const text = part.value.join('');
    if (!part.added && !part.removed) {
      if (open) changes.push(open);
      open = null;
    } else {
      open ??= { start: at, end: at, text: '' };
      if (part.added) open.text += text;
      else open.end = at + text.length;
    }
    if (!part.added) at += text.length;
  }
  if (open) changes.push(open);
  return changes;
}

/** A term counts as one word: `Old Sailor` is `Player` in the source, so a change of one half changes all of it. */
function widen(shown: ShownText, change: WordChange): WordChange {
  let { start, end, text } = change;
  for (const piece of shown.pieces) {
    const pieceEnd = piece.at + piece.shown.length;
    if (piece.kind !== 'term' || pieceEnd <= start || piece.at >= end) continue;
    text =
      shown.text.slice(Math.min(piece.at, start), start) +
      text +
      shown.text.slice(end, Math.max(end, pieceEnd));
    [start, end] = [Math.min(piece.at, start), Math.max(pieceEnd, end)];
  }
  return { start, end, text };
}

/**
 * Applies one change to the source. Markup around words that are removed completely is removed too, but a number keeps the link of its
 * live value.
 */
function writeChange(shown: ShownText, change: WordChange, { take, split }: Writing): WordChange {
  const { start, end } = change;
  if (start === end) {
    // An insertion at the edge of markup goes outside it.
    const [before, after] = [sourceOffset(shown, start, 'before'), sourceOffset(shown, start, 'after')];
    const opens = shown.pieces.some(
      (piece) => piece.kind === 'open' && piece.start >= before && piece.end <= after,
    );
    const closes = shown.pieces.some(
      (piece) => piece.kind === 'close' && piece.start >= before && piece.end <= after,
    );
    const at = opens && !closes ? before : after;
    return { start: at, end: at, text: take(change.text) };
  }
  const source = { start: sourceOffset(shown, start, 'after'), end: sourceOffset(shown, end, 'before') };
  const held = shown.wraps
    .map((wrap) => ({ wrap, text: shownRangeOf(shown, wrap) }))
    .filter(({ text }) => {
      return text.start >= start && text.end <= end && text.end > text.start;
    });
  const exact = held.find(({ text }) => text.start === start && text.end === end);
  const isLiveNumber = exact?.wrap.kind === 'live' && isNumber(shown.text.slice(start, end));
  if (exact && change.text !== '' && !isLiveNumber) return { ...source, text: take(change.text) };
  const retained = keepLinks(shown, held, change, { take, split });
  const markup = shown.pieces.filter(({ wrap, ...piece }) => {
    const inside = piece.start >= source.start && piece.end <= source.end;
    return wrap !== undefined && inside && !held.some((other) => other.wrap === wrap);
  });
  const outer = held.reduce(
    (wide, { wrap }) => ({ start: Math.min(wide.start, wrap.start), end: Math.max(wide.end, wrap.end) }),
    source,
  );
  const half = markup.map((piece) => shown.source.slice(piece.start, piece.end)).join('');
  const closing = markup.some((piece) => piece.kind === 'close');
  return { ...outer, text: closing ? half + retained : retained + half };
}

/** An article hardly ever stands for a number. */
function isNumber(words: string): boolean {
  return readQuantity(words) !== null && !/^(?:an?|no)$/i.test(words);
}

type Held = readonly { readonly wrap: { readonly kind: string } & Range; readonly text: Range }[];

/**
 * If as many numbers are added as live numbers are removed, each keeps its link. So does a live value that was the only word removed,
 * apart from a comma: `3,` → `four,` in `[3](#value:cost),` gives `[four](#value:cost),`.
 */
function keepLinks(shown: ShownText, held: Held, change: WordChange, { take, split }: Writing): string {
  const live = held.filter(({ wrap }) => wrap.kind === 'live');
  const link = (at: number, words: string): string => {
    const { start, end } = live[at]?.wrap ?? { start: 0, end: 0 };
    return shown.source.slice(start, end).replace(/^\[[^\]]*\]/, () => `[${words}]`);
  };
  const areNumbers = live.every(({ text }) => isNumber(shown.text.slice(text.start, text.end)));
  const pieces = split(change.text);
  if (live.length > 0 && areNumbers && live.length === pieces.filter(isNumber).length) {
    let at = 0;
    return pieces.map((piece) => (isNumber(piece) ? link(at++, piece) : piece)).join('');
  }
  const [only] = live;
  const around =
    only && shown.text.slice(change.start, only.text.start) + shown.text.slice(only.text.end, change.end);
  if (!only || live.length > 1 || /[\p{L}\p{N}]/u.test(around ?? '')) return take(change.text);
  return change.text.replace(/[\p{L}\p{N}#](?:[^.,;:!?]*[^\s.,;:!?])?/u, (words) => link(0, take(words)));
}
