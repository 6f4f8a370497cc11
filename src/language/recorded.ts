import { RECORDED } from './catalogue.ts';
import { ENGLISH, filledIn, translationOf, type Language } from './language.ts';

/** One of the engine's reasons, and the words by which a text is recognised as that reason. */
interface Pattern {
  readonly message: string;
  /** The words before, between and after the filled-in values. */
  readonly parts: readonly string[];
  /** The text between what comes before a reason and the reason itself, or null if the reason stands alone. */
  readonly gap: string | null;
}

interface Patterns {
  readonly whole: readonly Pattern[];
  /** Reasons that follow other text. */
  readonly ends: readonly Pattern[];
}

/** A reason seldom contains more than this many others. */
const DEEPEST = 6;
/** The longest text that can come before a reason. */
const LONGEST_BEFORE = 800;
/** Longer texts were written by people, so they aren't translated. */
const LONGEST = 2_000;

const PATTERNS = compilePatterns();
const RECORDED_AS_IT_IS: ReadonlySet<string> = new Set(RECORDED);

/**
 * Translates a reason that the engine recorded in English. Reasons are recorded by code that doesn't know the language,
 * so they are recognised by the words around the filled-in values. Text that rules and people wrote stays unchanged.
 */
export function recordedIn(language: Language, text: string): string {
  const isEnglish = language.tag === ENGLISH.tag || text.length > LONGEST;
  return isEnglish ? text : translated(language, text, DEEPEST);
}

/** Whether the engine worded this reason, or a part of it, and not a rule. */
export function isOfEngine(reason: string): boolean {
  const [, tail] = /^[^:]{1,80}: (.+)$/su.exec(reason) ?? [];
  const isKnown = [...PATTERNS.whole, ...PATTERNS.ends].some((one) => valuesIn(reason, one) !== null);
  return isKnown || (tail !== undefined && isOfEngine(tail));
}

function translated(language: Language, text: string, deep: number): string {
  if (deep === 0 || text === '') return text;
  const again = (part: string): string => translated(language, part, deep - 1);
  const [, head = '', tail = ''] = /^([^:]{1,80}): (.+)$/su.exec(text) ?? [];
  if (RECORDED_AS_IT_IS.has(head)) return `${again(head)}: ${again(tail)}`;
  return (
    found(PATTERNS.whole, text, ([...values], message) => filled(language, message, values, deep)) ??
    // A value's fault comes after the value, and a suggestion after the name that wasn't found.
    found(PATTERNS.ends, text, ([before = '', ...values], message) => {
      const gap = before.endsWith(' ') ? ' ' : '';
      return `${again(before.trimEnd())}${gap}${filled(language, message, values, deep)}`;
    }) ??
    (head === '' ? text : `${again(head)}: ${again(tail)}`)
  );
}

/** Applies `make` to the first pattern that matches the text, with its values. */
function found(
  all: readonly Pattern[],
  text: string,
  make: (values: readonly string[], message: string) => string,
): string | null {
  for (const pattern of all) {
    const values = valuesIn(text, pattern);
    if (values !== null) return make(values, pattern.message);
  }
  return null;
}

/**
 * The filled-in values. Each part is searched for once, from the end of the part before it. The earliest match leaves the
 * most room for the rest, so no backtracking is needed and time stays linear in the length of the text.
 */
function valuesIn(text: string, { parts, gap }: Pattern): readonly string[] | null {
  const [first = '', ...more] = parts;
  const last = more.pop();
  const begins = gap === null ? beginsAt(text, first) : goesOnAt(text, `${gap}${first}`, last === undefined);
  if (begins === null) return null;
  const values = gap === null ? [] : [text.slice(0, begins + gap.length)];
  let at = begins + (gap?.length ?? 0) + first.length;
  for (const part of more) {
    const next = text.indexOf(part, at);
    if (next < 0) return null;
    values.push(text.slice(at, next));
    at = next + part.length;
  }
  if (last === undefined) return at === text.length ? values : null;
  const end = text.length - last.length;
  return end >= at && text.endsWith(last) ? [...values, text.slice(at, end)] : null;
}

const beginsAt = (text: string, first: string): number | null => (text.startsWith(first) ? 0 : null);

/** The position at which a reason starts after other text. A reason without values can only be the end. */
function goesOnAt(text: string, first: string, isAll: boolean): number | null {
  const at = isAll ? text.length - first.length : text.indexOf(first, 1);
  return at > 0 && at <= LONGEST_BEFORE && text.startsWith(first, at) ? at : null;
}

function filled(language: Language, message: string, values: readonly string[], deep: number): string {
  const said = values.map((value) => translated(language, value, deep - 1));
  const counted = said.map((value) => (/^\d+$/u.test(value) ? Number(value) : value));
  return filledIn(translationOf(language, message, counted), said);
}

/**
 * The longest patterns come first, because a shorter one could be a part of them, and endings come before the reasons
 * that they end.
 */
function compilePatterns(): Patterns {
  const length = (message: string): number => message.replaceAll(/\{\d+\}/gu, '').length;
  const all = [...RECORDED].sort((a, b) => length(b) - length(a));
  const compiled = (gap: '' | ' ' | null): readonly Pattern[] =>
    all
      .filter((message) => gap === null || gapBefore(message) === gap)
      .map((message) => ({ message, parts: message.split(/\{\d+\}/u), gap }));
  return { whole: compiled(null), ends: [...compiled(''), ...compiled(' ')] };
}

/** The blank (or nothing) between other text and a reason that continues it, or null for a reason that stands alone. */
function gapBefore(message: string): ' ' | '' | null {
  if (/^(must|is|has|holds|would|lacks) /u.test(message)) return ' ';
  return /^(?:[;,] | \()/u.test(message) ? '' : null;
}
