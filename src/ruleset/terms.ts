import { type NamedRole, type Terms, PLAIN_TERMS } from '../kernel/manifest.ts';
import { takesAn } from './article.ts';
import { regionalPattern } from './spelling.ts';
import type { Range, TermEdit } from './term-edit.ts';
import { theBetween, withoutThe, withThe, type OfThe } from './the.ts';

interface Word {
  readonly from: string;
  readonly to: string;
  readonly plural: boolean;
  /** What happens to `the` before it: a name loses it, and any other word gets it. */
  readonly the: OfThe;
}

interface TermSwap {
  readonly pattern: RegExp | null;
  readonly words: readonly { readonly match: RegExp; readonly word: Word }[];
}

/**
 * Replaces the words for player and emperor, including plurals, possessives, articles and capitals. `an Elf's coin, the Elves' gold` with
 * Elf → Player is `a Player's coin, the Players' gold`. Replacing them back gives the same text, unless it already contained the new
 * words. A term that is a name loses `the`, and gets it again wherever a noun needs one.
 */
export function replaceTerms(text: string, from: Terms, to: Terms, kept: readonly Range[] = []): string {
  return applyEdits(text, findTermEdits(text, from, to, kept));
}

/** Replaces plain words by the terms in force, for many texts. */
export function puttingTerms(terms: Terms): (text: string, kept?: readonly Range[]) => string {
  const swap = swapOf(PLAIN_TERMS, terms);
  return (text, kept = []) => applyEdits(text, editsIn(text, swap, kept));
}

/** Replaces plain words by the terms in force. */
export function putTerms(text: string, terms: Terms, kept: readonly Range[] = []): string {
  return replaceTerms(text, PLAIN_TERMS, terms, kept);
}

/** Replaces the terms in force by plain words, for rule files. */
export function takeTerms(text: string, terms: Terms, kept: readonly Range[] = []): string {
  return replaceTerms(text, terms, PLAIN_TERMS, kept);
}

function applyEdits(text: string, edits: readonly TermEdit[]): string {
  if (edits.length === 0) return text;
  const pieces: string[] = [];
  let at = 0;
  for (const edit of edits) {
    pieces.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  pieces.push(text.slice(at));
  return pieces.join('');
}

export function findTermEdits(text: string, from: Terms, to: Terms, kept: readonly Range[] = []): TermEdit[] {
  return editsIn(text, swapOf(from, to), kept);
}

function editsIn(text: string, swap: TermSwap, kept: readonly Range[]): TermEdit[] {
  if (!swap.pattern) return [];
  const edits: TermEdit[] = [];
  let keptAt = 0;
  for (const found of text.matchAll(swap.pattern)) {
    const { article = '', gap = '', term = '', possessive = '' } = found.groups ?? {};
    const isThe = /^the$/i.test(article);
    const start = found.index + article.length + gap.length;
    while (keptAt < kept.length && (kept[keptAt]?.end ?? 0) <= start) keptAt++;
    const next = kept[keptAt];
    if (next && next.start < start + term.length) continue;
    const word = swap.words.find((candidate) => candidate.match.test(term))?.word;
    const cased = word && isWordAt(text, start, term) ? withCapitals(term, word) : null;
    if (!word || cased === null) continue;
    // Markup and spaces between article and word are never touched, so there are two edits.
    if (article !== '' && !isThe && takesAn(word.from) !== takesAn(word.to)) {
      const other = otherArticle(article, term);
      if (other !== null) edits.push({ start: found.index, end: found.index + article.length, text: other });
    }
    const ending = possessive === '' ? '' : otherPossessive(text, start, possessive, word);
    const end = start + term.length + possessive.length;
    const whole = { start, end, text: cased + ending };
    if (word.the === 'goes' && isThe) edits.push(...withoutThe(found.index, article, gap, whole));
    else if (word.the === 'comes' && article === '') edits.push(...withThe(text, start + term.length, whole));
    else edits.push(whole);
  }
  return edits.filter((edit) => text.slice(edit.start, edit.end) !== edit.text);
}

function swapOf(from: Terms, to: Terms): TermSwap {
  const all: Word[] = (['players', 'emperors', 'player', 'emperor'] as const).flatMap((key) => {
    const [old, now] = [from[key], to[key]];
    if (old === undefined || now === undefined) return [];
    return [
      {
        from: old,
        to: now,
        plural: key.endsWith('s'),
        the: key.endsWith('s') ? 'stays' : theBetween(from, to, key as NamedRole),
      },
    ];
  });
  // If a term's plural is the same as its singular, it is read as the singular, which is far more common.
  const words = all
    .filter(
      (word) =>
        word.from !== '' && all.every((other) => other === word || other.from !== word.from || !word.plural),
    )
    .sort((a, b) => b.from.length - a.from.length);
  if (words.every((word) => word.from === word.to && word.the === 'stays'))
    return { pattern: null, words: [] };
  const choices = words.map((word) => regionalPattern(word.from)).join('|');
  const article = String.raw`(?:(?<article>(?<![\p{L}\p{N}_’'-])(?:an?${words.some(({ the }) => the !== 'stays') ? '|the' : ''}))(?<gap>\s+[*_"“‘'(\[]*))?`;
  const edge = String.raw`(?<![\p{L}\p{N}_])`;
  const pattern = `${article}${edge}(?<term>${choices})(?<possessive>['’]s?)?(?![\\p{L}\\p{N}_])`;
  return {
    pattern: new RegExp(pattern, 'giu'),
    words: words.map((word) => ({ word, match: new RegExp(`^(?:${regionalPattern(word.from)})$`, 'iu') })),
  };
}

/** `player-owned`, `players/ana` and `actor.player` are ids. Only words in prose are replaced. */
function isWordAt(text: string, start: number, term: string): boolean {
  const before = text[start - 1] ?? ' ';
  const after = text.slice(start + term.length, start + term.length + 2);
  if (/[_@#$]/.test(before) || /^[_@]/.test(after)) return false;
  if (term !== term.toLowerCase()) return true;
  return !/[-/.]/.test(before) && !/^(?:[-/]|\.[\p{L}\p{N}_])/u.test(after);
}

function withCapitals(found: string, word: Word): string | null {
  if (found === word.from) return word.to;
  if (found === found.toLowerCase()) return word.to.toLowerCase();
  if (found === found.toUpperCase()) return word.to.toUpperCase();
  return /(?:^|[\s-])\p{Lu}/u.test(found) && !/\p{Ll}\p{Lu}/u.test(found) ? word.to : null;
}

/** Changes the article if the two words need different ones. A wrong article stays wrong, so it can be changed back. */
function otherArticle(article: string, term: string): string | null {
  const shouting = term.length > 1 && term === term.toUpperCase();
  if (shouting) return article === 'A' ? 'AN' : article === 'AN' ? 'A' : null;
  return { a: 'an', an: 'a', A: 'An', An: 'A' }[article] ?? null;
}

/** Only plurals change: `Players’` but `Seamen’s`. After an opening quote, the mark may be its end, so nothing is changed. */
function otherPossessive(text: string, start: number, possessive: string, word: Word): string {
  const fromBare = /s$/i.test(word.from);
  if (!word.plural || fromBare === /s$/i.test(word.to)) return possessive;
  const line = text.slice(text.lastIndexOf('\n', start) + 1, start);
  if (/(?:^|[\s("“[*_])['‘](?=\S)/u.test(line)) return possessive;
  const mark = possessive[0] ?? '’';
  return possessive.length === 1 ? `${mark}s` : mark;
}
