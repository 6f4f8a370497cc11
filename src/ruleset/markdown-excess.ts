/**
 * Limits within which any Markdown parser is quick. Beyond them the work grows with the square of the signs in a paragraph, of a table's
 * columns, or of quotes and underlined headings, or a short text becomes an endless page.
 */
const MOST = {
  letters: 200_000,
  lines: 5_000,
  /** The signs of markup, in total and in one paragraph, list or table. */
  signs: 8_000,
  signsTogether: 1_500,
  columns: 100,
  cells: 15_000,
  quoted: 1_500,
  underlined: 500,
  deep: 40,
  indent: 120,
  /** The letters in link definitions, multiplied by the number of uses. */
  repeated: 4_000_000,
} as const;

const SIGN = /[*_~[\]`<>&!]/gu;
const START = /^[ \t>*+\-\d.)]*/u;
const MARK = /[>*+-]|\d[.)]/gu;
const UNDERLINE = /^[ \t>]{0,120}(?:-+|=+)[ \t]*$/u;
/** The line below the head of a table. */
const TABLE = /^[ \t>]{0,120}[|:-][ |:\t-]*$/u;
/** The parser tries each punctuation mark as the end of an address. */
const ADDRESS = /www\.|https?:|@/iu;
const STOPS = /[^\s\p{L}\p{N}/]{200}/u;
const DEFINES = /\]:/u;

/** Describes why there is too much markup, `a table of 3000 columns`, or returns null. It looks at each letter once. */
export function markdownExcess(text: string): string | null {
  if (text.length > MOST.letters) return `${text.length} letters`;
  const lines = text.split(/\r\n?|\n/u);
  if (lines.length > MOST.lines) return `${lines.length} lines`;
  const together = new Together();
  let [quoted, underlined] = [0, 0];
  for (const line of lines) {
    const start = START.exec(line)?.[0] ?? '';
    const deep = count(start, MARK);
    if (deep > MOST.deep || (deep > 0 && start.length > MOST.indent))
      return 'lists or quotes nested too deeply';
    if (start.includes('>') && ++quoted > MOST.quoted) return `more than ${MOST.quoted} lines of quotes`;
    if (UNDERLINE.test(line) && ++underlined > MOST.underlined)
      return `more than ${MOST.underlined} underlined headings`;
    if (ADDRESS.test(line) && STOPS.test(line)) return 'an address with hundreds of dots';
    const excess = together.add(line);
    if (excess !== null) return excess;
  }
  return together.excessOfAll();
}

/** Counts signs in lines without a blank one between them, and in the whole text. */
class Together {
  #signs = 0;
  #allSigns = 0;
  #lines = 0;
  #columns = 0;
  #letters = 0;
  #table = false;
  #defines = false;
  /** The letters in link definitions, and the brackets that may refer to one. */
  #defined = 0;
  #brackets = 0;

  add(line: string): string | null {
    if (line.trim() === '') return this.#end();
    const signs = count(line, SIGN);
    this.#signs += signs;
    this.#allSigns += signs;
    this.#brackets += count(line, /\]/gu);
    this.#lines++;
    this.#letters += line.length;
    this.#columns = Math.max(this.#columns, count(line, /\|/gu));
    this.#table ||= TABLE.test(line);
    this.#defines ||= DEFINES.test(line);
    if (this.#signs > MOST.signsTogether)
      return `a paragraph with more than ${MOST.signsTogether} formatting marks`;
    return null;
  }

  excessOfAll(): string | null {
    const excess = this.#end();
    if (excess !== null) return excess;
    if (this.#allSigns > MOST.signs) return `${this.#allSigns} formatting marks`;
    return this.#defined * this.#brackets > MOST.repeated ? 'too many repeated addresses' : null;
  }

  #end(): string | null {
    const [columns, lines] = this.#table ? [this.#columns, this.#lines] : [0, 0];
    if (this.#defines) this.#defined = Math.max(this.#defined, this.#letters);
    this.#signs = this.#lines = this.#columns = this.#letters = 0;
    this.#table = this.#defines = false;
    if (columns > MOST.columns) return `a table with ${columns} columns`;
    return columns * lines > MOST.cells ? `a table with more than ${MOST.cells} cells` : null;
  }
}

function count(text: string, sign: RegExp): number {
  return text.match(sign)?.length ?? 0;
}
