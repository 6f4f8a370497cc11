import { slug } from '../kernel/names.ts';
import type { BodyParse, FlatLocated, NamedList, NamedTable, Wrap } from './body-parse.ts';
import { isNone, parenthesesIn, TERM_LIST } from './named-list.ts';
import type { Range } from './term-edit.ts';

/**
 * A rule's body as nearly all are written: paragraphs, tables, and lists of single lines, with live values in them. A parser of all of
 * Markdown takes twenty times as long for it. Null where anything else stands in it, or where something is wrong with it: the parser
 * reads that, as a whole, so that nothing ambiguous is decided here.
 */
export function readPlainBody(body: string, bodyLine: number): BodyParse | null {
  if (ANYTHING_ELSE.test(body)) return null;
  const reader = new PlainReader(body, bodyLine);
  return reader.readsBlocks() ? reader.finish() : null;
}

/** Signs that mean something in Markdown, addresses, and blanks at the edges of lines; also what no text has. */
// eslint-disable-next-line no-control-regex
const ANYTHING_ELSE = /[\0-\t\v-\x1f`_~<>&\\^@\ufeff]|!\[|www\.|https?:|^ | $/imu;
/** The beginning of words: none of these begins a block of another kind, nor continues one. */
const WORDS = /^[\p{L}\p{N}"'“”‘’„«»()[*$£€§%…–—.,;?!]/u;
const BULLET = /^- (?=\S)/u;
const NUMBER = /^\d{1,9}\. (?=\S)/u;
const MAY_BE_NUMBER = /^\d{1,9}[.)](?: |$)/u;
const SIGN = /[[\]*]/gu;
const LIVE = /\[([^[\]|*]*)\]\(#(value|table|list):([a-z][a-z0-9-]*)\)/uy;
/** By what stands around it, and at its edges, there is no doubt about where it begins and ends. */
const MARK = /(?<=^|[ (“"])(\*\*?)([\p{L}\p{N}](?:[^*[\]]*[\p{L}\p{N}.,:;?!)])?)\1(?=[ .,:;?!)”]|$)/uy;
/** Behind a bracket they would make a link, or give an address to a name. */
const OF_LINK = /[([:]/u;
/** At the beginning of an item. */
const TASK = /^\[[ xX]\]/u;
const RULE = /^\|(?: ?:?-+:? ?\|)+$/u;
const ROW = /^\| .* \|$/u;

interface Line {
  readonly text: string;
  readonly at: number;
  /** In its file, from 1. */
  readonly line: number;
}

interface Live extends Range {
  readonly kind: string;
  readonly name: string;
  readonly text: string;
  readonly line: number;
}

/** Goes through the lines once; a class because it gathers four things on the way. */
class PlainReader {
  readonly #body: string;
  readonly #lines: readonly Line[];
  readonly #live: Live[] = [];
  readonly #tables: { readonly start: number; readonly table: NamedTable }[] = [];
  readonly #lists: NamedList[] = [];
  readonly #wraps: Wrap[] = [];
  readonly #kept: Range[] = [];

  constructor(body: string, bodyLine: number) {
    this.#body = body;
    let at = 0;
    this.#lines = body.split('\n').map((text, index) => {
      const line = { text, at, line: bodyLine + index };
      at += text.length + 1;
      return line;
    });
  }

  /** Whether all of them are blocks as they are read here. */
  readsBlocks(): boolean {
    const lines = this.#lines;
    let isAfterList = false;
    for (let from = 0; from < lines.length; from++) {
      if (lines[from]?.text === '') continue;
      let to = from;
      while (to < lines.length && lines[to]?.text !== '') to++;
      const block = lines.slice(from, to);
      // With only a blank line between them two lists may be one.
      if (isAfterList && isItem(block[0])) return false;
      if (!(block[0]?.text.startsWith('|') === true ? this.#readsTable(block) : this.#readsWords(block)))
        return false;
      isAfterList = isItem(block.at(-1));
      from = to;
    }
    return true;
  }

  /** Words, perhaps with a list directly below them, or a list alone. */
  #readsWords(block: readonly Line[]): boolean {
    const begins = block.findIndex(isItem);
    const words = begins < 0 ? block : block.slice(0, begins);
    for (const line of words) if (this.#flat(line) === null) return false;
    if (begins < 0) return true;
    // Of numbers only the first may come directly below words; the rest is part of them.
    const first = block[begins]?.text ?? '';
    if (begins > 0 && NUMBER.test(first) && !first.startsWith('1. ')) return false;
    return this.#readsList(block.slice(begins));
  }

  #readsList(block: readonly Line[]): boolean {
    const [first] = block as [Line];
    const marker = BULLET.test(first.text) ? BULLET : NUMBER;
    const items: FlatLocated[] = [];
    for (const { text, at, line } of block) {
      const mark = marker.exec(text)?.[0];
      if (mark === undefined) return false;
      const words = text.slice(mark.length);
      const item = TASK.test(words) ? null : this.#flat({ text: words, at: at + mark.length, line });
      if (item === null) return false;
      items.push(item);
    }
    const itemRanges = block.map(({ text, at }) => ({ start: at, end: at + text.length }));
    const range = { start: first.at, end: itemRanges.at(-1)?.end ?? first.at };
    this.#lists.push({ line: first.line, items: isNone(items) ? [] : items, range, itemRanges });
    return true;
  }

  #readsTable([header, rule, ...rows]: readonly Line[]): boolean {
    const titles = header === undefined ? null : this.#cells(header);
    if (header === undefined || rule === undefined || titles === null || !RULE.test(rule.text)) return false;
    if (rule.text.split('|').length - 2 !== titles.length) return false;
    const columns = titles.map(({ text }) => slug(text));
    if (new Set(columns).size < columns.length || titles.some(({ text }) => text === '')) return false;
    const read = rows.map((row) => this.#cells(row));
    if (!read.every((cells) => cells?.length === columns.length)) return false;
    this.#tables.push({
      start: header.at,
      table: { line: header.line, columns, rows: read as FlatLocated[][] },
    });
    return true;
  }

  #cells({ text, at, line }: Line): FlatLocated[] | null {
    if (!ROW.test(text)) return null;
    const cells: FlatLocated[] = [];
    let start = at + 1;
    for (const piece of text.slice(1, -1).split('|')) {
      const cell = this.#inline({ text: piece, at: start, line });
      if (cell === null) return null;
      cells.push(cell);
      start += piece.length + 1;
    }
    return cells;
  }

  /** A line of words; null where it may be something else. */
  #flat(line: Line): FlatLocated | null {
    return WORDS.test(line.text) && !MAY_BE_NUMBER.test(line.text) ? this.#inline(line) : null;
  }

  #inline({ text, at, line }: Line): FlatLocated | null {
    let flat = '';
    let [read, from] = [0, 0];
    for (let open = next(text, SIGN, 0)?.index; open !== undefined; open = next(text, SIGN, from)?.index) {
      const [whole, one = '', two = '', name] = next(text, text[open] === '*' ? MARK : LIVE, open) ?? [];
      if (whole === undefined) {
        if (text[open] === '*' || (text[open] === ']' && OF_LINK.test(text[open + 1] ?? ''))) return null;
        // A bracket by itself is one.
        from = open + 1;
        continue;
      }
      const words = name === undefined ? two : one;
      if (words.trim() === '') return null;
      const wrap = { start: at + open, end: at + open + whole.length };
      if (name === undefined) this.#wrap('mark', wrap, one.length, words);
      else {
        this.#kept.push({ start: this.#wrap('live', wrap, 1, words).end, end: wrap.end });
        this.#live.push({ kind: two, name, text: words.trim(), line, ...wrap });
      }
      flat += text.slice(read, open) + words;
      read = from = open + whole.length;
    }
    return { text: (flat + text.slice(read)).trim(), kept: [], line };
  }

  #wrap(kind: Wrap['kind'], { start, end }: Range, opening: number, { length }: string): Range {
    const text = { start: start + opening, end: start + opening + length };
    this.#wraps.push({ start, end, text, kind });
    return text;
  }

  /** Null where a name stands twice, or what it names is missing: the parser says so. */
  finish(): BodyParse | null {
    const values: Record<string, FlatLocated> = {};
    const tables: Record<string, NamedTable> = {};
    const lists: Record<string, NamedList> = {};
    for (const { kind, name, text, line, start } of this.#live) {
      const group = kind === 'value' ? values : kind === 'table' ? tables : lists;
      if (Object.hasOwn(group, name)) return null;
      if (kind === 'value') values[name] = { text, kept: [], line };
      else if (kind === 'table') {
        const found = this.#tables.find((one) => one.start > start);
        if (found === undefined) return null;
        tables[name] = found.table;
      } else {
        const found = this.#lists.find(({ range }) => range.start > start);
        if (found === undefined) return null;
        lists[name] = found;
        if (name === TERM_LIST)
          for (const range of found.itemRanges) this.#kept.push(...parenthesesIn(this.#body, range));
      }
    }
    const kept = this.#kept.sort((a, b) => a.start - b.start || a.end - b.end);
    return { values, tables, lists, wraps: this.#wraps, kept, problems: [] };
  }
}

function isItem(line: Line | undefined): boolean {
  return line !== undefined && (BULLET.test(line.text) || NUMBER.test(line.text));
}

function next(text: string, what: RegExp, from: number): RegExpExecArray | null {
  what.lastIndex = from;
  return what.exec(text);
}
