import { type NamedRole, type Terms, PLAIN_TERMS } from '../kernel/manifest.ts';
import type { Range, TermEdit } from './term-edit.ts';
import { isName } from '../kernel/roles.ts';

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
export function replaceTerms(text: string, from: Terms, to: Terms, asIs: readonly Range[] = []): string {
  return applyEdits(text, findTermEdits(text, from, to, asIs));
}

/** Replaces plain words by the terms in force, for many texts. */
export function puttingTerms(terms: Terms): (text: string, asIs?: readonly Range[]) => string {
  const swap = swapOf(PLAIN_TERMS, terms);
  return (text, asIs = []) => applyEdits(text, editsIn(text, swap, asIs));
}

/** Replaces plain words by the terms in force. */
export function putTerms(text: string, terms: Terms, asIs: readonly Range[] = []): string {
  return replaceTerms(text, PLAIN_TERMS, terms, asIs);
}

/** Replaces the terms in force by plain words, for rule files. */
export function takeTerms(text: string, terms: Terms, asIs: readonly Range[] = []): string {
  return replaceTerms(text, terms, PLAIN_TERMS, asIs);
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

export function findTermEdits(text: string, from: Terms, to: Terms, asIs: readonly Range[] = []): TermEdit[] {
  return editsIn(text, swapOf(from, to), asIs);
}

function editsIn(text: string, swap: TermSwap, asIs: readonly Range[]): TermEdit[] {
  if (!swap.pattern) return [];
  const edits: TermEdit[] = [];
  let verbatimAt = 0;
  for (const found of text.matchAll(swap.pattern)) {
    const { article = '', gap = '', term = '', possessive = '' } = found.groups ?? {};
    const isThe = /^the$/i.test(article);
    const start = found.index + article.length + gap.length;
    while (verbatimAt < asIs.length && (asIs[verbatimAt]?.end ?? 0) <= start) verbatimAt++;
    const next = asIs[verbatimAt];
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
  // A term's plural that is the same as its singular is read as the singular, which is far more common.
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

/** True if a word takes "an", as far as its spelling tells. */
export function takesAn(word: string): boolean {
  const first = word.trim().toLowerCase();
  if (/^(?:hour|heir|honest|hono[u]?r)/.test(first)) return true;
  if (/^(?:uni(?!n|m)|us[ei]|ut[eio]|ub[io]|eu|ew|one(?![a-z])|once(?![a-z])|u(?![a-z]))/.test(first))
    return false;
  return /^[aeiouàáâãäåæèéêëìíîïòóôõöøùúûü]/.test(first);
}

/** Endings that differ between British and American English. Each line has the variants of one. */
const VARIANTS: readonly (readonly string[])[] = [
  ['our', 'or'],
  ['isation', 'ization'],
  ['ise', 'ize'],
  ['yse', 'yze'],
  ['tre', 'ter'],
  ['ence', 'ense'],
  ['ogue', 'og'],
  ['lled', 'led'],
  ['ller', 'ler'],
  ['lling', 'ling'],
  ['aemo', 'emo'],
  ['aeo', 'eo'],
  ['dgement', 'dgment'],
  ['mould', 'mold'],
  ['grey', 'gray'],
];

const ANY = new RegExp(
  VARIANTS.flat()
    .sort((a, b) => b.length - a.length)
    .join('|'),
  'giu',
);

/** A pattern for a term in all spellings: `Armour Bearer` → `Arm(?:our|or) Bearer`. */
function regionalPattern(term: string): string {
  const pieces: string[] = [];
  let at = 0;
  for (const found of term.matchAll(ANY)) {
    const inside = found.index > 0 && /\p{L}/u.test(term[found.index - 1] ?? '');
    const sounds = VARIANTS.find((variant) => variant.includes(found[0].toLowerCase()));
    if (!sounds || !(inside || found[0].length > 3)) continue;
    pieces.push(escape(term.slice(at, found.index)), `(?:${sounds.join('|')})`);
    at = found.index + found[0].length;
  }
  return pieces.join('') + escape(term.slice(at));
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`).replace(/\s+/g, String.raw`\s+`);
}

/** What happens to `the` when a term is replaced: a name loses it, and any other word gets it. */
type OfThe = 'goes' | 'comes' | 'stays';

function theBetween(from: Terms, to: Terms, role: NamedRole): OfThe {
  const [before, after] = [isName(from, role), isName(to, role)];
  return before === after ? 'stays' : after ? 'goes' : 'comes';
}

/** `the Emperor` → `Ada von Hagen` is one edit, so that a quoted name includes both words. Markup between them stays. */
function withoutThe(start: number, article: string, gap: string, whole: TermEdit): readonly TermEdit[] {
  if (gap.trim() === '') return [{ ...whole, start }];
  const spaces = gap.length - gap.trimStart().length;
  return [{ start, end: start + article.length + spaces, text: '' }, whole];
}

/** Emphasis covers only the word: `**Ada von Hagen**` → `the **Emperor**`. */
function withThe(text: string, termEnd: number, whole: TermEdit): readonly TermEdit[] {
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

const LONGEST = 60;
const PLAIN = /^\p{L}[\p{L}\p{M}\p{N}'’. -]*$/u;

/** The reason why rules with these terms would be unreadable, or null. Terms also occur in links and tables, so they can't contain markup. */
export function whyNotTerms(terms: Terms): string | null {
  for (const word of [terms.player, terms.players, terms.emperor, terms.emperors]) {
    if (word === undefined) continue;
    if (word.length > LONGEST || !PLAIN.test(word) || word !== word.trim())
      return `${JSON.stringify(word)} can't be a term: use plain words, ${LONGEST} letters at most`;
  }
  if (terms.player.toLowerCase() === terms.emperor?.toLowerCase())
    return `${terms.player} can't be the word for both`;
  return null;
}
