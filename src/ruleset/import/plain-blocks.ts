const ITEM = /^(\s*)(?:([•·*+-])|(\(?)(\d{1,4}|[a-z]|[ivx]{2,5})([.)]))\s+(\S.*)$/u;
const RULE_LINE = /^\s*([-=_*~#])\1{2,}\s*$/;
const MOST_LEVELS = 8;

interface Piece {
  /** Null where it is prose. */
  readonly marker: string | null;
  readonly indent: number;
  readonly words: string[];
}

/** Plain text as Markdown: hard-wrapped prose is one line a paragraph, lists are lists, drawings stay drawings. */
export function renderPlain(lines: readonly string[]): string {
  return blocksOf(lines).map(renderBlock).join('\n\n');
}

/** Runs of lines with no blank one among them; lines of nothing but strokes part them too. */
export function blocksOf(lines: readonly string[]): string[][] {
  const blocks: string[][] = [];
  let open: string[] = [];
  for (const line of lines) {
    const isEnd = line.trim() === '' || RULE_LINE.test(line);
    if (!isEnd) open.push(line);
    else if (open.length > 0) {
      blocks.push(open);
      open = [];
    }
  }
  if (open.length > 0) blocks.push(open);
  return blocks;
}

function renderBlock(lines: readonly string[]): string {
  if (isDrawing(lines)) return fence(lines);
  const parts: string[] = [];
  const indents: number[] = [];
  for (const { marker, indent, words } of piecesOf(lines)) {
    const text = escapeTags(words.join(' '));
    if (marker === null) {
      parts.push(escapeStart(text));
      indents.length = 0;
      continue;
    }
    while ((indents.at(-1) ?? -1) > indent) indents.pop();
    if (indents.at(-1) !== indent) indents.push(indent);
    const item = `${'   '.repeat(Math.min(indents.length - 1, MOST_LEVELS))}${marker} ${text}`;
    const last = parts.length - 1;
    if (indents.length > 1 || isList(parts[last])) parts[last] = `${parts[last] ?? ''}\n${item}`;
    else parts.push(item);
  }
  return parts.join('\n\n');
}

function isList(part: string | undefined): boolean {
  return part !== undefined && /^(?:-|\d+\.) /.test(part);
}

function piecesOf(lines: readonly string[]): Piece[] {
  const pieces: Piece[] = [];
  let ordinal = 0;
  for (const [at, line] of lines.entries()) {
    const found = ITEM.exec(line);
    const label = found?.[4] ?? '';
    const number = /^\d/.test(label) ? Number(label) : null;
    // A number in the middle of prose begins an item only where it counts on.
    const isItem = found !== null && (number === null || at === 0 || number === 1 || number === ordinal + 1);
    const words = line.trim().replace(/\s+/g, ' ');
    if (!isItem) {
      const last = pieces.at(-1);
      if (last) last.words.push(words);
      else pieces.push({ marker: null, indent: 0, words: [words] });
      continue;
    }
    const [, space = '', bullet, bracket = '', , close = '', rest = ''] = found;
    if (number !== null) ordinal = number;
    const isCounted = number !== null && bracket === '';
    const marker = isCounted ? `${number}.` : '-';
    const kept = bullet !== undefined || isCounted ? '' : `${bracket}${label}${close} `;
    const indent = space.replace(/\t/g, '    ').length;
    pieces.push({ marker, indent, words: [kept + rest.trim().replace(/\s+/g, ' ')] });
  }
  return pieces;
}

/** Columns and frames, of which prose would make a mess. */
function isDrawing(lines: readonly string[]): boolean {
  if (lines.length < 2) return false;
  const drawn = lines.filter((line) => /\S {3,}\S/.test(line) || /^\s*[|+]/.test(line)).length;
  return drawn > lines.length / 2;
}

export function fence(lines: readonly string[]): string {
  const most = Math.max(2, ...lines.map((line) => /`{3,}/.exec(line)?.[0].length ?? 0));
  const mark = '`'.repeat(most + 1);
  return [mark, ...lines, mark].join('\n');
}

/** `<player>` in plain text is a word and no HTML. */
export function escapeTags(text: string): string {
  return text.replace(/<(?=[a-zA-Z/!?])/g, String.raw`\<`);
}

/** A paragraph that begins as Markdown begins a list or a heading is kept one. */
export function escapeStart(text: string): string {
  return text
    .replace(/^(#{1,6}|[>+-])(?=\s|$)/, String.raw`\$1`)
    .replace(/^(\d+)([.)])(?=\s)/, String.raw`$1\$2`);
}
