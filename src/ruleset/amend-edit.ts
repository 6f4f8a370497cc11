import { diffArrays } from 'diff';
import type { Terms } from '../kernel/manifest.ts';
import { PLAIN_TERMS } from '../kernel/manifest.ts';
import { parseBody } from './markdown.ts';
import { showText, shownRangeOf, sourceOffset, sourceRange } from './shown.ts';
import type { ShownText, ShowOptions } from './shown.ts';
import { takeTerms } from './terms.ts';
import type { Range } from './terms.ts';

export type PieceEdit =
  { readonly ok: true; readonly body: string } | { readonly ok: false; readonly count: number };

/**
 * Replaces a piece of a rule's text. The piece is looked for as people see the text and as the file has it, and must
 * stand in it once. What doesn't change keeps its markup: `48 hours` → `36 hours` in
 * `[48](#value:window) hours` gives `[36](#value:window) hours`.
 */
export function replacePiece(body: string, replace: string, replacement: string, terms: Terms): PieceEdit {
  const crlf = body.includes('\r\n');
  const toEol = (text: string): string =>
    crlf ? text.replace(/\r?\n/g, '\r\n') : text.replaceAll('\r\n', '\n');
  const [piece, words] = [toEol(replace), toEol(replacement)];
  const parse = parseBody('', body, 1);
  const views: ShownText[] = [
    showText(body, parse, { terms, hide: 'links' }),
    showText(body, parse, { terms: PLAIN_TERMS, hide: 'links' }),
    showText(body, parse, { terms: PLAIN_TERMS, hide: 'nothing' }),
    showText(body, parse, { terms, hide: 'nothing' }),
    showText(body, parse, { terms, hide: 'marks' }),
  ];
  for (const shown of views) {
    const places = findAll(shown.text, piece);
    const [start] = places;
    if (start === undefined) continue;
    if (places.length > 1) return { ok: false, count: places.length };
    return { ok: true, body: rewrite(shown, { start, end: start + piece.length }, words, terms) };
  }
  return { ok: false, count: 0 };
}

function findAll(text: string, piece: string): number[] {
  const places: number[] = [];
  if (piece === '') return places;
  for (let at = text.indexOf(piece); at !== -1; at = text.indexOf(piece, at + 1)) places.push(at);
  return places;
}

/** Of several ways to write the change into the source, the first that then reads as was asked for. */
function rewrite(shown: ShownText, range: Range, words: string, terms: Terms): string {
  const take = (text: string): string => takeTerms(text, terms, parseBody('', text, 1).kept);
  const whole = sourceRange(shown, range);
  const hide = shown.hide === 'marks' ? 'marks' : 'links';
  const writeWhole = (text: string): string =>
    shown.source.slice(0, whole.start) + text + shown.source.slice(whole.end);
  const seen = (source: string): string => showText(source, parseBody('', source, 1), { terms, hide }).text;
  const asked = writeWhole(words);
  const ways = [() => writeWhole(take(words)), () => asked];
  // Where the new words bring markup of their own, that is what the file is to hold.
  if (!/\]\(|`/.test(words))
    ways.unshift(
      () => writeByWords(shown, range, words, take),
      () => writeByWords(shown, range, words),
    );
  const wanted = seenAs(shown, whole, words, { terms, hide });
  return ways.map((way) => way()).find((source) => wanted.includes(seen(source))) ?? asked;
}

/** How the text may read afterwards: what stood around the words, and between it the words, with terms put in or not. */
function seenAs(shown: ShownText, range: Range, words: string, { terms, hide }: ShowOptions): string[] {
  const parse = parseBody('', shown.source, 1);
  const themed = showText(shown.source, parse, { terms, hide });
  const before = themed.text.slice(0, shownOffset(themed, range.start));
  const after = themed.text.slice(shownOffset(themed, range.end));
  const wordsParse = parseBody('', words, 1);
  return [PLAIN_TERMS, terms].map(
    (put) => before + showText(words, wordsParse, { terms: put, hide }).text + after,
  );
}

function shownOffset(shown: ShownText, sourceAt: number): number {
  for (const piece of shown.pieces) {
    if (sourceAt >= piece.end) continue;
    if (sourceAt <= piece.start) return piece.at;
    return piece.at + (piece.kind === 'copy' ? sourceAt - piece.start : piece.shown.length);
  }
  return shown.text.length;
}

interface WordChange extends Range {
  readonly text: string;
}

/** Changes only the words that differ, so that all markup between them stays. */
function writeByWords(
  shown: ShownText,
  range: Range,
  words: string,
  take = (text: string): string => text,
): string {
  let source = shown.source;
  const changes = wordChanges(shown.text.slice(range.start, range.end), words, range.start);
  for (const change of changes.reverse()) {
    const { start, end, text } = writeChange(shown, widen(shown, change), take);
    source = source.slice(0, start) + text + source.slice(end);
  }
  return source;
}

function wordChanges(before: string, after: string, offset: number): WordChange[] {
  const split = (text: string): string[] => text.match(/[\p{L}\p{N}’']+|\s+|[^\p{L}\p{N}\s]/gu) ?? [];
  const changes: WordChange[] = [];
  let at = offset;
  let open: { start: number; end: number; text: string } | null = null;
  for (const part of diffArrays(split(before), split(after))) {
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

/** A term is one word to the source, `Old Sailor` being `Player` there: a change of half of it is of all of it. */
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

/** One change in the source. Markup around what goes altogether goes too, but a number keeps its live value's link. */
function writeChange(shown: ShownText, change: WordChange, take: (text: string) => string): WordChange {
  const { start, end } = change;
  if (start === end) {
    // An insertion at the edge of markup belongs outside of it.
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
  if (exact && change.text !== '') return { ...source, text: take(change.text) };
  const kept = keepNumbers(shown, held, change.text, take);
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
  return { ...outer, text: closing ? half + kept : kept + half };
}

type Held = readonly { readonly wrap: { readonly kind: string } & Range; readonly text: Range }[];

/** Live numbers among the words that go, and as many numbers among those that come: each keeps its link. */
function keepNumbers(shown: ShownText, held: Held, words: string, take: (text: string) => string): string {
  const live = held.filter(({ wrap, text }) => {
    return wrap.kind === 'live' && /^\d+$/.test(shown.text.slice(text.start, text.end));
  });
  const numbers = words.match(/(?<![\p{L}\p{N}])\d+(?![\p{L}\p{N}])/gu) ?? [];
  if (live.length === 0 || live.length !== numbers.length) return take(words);
  let at = 0;
  return words.replace(/(?<![\p{L}\p{N}])\d+(?![\p{L}\p{N}])/gu, (number) => {
    const link = live[at++]?.wrap ?? { start: 0, end: 0 };
    return shown.source.slice(link.start, link.end).replace(/^\[[^\]]*\]/, `[${number}]`);
  });
}
