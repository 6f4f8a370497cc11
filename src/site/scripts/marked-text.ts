/** An element to be created; players' words only ever become text in one. */
export interface Piece {
  readonly tag: Tag;
  /** The number with which a list begins, if that is not 1. */
  readonly start?: number;
  readonly inside: readonly (Piece | string)[];
}

type Tag =
  | 'p'
  | 'h3'
  | 'ul'
  | 'ol'
  | 'li'
  | 'blockquote'
  | 'table'
  | 'tr'
  | 'th'
  | 'td'
  | 'strong'
  | 'em'
  | 'code'
  | 'ins'
  | 'del';

type Mark = 'ins' | 'del';

/** A range of a text that was added or removed; in a merged text, the mark says which. */
export type Stretch = readonly [from: number, to: number, mark?: Mark];

interface Line {
  readonly from: number;
  readonly text: string;
}

const DEEPEST = 20;
const HEADING = /^#{1,6}(?:\s+|$)/u;
const ITEM = /^(\s*)(?:[-*+]|\d+[.)])\s+/u;
/** A row of a table, or what a difference left of one. */
const ROW = /^\s*\|/u;
const RULE = /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/u;
const INLINE =
  /\*\*(?<strong>[^*]{1,999}(?:\*[^*]{1,99}\*[^*]{0,99}){0,9})\*\*|\*(?<em>[^*]{1,999})\*|`(?<code>[^`]{1,999})`|!?\[(?<link>[^\]]{0,999})\]\([^)]{0,999}\)/gu;

/**
 * Renders a rule's Markdown as a reader sees it, with changes marked: `- [6] days` → a list with `6 days` in it. It
 * knows the markup that rules use; anything else is shown as written.
 */
export class MarkedText {
  readonly #text: string;
  readonly #stretches: readonly Stretch[];
  readonly #mark: Mark;

  constructor(text: string, stretches: readonly Stretch[], mark: Mark) {
    this.#text = text;
    this.#stretches = stretches;
    this.#mark = mark;
  }

  blocks(): readonly Piece[] {
    const blocks: Piece[] = [];
    let lines: Line[] = [];
    let from = 0;
    for (const text of this.#text.split('\n')) {
      if (text.trim() === '') {
        blocks.push(...this.#block(lines));
        lines = [];
      } else lines.push({ from, text });
      from += text.length + 1;
    }
    return [...blocks, ...this.#block(lines)];
  }

  #block(lines: readonly Line[]): readonly Piece[] {
    const [first] = lines;
    if (first === undefined) return [];
    if (HEADING.test(first.text)) return this.#headings(lines);
    if (lines.some(({ text }) => ROW.test(text))) return this.#withRows(lines);
    if (lines.every(({ text }) => /^\s*>/u.test(text)))
      return [
        this.#of(
          'blockquote',
          lines.map((line) => cut(line, /^\s*>\s?/u.exec(line.text)?.[0].length ?? 0)),
        ),
      ];
    const begins = lines.findIndex(({ text }) => ITEM.test(text));
    if (begins < 0) return [this.#of('p', lines)];
    const before = lines.slice(0, begins);
    return [...(begins > 0 ? [this.#of('p', before)] : []), this.#list(lines.slice(begins))];
  }

  /** Nested headings, and the text that follows each. */
  #headings(lines: readonly Line[]): readonly Piece[] {
    const length = (line: Line): number => HEADING.exec(line.text)?.[0].length ?? 0;
    const end = lines.findIndex((line) => length(line) === 0);
    const headings = end < 0 ? lines : lines.slice(0, end);
    // A heading without words would be empty for screen readers.
    const worded = headings.filter((line) => line.text.slice(length(line)).trim() !== '');
    return [
      ...worded.map((line) => this.#of('h3', [cut(line, length(line))])),
      ...(end < 0 ? [] : this.#block(lines.slice(end))),
    ];
  }

  /** List items with the lines indented below them; a line without a marker continues the item before it. */
  #list(lines: readonly Line[], deep = 0): Piece {
    const depth = indentOf(lines[0]);
    const items: Line[][] = [];
    for (const line of lines) {
      if (ITEM.test(line.text) && indentOf(line) <= depth) items.push([line]);
      else items.at(-1)?.push(line);
    }
    const inside = items.map(([head, ...more]): Piece => {
      const nested = deep < DEEPEST ? more.findIndex(({ text }) => ITEM.test(text)) : -1;
      const own = nested < 0 ? more : more.slice(0, nested);
      const first = head === undefined ? [] : [cut(head, ITEM.exec(head.text)?.[0].length ?? 0)];
      const below = nested < 0 ? [] : [this.#list(more.slice(nested), deep + 1)];
      return { tag: 'li', inside: [...this.#words([...first, ...own]), ...below] };
    });
    const [number] = /(?<=^\s*)\d{1,9}/u.exec(lines[0]?.text ?? '') ?? [];
    if (number === undefined) return { tag: 'ul', inside };
    return { tag: 'ol', inside, ...(Number(number) === 1 ? {} : { start: Number(number) }) };
  }

  /** In a difference, rows of a table may stand right beside other words. */
  #withRows(lines: readonly Line[]): readonly Piece[] {
    const isRow = ({ text }: Line): boolean => ROW.test(text);
    const [first] = lines;
    if (first === undefined) return [];
    const end = lines.findIndex((line) => isRow(line) !== isRow(first));
    const own = end < 0 ? lines : lines.slice(0, end);
    const table = isRow(first) ? this.#table(own) : null;
    const shown = table === null ? this.#block(own) : table.inside.length > 0 ? [table] : [];
    return end < 0 ? shown : [...shown, ...this.#withRows(lines.slice(end))];
  }

  #table(lines: readonly Line[]): Piece {
    const titled = RULE.test(lines[1]?.text ?? '');
    const rows = lines.filter(({ text }) => !RULE.test(text));
    return {
      tag: 'table',
      inside: rows.map((line, at) => ({
        tag: 'tr',
        inside: cellsOf(line).map((cell) => this.#of(titled && at === 0 ? 'th' : 'td', [cell])),
      })),
    };
  }

  #of(tag: Tag, lines: readonly Line[]): Piece {
    return { tag, inside: this.#words(lines) };
  }

  #words(lines: readonly Line[]): readonly (Piece | string)[] {
    return lines.flatMap((line, at) => [...(at > 0 ? [' '] : []), ...this.#inline(line)]);
  }

  #inline({ from, text }: Line): readonly (Piece | string)[] {
    const pieces: (Piece | string)[] = [];
    let at = 0;
    for (const found of text.matchAll(INLINE)) {
      pieces.push(...this.#marked(from + at, from + found.index));
      at = found.index + found[0].length;
      const [name, words] = Object.entries(found.groups ?? {}).find(([, given]) => given !== undefined) ?? [];
      if (name === undefined || words === undefined) continue;
      const start = from + found.index + found[0].indexOf(words);
      if (name === 'code') pieces.push({ tag: 'code', inside: this.#marked(start, start + words.length) });
      else {
        const inside = this.#inline({ from: start, text: words });
        pieces.push(...(name === 'link' ? inside : [{ tag: name as 'strong' | 'em', inside }]));
      }
    }
    return [...pieces, ...this.#marked(from + at, from + text.length)];
  }

  /** A range of the text, with changed parts marked. */
  #marked(from: number, to: number): readonly (Piece | string)[] {
    const pieces: (Piece | string)[] = [];
    let at = from;
    for (const [begin, end, mark = this.#mark] of this.#stretches) {
      const [start, stop] = [Math.max(at, begin), Math.min(to, end)];
      if (start >= stop) continue;
      if (start > at) pieces.push(this.#text.slice(at, start));
      pieces.push({ tag: mark, inside: [this.#text.slice(start, stop)] });
      at = stop;
    }
    if (at < to) pieces.push(this.#text.slice(at, to));
    return pieces;
  }
}

function cut({ from, text }: Line, count: number): Line {
  return { from: from + count, text: text.slice(count) };
}

function indentOf(line: Line | undefined): number {
  return ITEM.exec(line?.text ?? '')?.[1]?.length ?? 0;
}

/** `| a | b |` → `a` and `b`, each with its position. */
function cellsOf({ from, text }: Line): readonly Line[] {
  const cells: Line[] = [];
  let at = text.indexOf('|') + 1;
  for (let end = text.indexOf('|', at); end >= 0; end = text.indexOf('|', at)) {
    const raw = text.slice(at, end);
    const cell = raw.trim();
    cells.push({ from: from + at + raw.indexOf(cell), text: cell });
    at = end + 1;
  }
  const rest = text.slice(at).trim();
  if (rest !== '') cells.push({ from: from + at + text.slice(at).indexOf(rest), text: rest });
  return cells;
}

/** The front matter of a rule's file, if it is unchanged. */
const DETAILS = /^---\n[^]*?\n---\n/u;
const BLOCK = /^(?:#{1,6} |[-*+] |\d+[.)] |\||> )/u;

/** A difference as a reader sees it, removals before additions; null if only markup differs, which is then shown instead. */
export function differenceRead(
  words: readonly { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }[],
): readonly Piece[] | null {
  let text = '';
  const stretches: Stretch[] = [];
  for (const [at, { kind, text: own }] of words.entries()) {
    if (kind === 'same') {
      text += at === 0 ? own.replace(DETAILS, '') : own;
      continue;
    }
    // An item or row that replaced another is shown as one of its own.
    if (kind === 'added' && words[at - 1]?.kind === 'removed' && BLOCK.test(own) && !text.endsWith('\n'))
      text += '\n';
    stretches.push([text.length, text.length + own.length, kind === 'added' ? 'ins' : 'del']);
    text += own;
  }
  const blocks = new MarkedText(text, stretches, 'ins').blocks();
  return isMarked(blocks) || stretches.length === 0 ? blocks : null;
}

/** Keeps marked blocks, and the marked items and rows of lists and tables. An ellipsis replaces each run of others. */
export function changedParts(blocks: readonly Piece[], rest: Tag = 'p'): readonly Piece[] {
  return blocks.flatMap((block, at): Piece[] => {
    if (isMarked([block])) return [changedWithin(block)];
    return at === 0 || isMarked(blocks.slice(at - 1, at)) ? [{ tag: rest, inside: ['…'] }] : [];
  });
}

/** A numbered list stays whole, since its numbers would change. */
function changedWithin(block: Piece): Piece {
  if (block.tag !== 'ul' && block.tag !== 'table') return block;
  const items = block.inside.filter((item) => typeof item !== 'string');
  if (block.tag === 'ul') return { tag: 'ul', inside: changedParts(items, 'li') };
  // The first row has the titles.
  return { tag: 'table', inside: items.filter((row, at) => at === 0 || isMarked([row])) };
}

export function isMarked(pieces: readonly (Piece | string)[]): boolean {
  return pieces.some(
    (piece) => typeof piece !== 'string' && (['ins', 'del'].includes(piece.tag) || isMarked(piece.inside)),
  );
}

/** The whole words around a position in a text, with dots for the text left out. */
export function excerptOf(text: string, at: number, around: number): string {
  const words = [...text.matchAll(/\S+/gu)].filter(
    ({ 0: word, index }) =>
      (index >= at - around && index + word.length <= at + around) ||
      (index <= at && at < index + word.length),
  );
  const start = words[0]?.index ?? 0;
  const end = words.reduce((_, { 0: word, index }) => index + word.length, 0);
  if (end === 0) return '';
  const dots = (rest: string): boolean => rest.trim() !== '';
  return `${dots(text.slice(0, start)) ? '… ' : ''}${text.slice(start, end)}${dots(text.slice(end)) ? ' …' : ''}`;
}
