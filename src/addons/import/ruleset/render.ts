import { escapeStart } from './plain-blocks.ts';
import type { Line } from './read-lines.ts';

/** The longest line of an unmarked list. */
const LIST_LINE = 50;

export interface Rendered {
  readonly text: string;
  /** Lines whose form was guessed: `list`, `definitions`. */
  readonly guesses: readonly {
    readonly line: number;
    readonly text: string;
    readonly code: 'list' | 'definitions';
  }[];
}

/** Converts the lines of one rule to Markdown: one line per paragraph, lists as lists, and terms with their definitions. */
export function renderLines(lines: readonly Line[]): Rendered {
  const blocks: string[] = [];
  const guesses: { line: number; text: string; code: 'list' | 'definitions' }[] = [];
  for (const group of groupLines(withContinued(lines))) {
    const [first] = group;
    if (!first) continue;
    if (first.kind === 'item') {
      blocks.push(renderItems(group));
      continue;
    }
    if (group.length === 1) {
      blocks.push(escapeStart(first.text));
    } else if (isWrapped(group)) {
      blocks.push(escapeStart(group.map(({ text }) => text).join(' ')));
    } else if (isDefinitions(group)) {
      guesses.push({ line: first.number, text: first.text, code: 'definitions' });
      blocks.push(renderDefinitions(group));
    } else {
      guesses.push({ line: first.number, text: first.text, code: 'list' });
      const head = /[:.]$/.test(first.text) ? [escapeStart(first.text)] : [];
      const items = group.slice(head.length).map((line) => `- ${line.text}`);
      blocks.push(...head, items.join('\n'));
    }
  }
  return { text: blocks.join('\n\n'), guesses };
}

/** Consecutive items are one list, and lines without a blank one between them belong together. */
function groupLines(lines: readonly Line[]): Line[][] {
  const groups: Line[][] = [];
  let open: Line[] = [];
  for (const line of lines) {
    const last = open.at(-1);
    if (line.kind === 'blank' || (last && !belongTogether(last, line))) {
      if (open.length > 0) groups.push(open);
      open = [];
    }
    if (line.kind !== 'blank') open.push(line);
  }
  if (open.length > 0) groups.push(open);
  return groups;
}

function belongTogether(last: Line, line: Line): boolean {
  if (last.kind !== line.kind) return false;
  if (line.kind === 'text') return line.isGlued;
  return (last.ordinal === null) === (line.ordinal === null) || last.depth !== line.depth;
}

function renderItems(items: readonly Line[]): string {
  const least = Math.min(...items.map((item) => item.depth));
  return items
    .map(
      (item) =>
        `${'   '.repeat(item.depth - least)}${item.ordinal === null ? '-' : `${item.ordinal}.`} ${item.text}`,
    )
    .join('\n');
}

function isDefinitions(group: readonly Line[]): boolean {
  if (group.length % 2 !== 0) return false;
  return group.every(
    (line, at) =>
      at % 2 === 1 || (line.text.length <= 50 && !/[.:;,]$/.test(line.text) && /^\p{Lu}/u.test(line.text)),
  );
}

function renderDefinitions(group: readonly Line[]): string {
  const pairs = group
    .filter((_, at) => at % 2 === 0)
    .map((term, at) => `- **${term.text}**: ${group[2 * at + 1]?.text ?? ''}`);
  return pairs.join('\n');
}

/** True for prose with wrapped lines: one of them continues in lower case, or all are longer than lines of a list. */
function isWrapped(group: readonly Line[]): boolean {
  return (
    group.slice(1).some(({ text }, at) => /^\p{Ll}/u.test(text) && !/[:;]$/.test(group[at]?.text ?? '')) ||
    group.slice(0, -1).every(({ text }) => text.length > LIST_LINE)
  );
}

/** A line directly below an item continues it if it is indented or begins in lower case. */
function withContinued(lines: readonly Line[]): Line[] {
  const joined: Line[] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    if (
      last?.kind === 'item' &&
      line.kind === 'text' &&
      line.isGlued &&
      (line.depth > 1 || /^\p{Ll}/u.test(line.text))
    )
      joined[joined.length - 1] = { ...last, text: `${last.text} ${line.text}` };
    else joined.push(line);
  }
  return joined;
}
