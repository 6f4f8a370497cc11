const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const SCALES: readonly (readonly [string, number])[] = [
  ['million', 1_000_000],
  ['thousand', 1_000],
  ['hundred', 100],
];
const ALONE: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  once: 1,
  twice: 2,
  thrice: 3,
  no: 0,
  none: 0,
  never: 0,
};
const PARTS = ['half', 'third', 'quarter', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
const SIGNS: Readonly<Record<string, string>> = {
  '½': '1/2',
  '⅓': '1/3',
  '⅔': '2/3',
  '¼': '1/4',
  '¾': '3/4',
  '⅕': '1/5',
  '⅖': '2/5',
  '⅗': '3/5',
  '⅘': '4/5',
  '⅙': '1/6',
  '⅛': '1/8',
};

/** A quick check, because every word of a rule is tested and nearly none is a number. */
const ONE_WORD = /^[a-z]+$/iu;
const NUMERAL = new RegExp(
  `^(?:${[...SMALL, ...TENS, ...Object.keys(ALONE), ...PARTS].join('|')}|halves|fourth)|cent$`,
  'iu',
);

/** The meaning of a live value: a number, or a share of something plus a number. */
export interface Quantity {
  readonly plus: number;
  readonly share: { readonly over: number; readonly under: number } | null;
}

/** Reads `48`, `−1`, `1,000,000`, `$5000`, `12.5`, `three`, `twice`, `two thirds`, `40%`, `one more than half`. */
export function readQuantity(text: string): Quantity | null {
  // Most numbers are written in digits.
  if (/^\d{1,15}$/.test(text)) return { plus: Number(text), share: null };
  if (ONE_WORD.test(text) && !NUMERAL.test(text)) return null;
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/[½⅓⅔¼¾⅕⅖⅗⅘⅙⅛]/gu, (sign) => ` ${SIGNS[sign] ?? ''} `)
    .replace(/(?<=[a-z])-(?=[a-z])/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const { more, word, base } =
    /^(?<more>.+) (?<word>more|less|fewer) than (?<base>.+)$/.exec(plain)?.groups ??
    /^(?<base>.+?)(?:,)? and (?<more>.+) (?<word>more)$/.exec(plain)?.groups ??
    {};
  if (more === undefined || base === undefined) return readTerm(plain);
  const [added, to] = [readPlainNumber(more), readTerm(base)];
  return added === null || to === null ? null : { ...to, plus: to.plus + (word === 'more' ? added : -added) };
}

/** More or less than a share isn't a number by itself. */
export function readNumber(text: string): number | null {
  const quantity = readQuantity(text);
  if (quantity === null) return null;
  const { share, plus } = quantity;
  if (share === null) return plus;
  return plus === 0 ? share.over / share.under : null;
}

function readTerm(text: string): Quantity | null {
  const share = readShare(text);
  if (share !== null) return { plus: 0, share };
  const number = readPlainNumber(text);
  return number === null ? null : { plus: number, share: null };
}

function readShare(text: string): Quantity['share'] {
  const digits = /^(\d+) ?\/ ?([1-9]\d*)$/.exec(text);
  if (digits) {
    const [, over = '', under = ''] = digits;
    return isExact(over) && isExact(under) ? { over: Number(over), under: Number(under) } : null;
  }
  const percent = /^(.+?) ?(?:%|per ?cent)$/.exec(text);
  const hundredths = percent === null ? null : readPlainNumber(percent[1] ?? '');
  if (hundredths !== null) return Number.isInteger(hundredths) ? { over: hundredths, under: 100 } : null;
  const words = text.split(' ');
  const last = (words.pop() ?? '').replace(/^halves$/, 'half').replace(/^fourth/, 'quarter');
  const under = PARTS.indexOf(last.replace(/s$/, '')) + 2;
  const over = words.length === 0 ? 1 : readPlainNumber(words.join(' '));
  // "A third" by itself can be a number, but "third" is an ordinal.
  const isPart = under >= 2 && over !== null && over >= 1 && Number.isInteger(over);
  return isPart && (words.length > 0 || under === 2) ? { over, under } : null;
}

function readPlainNumber(text: string): number | null {
  const cleaned = text
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/^([+-]?)[$£€]/, '$1')
    .replace(/(\d)[,\u202f\u00a0 ](?=\d{3}\b)/g, '$1');
  if (/^[+-]?\d+(\.\d+)?$/.test(cleaned)) return isExact(cleaned) ? Number(cleaned) + 0 : null;
  if (Object.hasOwn(ALONE, text)) return ALONE[text] ?? null;
  const said = text.replace(/\band /g, '').replace(/^an? /, 'one ');
  const number = addUp(said.split(' '));
  return number !== null && numberInWords(number) === said ? number : null;
}

/**
 * True if a number in digits, such as `48`, `1.50` or `-3e7`, keeps its value in JavaScript. 9007199254740993 doesn't, since it would
 * become 9007199254740992. 0.1 does, since no other number is written like that.
 */
export function isExact(figures: string): boolean {
  const number = Number(figures);
  const written = String(number);
  return Number.isFinite(number) && (written === figures || asDecimal(figures) === asDecimal(written));
}

/** `-1.50` → `15e-1`. The sign doesn't matter, because the two numbers compared have the same one. */
function asDecimal(figures: string): string {
  const [, whole = '', parts = '', power = ''] =
    /^[+-]?(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/iu.exec(figures) ?? [];
  const digits = whole + parts;
  let [from, to] = [0, digits.length];
  while (digits[from] === '0') from++;
  while (to > from && digits[to - 1] === '0') to--;
  if (from === to) return '0';
  return `${digits.slice(from, to)}e${Number(power) - parts.length + digits.length - to}`;
}

/** Only adds up the words. To find out if their order makes sense, the sum is converted back to words. */
function addUp(words: readonly string[]): number | null {
  let [sum, group] = [0, 0];
  for (const word of words) {
    const [small, tens] = [SMALL.indexOf(word), TENS.indexOf(word)];
    const scale = SCALES.find(([name]) => name === word)?.[1];
    if (small >= 0) group += small;
    else if (tens >= 0) group += (tens + 2) * 10;
    else if (scale === 100) group *= 100;
    else if (scale !== undefined) [sum, group] = [sum + group * scale, 0];
    else return null;
  }
  return sum + group;
}

const MOST_PIECES = 16;

/** Splits a text into words, spaces and signs. Numbers and shares of several words, such as `two thirds`, stay in one piece. */
export function splitWords(text: string, mostPieces = MOST_PIECES): string[] {
  const words = text.match(/[\p{L}\p{N}’']+|\s+|[^\p{L}\p{N}\s]/gu) ?? [];
  const pieces: string[] = [];
  for (let at = 0; at < words.length;) {
    let end = at + 1;
    if (readQuantity(words[at] ?? '') !== null)
      for (let next = Math.min(words.length, at + mostPieces); next > end; next--)
        if (words[next - 1]?.trim() !== '' && readQuantity(words.slice(at, next).join('')) !== null)
          end = next;
    pieces.push(words.slice(at, end).join(''));
    at = end;
  }
  return pieces;
}

/** `121` → `one hundred twenty one` */
export function numberInWords(number: number): string {
  if (number < 20) return SMALL[number] ?? String(number);
  if (number < 100) return `${TENS[Math.floor(number / 10) - 2]}${after(number % 10)}`;
  const [name, scale] = SCALES.find(([, value]) => number >= value) ?? ['hundred', 100];
  return `${numberInWords(Math.floor(number / scale))} ${name}${after(number % scale)}`;
}

function after(rest: number): string {
  return rest === 0 ? '' : ` ${numberInWords(rest)}`;
}
