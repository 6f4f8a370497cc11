import { type Terms, PLAIN_TERMS } from '../kernel/manifest.ts';
import { parseBody } from './markdown.ts';
import type { BodyParse } from './parse-markdown.ts';
import { writeByWords } from './amend-words.ts';
import { showText, sourceRange, type ShownText, type ShowOptions } from './shown.ts';
import { takeTerms } from './terms.ts';
import type { Range } from './term-edit.ts';

export type PieceEdit =
  { readonly ok: true; readonly body: string } | { readonly ok: false; readonly count: number };

/**
 * Replaces a piece of a rule's text. The piece may be quoted as people see it or as it is in the file, and must occur exactly once.
 * Unchanged words keep their markup: `48 hours` → `36 hours` in `[48](#value:window) hours` gives `[36](#value:window) hours`.
 */
export function replacePiece(body: string, replace: string, replacement: string, terms: Terms): PieceEdit {
  const crlf = body.includes('\r\n');
  const toEol = (text: string): string =>
    crlf ? text.replace(/\r?\n/g, '\r\n') : text.replaceAll('\r\n', '\n');
  const [piece, words] = [toEol(replace), toEol(replacement)];
  const parse = parseBody('', body, 1);
  for (const view of VIEWS) {
    const shown = showText(body, parse, { terms: view.terms(terms), hide: view.hide });
    const places = findAll(shown.text, piece);
    const [start] = places;
    if (start === undefined) continue;
    if (places.length > 1) return { ok: false, count: places.length };
    return { ok: true, body: rewrite(shown, parse, { start, end: start + piece.length }, words, terms) };
  }
  return { ok: false, count: 0 };
}

const themed = (terms: Terms): Terms => terms;
const plain = (): Terms => PLAIN_TERMS;
/** Some people write an article even before a term that is a name: `the Ada von Hagen`. */
const withThe = (terms: Terms): Terms => ({ ...terms, names: [] });

/** The forms in which a text may be quoted, most likely first: as people read it, as it is in the file, and two in between. */
const VIEWS: readonly { readonly terms: (terms: Terms) => Terms; readonly hide: ShowOptions['hide'] }[] = [
  { terms: themed, hide: 'links' },
  { terms: plain, hide: 'links' },
  { terms: plain, hide: 'nothing' },
  { terms: themed, hide: 'nothing' },
  { terms: themed, hide: 'marks' },
  { terms: withThe, hide: 'links' },
  { terms: withThe, hide: 'nothing' },
  { terms: withThe, hide: 'marks' },
];

function findAll(text: string, piece: string): number[] {
  const places: number[] = [];
  if (piece === '') return places;
  for (let at = text.indexOf(piece); at !== -1; at = text.indexOf(piece, at + 1)) places.push(at);
  return places;
}

/** Returns the first of several ways to edit the source that gives the requested text. */
function rewrite(shown: ShownText, parse: BodyParse, range: Range, words: string, terms: Terms): string {
  const take = (text: string): string => takeTerms(text, terms, parseBody('', text, 1).verbatim);
  const whole = sourceRange(shown, range);
  const hide = shown.hide === 'marks' ? 'marks' : 'links';
  const writeWhole = (text: string): string =>
    shown.source.slice(0, whole.start) + text + shown.source.slice(whole.end);
  const seen = (source: string): string => showText(source, parseBody('', source, 1), { terms, hide }).text;
  const asked = writeWhole(words);
  const ways = [() => writeWhole(take(words)), () => asked];
  // If the new words contain markup, the file gets exactly these words.
  if (!/\]\(|`/.test(words))
    ways.unshift(
      () => writeByWords(shown, range, words, take),
      () => writeByWords(shown, range, words),
    );
  const wanted = seenAs(showText(shown.source, parse, { terms, hide }), whole, words, { terms, hide });
  for (const way of ways) {
    const source = way();
    if (wanted.includes(seen(source))) return source;
  }
  return asked;
}

/** The forms that the text may have afterwards: the words in their surroundings, with or without terms replaced. */
function seenAs(shown: ShownText, range: Range, words: string, { terms, hide }: ShowOptions): string[] {
  const before = shown.text.slice(0, shownOffset(shown, range.start));
  const after = shown.text.slice(shownOffset(shown, range.end));
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
