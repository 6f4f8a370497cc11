/** A rule's number in one of the usual forms, and the text after it. */
export interface Numbered {
  /** Forms that count separately: `Rule 101`, `Article II`, `§ 3`, `1.1` (with the number of dots), `7.`, `(a)`. */
  readonly kind: 'rule' | 'article' | 'section' | 'dotted' | 'integer' | 'letter';
  readonly dots: number;
  readonly number: string;
  readonly rest: string;
}

const BEHIND = String.raw`[ \t]*[.:)\u2013\u2014-]?[ \t]*(.*)$`;
const RULE = new RegExp(
  String.raw`^(?:rule|regulation)[ \t]+#?(\d+(?:[./]\d+)*[a-z]?)(?![\w/])${BEHIND}`,
  'iu',
);
const ARTICLE = new RegExp(
  String.raw`^(article|section|chapter|part|title|amendment|canon|law)[ \t]+(\d+(?:\.\d+)*|[IVXLCDM]+)(?!\w)${BEHIND}`,
  'iu',
);
const SIGN = new RegExp(String.raw`^§+[ \t]*(\d+(?:\.\d+)*[a-z]?)(?!\w)${BEHIND}`, 'u');
const DOTTED = /^(\d{1,6}(?:\.\d{1,6}){1,6})[.:)]?(?:[ \t]+(\S.*))?$/u;
const INTEGER = /^(\d{1,6})[.:)](?:[ \t]+(\S.*))?$/u;
const LETTER = /^\(([a-z]|[ivx]{1,5}|\d{1,3})\)[ \t]+(\S.*)$/u;

/** Reads `Rule 101: Votes`, `§ 3 Votes`, `Article II. Votes`, `1.1 Votes`, `7. Votes`, `(a) Votes`. */
export function splitNumber(line: string): Numbered | null {
  const text = line.trim();
  const rule = RULE.exec(text);
  if (rule) return { kind: 'rule', dots: 0, number: rule[1] ?? '', rest: rule[2] ?? '' };
  const article = ARTICLE.exec(text);
  if (article) {
    const [, word = '', number = '', rest = ''] = article;
    const kind = /^(?:section|law)$/i.test(word) ? 'section' : 'article';
    return { kind, dots: 0, number: `${word} ${number}`, rest };
  }
  const sign = SIGN.exec(text);
  if (sign) {
    const number = sign[1] ?? '';
    return {
      kind: 'section',
      dots: number.split('.').length - 1,
      number: `§ ${number}`,
      rest: sign[2] ?? '',
    };
  }
  const dotted = DOTTED.exec(text);
  if (dotted) {
    const number = dotted[1] ?? '';
    return { kind: 'dotted', dots: number.split('.').length - 1, number, rest: dotted[2] ?? '' };
  }
  const integer = INTEGER.exec(text);
  if (integer) return { kind: 'integer', dots: 0, number: integer[1] ?? '', rest: integer[2] ?? '' };
  const letter = LETTER.exec(text);
  return letter && { kind: 'letter', dots: 0, number: `(${letter[1]})`, rest: letter[2] ?? '' };
}

/** Splits off `(Mutable)`, `[immutable]` or `(Power=3)` after a number or title, as facts. */
export function takeFacts(words: string): { readonly rest: string; readonly facts: Record<string, unknown> } {
  const facts: Record<string, unknown> = {};
  const rest = words
    .replace(/[([](im)?mutable[)\]]/i, (_, im: string | undefined) => {
      facts['mutable'] = im === undefined;
      return '';
    })
    .replace(/[([]power ?[=:]? ?(\d+(?:\.\d+)?)[)\]]/i, (_, power: string) => {
      facts['power'] = Number(power);
      return '';
    });
  return Object.keys(facts).length === 0
    ? { rest: words, facts }
    : { rest: rest.replace(/^[ .:\u2013\u2014-]+/, '').trim(), facts };
}

/** True if the words are a title rather than the beginning of a text. */
export function isTitle(words: string): boolean {
  return (
    words.length <= 80 &&
    words.split(' ').length <= 12 &&
    !/[.;:,!?]$|[.;!?] /.test(words) &&
    /\p{L}/u.test(words)
  );
}
