/** A line of the text and its kind. */
export interface Line {
  readonly number: number;
  readonly kind: 'heading' | 'text' | 'item' | 'blank';
  readonly text: string;
  /** For an item, its nesting depth from 0, and its number if any. For a text, its indentation. */
  readonly depth: number;
  readonly ordinal: number | null;
  /** For a heading with its mark still there: 1 for `==`, 2 for `===`. */
  readonly level: number | null;
  /** True if a text belongs to the line before it: there is no blank line between, or it is in a list after a colon. */
  readonly isGlued: boolean;
  /** False if it might be something else. */
  readonly isSure: boolean;
}

const BULLET = /^(\s*)[•·*-]\s+(.*)$/;
const NUMBERED = /^(\s+|)(\d+)[.)]\s+(.*)$/;
const LONGEST_HEADING = 60;
const MOST_HEADING_WORDS = 9;
/** The most lines between a line of an unmarked list and the colon that begins the list. */
const LONGEST_LIST = 200;
/** Longer lines aren't checked for marks of a heading. */
const LONGEST_MARKED = 1000;

/** Reads the lines of a ruleset copied from a page. Headings are ordinary lines, and bullets are characters. */
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
      !hasMarks && (isSpaced ? standsAlone(raw, at) : standsBetween(raw, at)) && resemblesHeading(words);
    if (isHeading) return { ...base, kind: 'heading', text: words, isSure: isTitleCase(words) };
    const isGlued = isSpaced ? !isBlank(raw[at - 1]) : resemblesHeading(words) && isBareList(raw, at);
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
  // Pages indent outermost items by two, and each further level by two more.
  return {
    text: words,
    depth: Math.max(0, Math.ceil(width / 2) - 1),
    ordinal: numbered ? Number(numbered[2]) : null,
  };
}

function resemblesHeading(words: string): boolean {
  if (words.length > LONGEST_HEADING || words.split(' ').length > MOST_HEADING_WORDS) return false;
  // With a verb in lower case, it is a sentence without its full stop.
  if (/\s(?:is|are|was|has|have)\s/.test(words)) return false;
  return !/[.:;,!?|]$/.test(words) && /^["'“‘]?[\p{Lu}\p{N}]/u.test(words);
}

/** True for `Enacting and Failing`, in which only small words are in lower case. */
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

/** Without blank lines, a heading follows the end of a text or another heading, and a text follows it. */
function standsBetween(raw: readonly string[], at: number): boolean {
  const before = raw[at - 1]?.trim() ?? '';
  const after = raw[at + 1]?.trim() ?? '';
  if (isBlank(after)) return false;
  const afterIsText =
    readItem(raw[at + 1] ?? '') !== null || /[.:;!?)"”’]$/.test(after) || after.length > LONGEST_HEADING;
  if (afterIsText) return true;
  // Two such lines are a section and its first rule, unless they are a list after a colon.
  return before === '' || !isBareList(raw, at);
}

function isBareList(raw: readonly string[], at: number): boolean {
  let first = at;
  while (
    first > Math.max(0, at - LONGEST_LIST) &&
    resemblesHeading(raw[first - 1]?.trim() ?? '') &&
    readItem(raw[first - 1] ?? '') === null
  )
    first--;
  return (raw[first - 1]?.trim() ?? '').endsWith(':');
}
