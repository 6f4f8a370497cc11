import { escapeHtml } from './escape-html.ts';

// A fast path for the most common texts: paragraphs, simple lists and quotes, with some bold, italic and links. The
// full parser takes thirty times as long. Any text that contains anything else is left to it as a whole, so nothing
// ambiguous has to be decided here.

export interface PlainOptions {
  /** The prefix of block anchors: `core.votes` makes `core.votes:1`. */
  readonly anchor: string | null;
  /** The level of the heading above the text. */
  readonly under: number;
}

/** Letters, digits and punctuation without a meaning in Markdown within a line. */
const WORDS = String.raw`[\p{L}\p{N} ,.;:?!’‘“”–—…()'"%/+=$−-]`;
const EDGE = String.raw`[\p{L}\p{N}]`;
const SPAN = `${EDGE}(?:${WORDS}*${EDGE})?`;
/** Bold and italic text may end with punctuation if a space follows: `**Joining.** A player …` */
const MARKED = String.raw`${EDGE}(?:${WORDS}*(?:${EDGE}|[.,:;?!)](?=\*+(?: |$))))?`;
const VALUE = String.raw`[\p{L}\p{N}$#−-](?:[\p{L}\p{N} ,.:’'$−-]*${EDGE})?`;
const AFTER = String.raw`(?=[ ,.;:?!)”’]|$)`;
const BEFORE = '(?<=^|[ (“])';
const INLINE = new RegExp(
  [
    String.raw`${BEFORE}\*\*(?<strong>${MARKED})\*\*${AFTER}`,
    String.raw`${BEFORE}\*(?<em>${MARKED})\*${AFTER}`,
    String.raw`(?<!!)\[(?<link>${SPAN})\]\((?<to>https?://[\w.~-]+(?:/[\w./~-]*)?)\)`,
    String.raw`(?<!!)\[(?<value>${VALUE})\]\(#value:(?<name>[a-z0-9-]+)\)`,
    String.raw`(?<!!)\[(?<named>${SPAN})\]\(#(?:table|list):[a-z0-9-]+\)`,
    `(?<words>${WORDS}+?(?=[*[]|$))`,
  ].join('|'),
  'guy',
);
/** The beginning of a line of text that can't be mistaken for a block marker. */
const LINE = /^[\p{L}“‘("'*[](?!.* $)/u;
/** Bare addresses become links, and brackets by the dozen are somebody's joke. */
const DOUBTFUL = /www\.|(?<!\]\(https?):\/\/|[([]{20}/iu;
const LONGEST = 50_000;

function withoutEmptyEnds(text: string): string {
  let [from, to] = [0, text.length];
  while (text[from] === '\n') from++;
  while (to > from && text[to - 1] === '\n') to--;
  return text.slice(from, to);
}

/** `I *like* it.` → `<p>I <em>like</em> it.</p>`; null if the text needs the full parser. */
export function plainMarkdown(text: string, { anchor, under }: PlainOptions): string | null {
  if (text.length > LONGEST) return null;
  const trimmed = withoutEmptyEnds(text);
  if (trimmed === '' || DOUBTFUL.test(trimmed)) return null;
  const blocks: Block[] = [];
  for (const part of trimmed.split(/\n{2,}/u)) {
    const read = blocksIn(part.split('\n'));
    if (read === null) return null;
    // Lists separated only by a blank line are one list, rendered differently.
    if (isList(read[0]) && isList(blocks.at(-1))) return null;
    blocks.push(...read);
  }
  let level = under;
  return blocks
    .map(({ tag, inside, depth }, at) => {
      const id = anchor === null ? '' : ` id="${escapeHtml(`${anchor}:${at + 1}`)}"`;
      if (tag === 'table') return `<div ${WIDE}${id}><table>${inside}</table></div>`;
      if (depth !== undefined) level = Math.min(6, level + 1, under + depth);
      const name = depth === undefined ? tag : `h${level}`;
      return `<${name}${id}>${inside}</${name}>`;
    })
    .join('\n');
}

/** A table wider than the page scrolls by itself. */
const WIDE = 'class="scroll" tabindex="0" role="group" aria-label="Table"';

interface Block {
  readonly tag: 'table' | 'p' | 'ul' | 'ol' | 'blockquote' | 'heading';
  readonly inside: string;
  /** The level of a heading. */
  readonly depth?: number;
}

function isList(block: Block | undefined): boolean {
  return block?.tag === 'ul' || block?.tag === 'ol';
}

/** Lines without a blank one between them: a heading, a quote, text, a list, or text followed by a list. */
function blocksIn(lines: readonly string[]): readonly Block[] | null {
  const [first = ''] = lines;
  const heading = lines.length === 1 ? /^(#{1,6}) (.+)$/u.exec(first) : null;
  if (heading !== null) {
    const inside = plainLine(heading[2] ?? '');
    return inside === null ? null : [{ tag: 'heading', inside, depth: heading[1]?.length ?? 1 }];
  }
  if (first.startsWith('> ')) {
    const quoted = plainLines(lines, () => '> ');
    return quoted === null ? null : [{ tag: 'blockquote', inside: `\n<p>${quoted.join('\n')}</p>\n` }];
  }
  if (first.startsWith('| ')) {
    const table = tableOf(lines);
    return table === null ? null : [table];
  }
  const begins = lines.findIndex((line) => /^(?:- |1\. )/u.test(line));
  const words = plainLines(begins < 0 ? lines : lines.slice(0, begins), () => '');
  if (words === null) return null;
  const paragraph: Block[] = words.length === 0 ? [] : [{ tag: 'p', inside: words.join('\n') }];
  if (begins < 0) return paragraph;
  const list = listOf(lines.slice(begins));
  return list === null ? null : [...paragraph, list];
}

function listOf(lines: readonly string[]): Block | null {
  const isBulleted = lines[0]?.startsWith('- ') === true;
  const items = plainLines(lines, (at) => (isBulleted ? '- ' : `${at + 1}. `));
  if (items === null) return null;
  return { tag: isBulleted ? 'ul' : 'ol', inside: `\n${items.map((one) => `<li>${one}</li>\n`).join('')}` };
}

/** Rows with the same number of cells, below a header row. */
function tableOf([titles = '', rule = '', ...rows]: readonly string[]): Block | null {
  const columns = cellsOf(titles);
  const count = columns?.length ?? 0;
  if (columns === null || columns.includes('') || !/^\|(?: ?-{3,} ?\|)+$/u.test(rule)) return null;
  if (rule.split('|').length - 2 !== count) return null;
  const rowOf = (cells: readonly string[], name: string): string =>
    `<tr>\n${cells.map((cell) => `<${name}>${cell}</${name.slice(0, 2)}>\n`).join('')}</tr>\n`;
  let body = '';
  for (const row of rows) {
    const cells = cellsOf(row);
    if (cells?.length !== count) return null;
    body += rowOf(cells, 'td');
  }
  const inside = `\n<thead>\n${rowOf(columns, 'th scope="col"')}</thead>\n`;
  return { tag: 'table', inside: body === '' ? inside : `${inside}<tbody>\n${body}</tbody>\n` };
}

function cellsOf(row: string): readonly string[] | null {
  if (!/^\| .* \|$/u.test(row)) return null;
  const cells = row
    .slice(1, -1)
    .split('|')
    .map((cell) => plainWords(cell.trim()));
  return cells.some((cell) => cell === null) ? null : (cells as readonly string[]);
}

/** Removes the required marker from each line; null if a line lacks it. */
function plainLines(lines: readonly string[], mark: (at: number) => string): readonly string[] | null {
  const plain: string[] = [];
  for (const [at, line] of lines.entries()) {
    const own = mark(at);
    const html = line.startsWith(own) ? plainLine(line.slice(own.length)) : null;
    if (html === null) return null;
    plain.push(html);
  }
  return plain;
}

function plainLine(line: string): string | null {
  return LINE.test(line) ? plainWords(line) : null;
}

function plainWords(line: string): string | null {
  let html = '';
  let read = 0;
  for (const { 0: piece, groups = {} } of line.matchAll(INLINE)) {
    html += inlineHtml(groups);
    read += piece.length;
  }
  return read === line.length ? html : null;
}

function inlineHtml(found: Readonly<Record<string, string | undefined>>): string {
  const { strong, em, link, to, value, name, named, words } = found;
  if (strong !== undefined) return `<strong>${strong}</strong>`;
  if (em !== undefined) return `<em>${em}</em>`;
  if (link !== undefined) return `<a href="${to}" rel="nofollow ugc noopener">${link}</a>`;
  if (value !== undefined) return `<data class="live" data-name="${name}" value="${value}">${value}</data>`;
  return named ?? words ?? '';
}
