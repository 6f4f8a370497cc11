/** A sentence, a cell of a table or a line of code: what is merged as a whole. */
export interface Unit {
  readonly text: string;
  /** The space, or the bar of a row, after it, as it stands in its file. */
  readonly after: string;
}

// A full stop ends a sentence whatever follows, a colon only before a capital; a boundary too many does no harm.
const END = /(?:[.!?]["'”’)\]*_]*\s+(?=\S)|[:;]["'”’)\]*_]*\s+(?=["'“‘([*_~`]*[\p{Lu}\p{N}]))/gu;
const SHORT =
  /(?:^|[\s(“"])(?:e\.?g|i\.?e|eg|ie|etc|cf|no|nos|vs|approx|esp|incl|max|min|Mr|Mrs|Ms|Dr|St|\p{Lu})\.["'”’)\]*_]*$/u;

const LONGEST_SHORT = 40;
/** No sentence is longer; what is isn't looked through for others. */
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

/** Two units are one and the same if they differ in nothing but the spaces between words. */
export function unitKey(unit: Unit): string {
  return unit.text.replace(/\s+/g, ' ').trim();
}

/** Joins units as they stood; the last of a row keeps its closing bar. */
export function joinUnits(units: readonly Unit[], gap: string): string {
  const last = units.length - 1;
  return units.map((unit, at) => unit.text + (at < last ? unit.after || gap : unit.after.trimEnd())).join('');
}

/**
 * Splits units again where one begins or ends with a sentence that is known from the version before, so that words
 * put after a text without a full stop are an addition and no change of it.
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

/** A word or two may stand anywhere; more than that is a text known again. */
function isKnown(unit: Unit, known: ReadonlySet<string>): boolean {
  const key = unitKey(unit);
  return known.has(key) && key.split(' ').length >= 3;
}
