import { type Terms, PLAIN_TERMS } from '../kernel/manifest.ts';
import { parseBody } from './markdown.ts';
import type { BodyParse, Wrap } from './parse-markdown.ts';
import { findTermEdits } from './terms.ts';
import type { Range } from './term-edit.ts';

/** A range of the source with its visible text. */
interface Piece extends Range {
  readonly shown: string;
  /** The position of `shown` in the visible text. */
  readonly at: number;
  /** `copy` is shown unchanged, `term` is replaced, and `open` and `close` are invisible markup. */
  readonly kind: 'copy' | 'term' | 'open' | 'close';
  /** The markup to which an `open` or `close` belongs. */
  readonly wrap?: Wrap;
}

/** A text as people see it, mapped to its source piece by piece. */
export interface ShownText {
  readonly source: string;
  readonly text: string;
  readonly pieces: readonly Piece[];
  readonly wraps: readonly Wrap[];
  readonly hide: ShowOptions['hide'];
}

export interface ShowOptions {
  readonly terms: Terms;
  /** The markup that is hidden: live values and links, or emphasis too. */
  readonly hide: 'nothing' | 'links' | 'marks';
}

/** `open for [48](#value:window) hours` → `open for 48 hours`, with terms replaced. */
export function toShownText(source: string, terms: Terms = PLAIN_TERMS): string {
  return showText(source, parseBody('', source, 1), { terms, hide: 'links' }).text;
}

export function showText(source: string, parse: BodyParse, { terms, hide }: ShowOptions): ShownText {
  const wraps = parse.wraps.filter(
    (wrap) => hide !== 'nothing' && (hide === 'marks' || wrap.kind !== 'mark'),
  );
  const cuts: Omit<Piece, 'at'>[] = findTermEdits(source, PLAIN_TERMS, terms, parse.verbatim).map((edit) => {
    return { start: edit.start, end: edit.end, shown: edit.text, kind: 'term' };
  });
  for (const wrap of wraps) {
    cuts.push({ start: wrap.start, end: wrap.text.start, shown: '', kind: 'open', wrap });
    cuts.push({ start: wrap.text.end, end: wrap.end, shown: '', kind: 'close', wrap });
  }
  cuts.sort((a, b) => a.start - b.start || a.end - b.end);
  const pieces: Piece[] = [];
  let [sourceAt, shownAt] = [0, 0];
  const add = (piece: Omit<Piece, 'at'>): void => {
    pieces.push({ ...piece, at: shownAt });
    shownAt += piece.shown.length;
    sourceAt = piece.end;
  };
  const addCopy = (end: number): void => {
    if (end > sourceAt) add({ start: sourceAt, end, shown: source.slice(sourceAt, end), kind: 'copy' });
  };
  for (const cut of cuts) {
    if (cut.start < sourceAt) continue;
    addCopy(cut.start);
    add(cut);
  }
  addCopy(source.length);
  return { source, text: pieces.map((piece) => piece.shown).join(''), pieces, wraps, hide };
}

/** The range in the source for a range of the visible text, including markup that lies completely within it. */
export function sourceRange(shown: ShownText, range: Range): Range {
  let start = sourceOffset(shown, range.start, 'after');
  let end = sourceOffset(shown, range.end, 'before');
  for (const wrap of shown.wraps) {
    const text = shownRangeOf(shown, wrap);
    const whole = text.start >= range.start && text.end <= range.end && text.end > text.start;
    if (whole) [start, end] = [Math.min(start, wrap.start), Math.max(end, wrap.end)];
  }
  return { start, end: Math.max(start, end) };
}

/** The range in the visible text for the text inside some markup. */
export function shownRangeOf(shown: ShownText, wrap: Wrap): Range {
  const open = shown.pieces.find((piece) => piece.kind === 'open' && piece.wrap === wrap);
  const close = shown.pieces.find((piece) => piece.kind === 'close' && piece.wrap === wrap);
  return { start: open?.at ?? 0, end: close?.at ?? 0 };
}

/**
 * The position in the source for one in the visible text. At the edge of markup both sides are possible: `before` returns the end of the
 * preceding word, `after` the start of the next one.
 */
export function sourceOffset(shown: ShownText, at: number, side: 'before' | 'after'): number {
  const visible = shown.pieces.filter((piece) => piece.shown !== '');
  const holds = (piece: Piece): boolean => {
    const end = piece.at + piece.shown.length;
    return side === 'after' ? piece.at <= at && at < end : piece.at < at && at <= end;
  };
  const piece = visible.find(holds);
  if (!piece) return side === 'after' ? shown.source.length : 0;
  if (piece.kind === 'copy') return piece.start + (at - piece.at);
  return side === 'after' ? piece.start : piece.end;
}
