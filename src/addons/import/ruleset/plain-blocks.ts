const ITEM = /^(\s*)(?:([•·*+-])|(\(?)(\d{1,4}|[a-z]|[ivx]{2,5})([.)]))\s+(\S.*)$/u;
const RULE_LINE = /^\s*([-=_*~#])\1{2,}\s*$/;
const MOST_LEVELS = 8;

interface Piece {
  /** Null for prose. */
  readonly marker: string | null;
  readonly indent: number;
  readonly words: string[];
}

/** Converts plain text to Markdown: wrapped prose becomes one line per paragraph, and lists and drawings are kept. */
export function renderPlain(lines: readonly string[]): string {
  return blocksOf(lines).map(renderBlock).join('\n\n');
}

/** Splits lines at blank ones, and at lines that consist of strokes. */
function blocksOf(lines: readonly string[]): string[][] {
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
  const begun = new Set<string>();
  let ordinal = 0;
  for (const [at, line] of lines.entries()) {
    const found = ITEM.exec(line);
    const words = line.trim().replace(/\s+/g, ' ');
    if (found === null || !isItem(found, lines[at - 1], begun, ordinal)) {
      const last = pieces.at(-1);
      if (last) last.words.push(words);
      else pieces.push({ marker: null, indent: 0, words: [words] });
      continue;
    }
    const [, space = '', bullet, bracket = '', label = '', close = '', rest = ''] = found;
    begun.add(kindOf(found));
    if (/^\d/.test(label)) ordinal = Number(label);
    const isCounted = /^\d/.test(label) && bracket === '';
    const marker = isCounted ? `${label}.` : '-';
    const retained = bullet !== undefined || isCounted ? '' : `${bracket}${label}${close} `;
    const indent = space.replace(/\t/g, '    ').length;
    pieces.push({ marker, indent, words: [retained + rest.trim().replace(/\s+/g, ' ')] });
  }
  return pieces;
}

function kindOf([, , bullet, bracket = '', label = '', close = '']: RegExpExecArray): string {
  return bullet ?? `${bracket}${/^\d/.test(label) ? '1' : 'a'}${close}`;
}

/** Within prose, a number or letter begins an item only after a colon, or if it continues a list. */
function isItem(
  found: RegExpExecArray,
  before: string | undefined,
  begun: ReadonlySet<string>,
  ordinal: number,
): boolean {
  if (before === undefined || found[2] !== undefined) return true;
  const label = found[4] ?? '';
  if (!begun.has(kindOf(found))) return /:\s*$/.test(before) && (!/^\d/.test(label) || Number(label) <= 1);
  return (
    (!/^\d/.test(label) || Number(label) === ordinal + 1) && /(?:[.;:,!?)"]|\band|\bor)\s*$/.test(before)
  );
}

/** True for columns and frames, which would become a mess as prose. */
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

/** In plain text `<player>` is a word and not HTML. */
function escapeTags(text: string): string {
  return text.replace(/<(?=[a-zA-Z/!?])/g, String.raw`\<`);
}

/** Escapes the beginning of a paragraph that Markdown would take for a list or a heading. */
export function escapeStart(text: string): string {
  return text
    .replace(/^(#{1,6}|[>+-])(?=\s|$)/, String.raw`\$1`)
    .replace(/^(\d+)([.)])(?=\s)/, String.raw`$1\$2`);
}
