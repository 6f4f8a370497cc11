/** A line of the text, told for what it is. */
export interface Line {
  readonly number: number;
  readonly kind: 'heading' | 'text' | 'item' | 'blank';
  readonly text: string;
  /** Of an item: how deep it stands, 0 outermost, and its number if it has one. Of a text: how far it is indented. */
  readonly depth: number;
  readonly ordinal: number | null;
  /** Of a heading whose mark has survived: `==` is 1, `===` is 2. */
  readonly level: number | null;
  /** Whether a text goes with the line before it: no blank line between, or one of a list after a colon. */
  readonly isGlued: boolean;
  /** False where it might be something else. */
  readonly isSure: boolean;
}

const BULLET = /^(\s*)[•·*-]\s+(.*)$/;
const NUMBERED = /^(\s+|)(\d+)[.)]\s+(.*)$/;
const LONGEST_HEADING = 60;
const MOST_HEADING_WORDS = 9;
/** The number of lines of a list without marks between a line and the colon that begins it. */
const LONGEST_LIST = 200;
/** No longer line is looked at for the marks of a heading. */
const LONGEST_MARKED = 1000;

/** Reads the lines of a ruleset as it is copied from a page: headings are bare lines, bullets are characters. */
export function readLines(text: string): Line[] {
  const raw = text
    .replace(/\r\n?/g, '\n')
    .replace(/^\uFEFF/, '')
    .split('\n');
  const blanks = raw.filter((line) => line.trim() === '').length;
  const isSpaced = blanks > raw.length / 8;
  const hasMarks = raw.some((line) => markedHeading(line) !== null);
  return raw.map((line, at) => {
    const base = { number: at + 1, depth: 0, ordinal: null, level: null, isGlued: false, isSure: true };
    if (line.trim() === '') return { ...base, kind: 'blank', text: '' };
    const marked = markedHeading(line);
    if (marked) return { ...base, ...marked, kind: 'heading' };
    const item = readItem(line);
    if (item) return { ...base, ...item, kind: 'item' };
    const words = line.trim().replace(/\s+/g, ' ');
    const isHeading =
      !hasMarks && (isSpaced ? standsAlone(raw, at) : standsBetween(raw, at)) && looksLikeHeading(words);
    if (isHeading) return { ...base, kind: 'heading', text: words, isSure: isTitleCase(words) };
    const isGlued = isSpaced ? !isBlank(raw[at - 1]) : looksLikeHeading(words) && isBareList(raw, at);
    const isLost = !hasMarks && isSpaced && standsAlone(raw, at) && words.length < 100;
    const depth = line.length - line.trimStart().length;
    return {
      ...base,
      kind: 'text',
      text: words,
      depth,
      isGlued,
      isSure: !isLost || /[.:;!?)"”’]$/.test(words),
    };
  });
}

function markedHeading(line: string): { text: string; level: number } | null {
  if (line.length > LONGEST_MARKED) return null;
  const wiki = /^(={2,6})\s*(\S.*?[^\s.:;,!?=])\s*\1\s*$/.exec(line);
  if (wiki) return { text: wiki[2] ?? '', level: (wiki[1] ?? '').length - 1 };
  const markdown = /^(#{1,6})\s+(\S.*?[^\s.:;,!?#])\s*#*\s*$/.exec(line);
  return markdown ? { text: markdown[2] ?? '', level: (markdown[1] ?? '').length } : null;
}

function readItem(line: string): Pick<Line, 'text' | 'depth' | 'ordinal'> | null {
  const bullet = BULLET.exec(line);
  const numbered = bullet ? null : NUMBERED.exec(line);
  const found = bullet ?? numbered;
  if (!found) return null;
  const width = (found[1] ?? '').replace(/\t/g, '    ').length;
  const words = (found.at(-1) ?? '').trim().replace(/\s+/g, ' ');
  // Pages indent the outermost items by two, and each further level by two more.
  return {
    text: words,
    depth: Math.max(0, Math.ceil(width / 2) - 1),
    ordinal: numbered ? Number(numbered[2]) : null,
  };
}

function looksLikeHeading(words: string): boolean {
  if (words.length > LONGEST_HEADING || words.split(' ').length > MOST_HEADING_WORDS) return false;
  // A lower-case verb makes a sentence of it that lacks its full stop.
  if (/\s(?:is|are|was|has|have)\s/.test(words)) return false;
  return !/[.:;,!?|]$/.test(words) && /^["'“‘]?[\p{Lu}\p{N}]/u.test(words);
}

/** `Enacting and Failing`: what isn't capital is a small word. */
function isTitleCase(words: string): boolean {
  return words
    .split(' ')
    .every(
      (word) =>
        /^["'“‘([]?[\p{Lu}\p{N}]/u.test(word) ||
        /^(?:a|an|and|by|for|in|of|on|or|the|to|von|with)$/.test(word),
    );
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}

function standsAlone(raw: readonly string[], at: number): boolean {
  return isBlank(raw[at - 1]) && isBlank(raw[at + 1]);
}

/** Without blank lines a heading follows the end of a text, or another heading, and a text follows it. */
function standsBetween(raw: readonly string[], at: number): boolean {
  const before = raw[at - 1]?.trim() ?? '';
  const after = raw[at + 1]?.trim() ?? '';
  if (isBlank(after)) return false;
  const afterIsText =
    readItem(raw[at + 1] ?? '') !== null || /[.:;!?)"”’]$/.test(after) || after.length > LONGEST_HEADING;
  if (afterIsText) return true;
  // Two bare lines: a section and its first rule, unless they are a list, which a colon begins.
  return before === '' || !isBareList(raw, at);
}

function isBareList(raw: readonly string[], at: number): boolean {
  let first = at;
  while (
    first > Math.max(0, at - LONGEST_LIST) &&
    looksLikeHeading(raw[first - 1]?.trim() ?? '') &&
    readItem(raw[first - 1] ?? '') === null
  )
    first--;
  return (raw[first - 1]?.trim() ?? '').endsWith(':');
}
