/** A sentence, a table cell or a line of code, which is merged as a whole. */
export interface Unit {
  readonly text: string;
  /** The space or table bar after it in its file. */
  readonly after: string;
}

// A full stop always ends a sentence, a colon only before a capital. Too many boundaries do no harm.
const END = /(?:[.!?]["'”’)\]*_]*\s+(?=\S)|[:;]["'”’)\]*_]*\s+(?=["'“‘([*_~`]*[\p{Lu}\p{N}]))/gu;
const SHORT =
  /(?:^|[\s(“"])(?:e\.?g|i\.?e|eg|ie|etc|cf|no|nos|vs|approx|esp|incl|max|min|Mr|Mrs|Ms|Dr|St|\p{Lu})\.["'”’)\]*_]*$/u;

const LONGEST_SHORT = 40;
/** Longer texts aren't split, because no sentence is that long. */
const LONGEST_SPLIT = 4_000;

/** `It is open. It waits (e.g. a day).` → `It is open.` and `It waits (e.g. a day).` */
export function splitSentences(text: string): Unit[] {
  const units: Unit[] = [];
  let start = 0;
  for (const found of text.matchAll(END)) {
    const space = /\s+$/.exec(found[0])?.[0] ?? '';
    const end = found.index + found[0].length - space.length;
    if (SHORT.test(text.slice(Math.max(start, end - LONGEST_SHORT), end))) continue;
    units.push({ text: text.slice(start, end), after: space });
    start = end + space.length;
  }
  if (start < text.length) units.push({ text: text.slice(start), after: '' });
  return units;
}

/** `a | b ` → the two cells. */
export function splitCells(text: string): Unit[] {
  const units: Unit[] = [];
  let start = 0;
  for (const found of text.matchAll(/(?<!\\)[ \t]*\|[ \t]*/g)) {
    units.push({ text: text.slice(start, found.index), after: found[0] });
    start = found.index + found[0].length;
  }
  if (start < text.length) units.push({ text: text.slice(start), after: '' });
  return units;
}

export function splitLines(text: string): Unit[] {
  const lines = text.split('\n');
  return lines.map((line, at) => ({ text: line, after: at < lines.length - 1 ? '\n' : '' }));
}

/** Two units are the same if they differ only in the spaces between words. */
export function unitKey(unit: Unit): string {
  return unit.text.replace(/\s+/g, ' ').trim();
}

/** Joins units as they were. The last cell of a row keeps its closing bar. */
export function joinUnits(units: readonly Unit[], gap: string): string {
  const last = units.length - 1;
  return units.map((unit, at) => unit.text + (at < last ? unit.after || gap : unit.after.trimEnd())).join('');
}

/**
 * Splits units that begin or end with a sentence of the earlier version, so that words added to a text without a full stop count as an
 * addition and not as a change.
 */
export function splitByKnown(units: readonly Unit[], known: ReadonlySet<string>): Unit[] {
  return units.flatMap((unit) => {
    if (unit.text.length > LONGEST_SPLIT || known.has(unitKey(unit))) return [unit];
    for (const { index, 0: space } of unit.text.matchAll(/\s+/g)) {
      const first = { text: unit.text.slice(0, index), after: space };
      const second = { text: unit.text.slice(index + space.length), after: unit.after };
      if (isKnown(first, known) || isKnown(second, known)) return splitByKnown([first, second], known);
    }
    return [unit];
  });
}

/** One or two words may occur anywhere, but more than that are recognised. */
function isKnown(unit: Unit, known: ReadonlySet<string>): boolean {
  const key = unitKey(unit);
  return known.has(key) && key.split(' ').length >= 3;
}
