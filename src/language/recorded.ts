import { RECORDED } from './catalogue.ts';
import { ENGLISH, filledIn, translationOf, type Language } from './language.ts';

/** One reason of the engine, and the words by which a text is known to be it. */
interface Pattern {
  readonly message: string;
  /** The words before, between and after what is filled in. */
  readonly parts: readonly string[];
  /** The text between something else and a reason that goes on from it; null for one that stands alone. */
  readonly gap: string | null;
}

interface Patterns {
  readonly whole: readonly Pattern[];
  /** For what stands behind something else. */
  readonly ends: readonly Pattern[];
}

/** A reason has seldom more than this many others within it. */
const DEEPEST = 6;
/** The text that a reason goes on from is no longer than that. */
const LONGEST_BEFORE = 800;
/** No reason is longer than that; whatever is so long somebody wrote. */
const LONGEST = 2_000;

const PATTERNS = compilePatterns();
const RECORDED_AS_IT_IS: ReadonlySet<string> = new Set(RECORDED);

/**
 * A reason that the engine told in English, in another language. Such reasons are on record in English, and come from where no
 * language is known; the words around what was filled in tell which one it is. What rules and people wrote stays as it is.
 */
export function recordedIn(language: Language, text: string): string {
  const isEnglish = language.tag === ENGLISH.tag || text.length > LONGEST;
  return isEnglish ? text : translated(language, text, DEEPEST);
}

function translated(language: Language, text: string, deep: number): string {
  if (deep === 0 || text === '') return text;
  const again = (part: string): string => translated(language, part, deep - 1);
  const [, head = '', tail = ''] = /^([^:]{1,80}): (.+)$/su.exec(text) ?? [];
  if (RECORDED_AS_IT_IS.has(head)) return `${again(head)}: ${again(tail)}`;
  return (
    found(PATTERNS.whole, text, ([...values], message) => filled(language, message, values, deep)) ??
    // The fault of a value stands behind what it is the value of, what may have been meant behind what there is not.
    found(PATTERNS.ends, text, ([before = '', ...values], message) => {
      const gap = before.endsWith(' ') ? ' ' : '';
      return `${again(before.trimEnd())}${gap}${filled(language, message, values, deep)}`;
    }) ??
    (head === '' ? text : `${again(head)}: ${again(tail)}`)
  );
}

/** Made of the first pattern that the text has, with what was filled in. */
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
 * The values that were filled in. Each part is looked for once, from where the one before it ends: the earliest place leaves the most room
 * for the rest, so nothing has to be tried twice, and time grows with the text alone.
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

/** Where a reason goes on from something before it; a reason without anything filled in can only be the end. */
function goesOnAt(text: string, first: string, isAll: boolean): number | null {
  const at = isAll ? text.length - first.length : text.indexOf(first, 1);
  return at > 0 && at <= LONGEST_BEFORE && text.startsWith(first, at) ? at : null;
}

function filled(language: Language, message: string, values: readonly string[], deep: number): string {
  const said = values.map((value) => translated(language, value, deep - 1));
  const counted = said.map((value) => (/^\d+$/u.test(value) ? Number(value) : value));
  return filledIn(translationOf(language, message, counted), said);
}

/** The longest first: a shorter one could be a part of it. What ends other reasons goes before those that it ends. */
function compilePatterns(): Patterns {
  const length = (message: string): number => message.replaceAll(/\{\d+\}/gu, '').length;
  const all = [...RECORDED].sort((a, b) => length(b) - length(a));
  const compiled = (gap: '' | ' ' | null): readonly Pattern[] =>
    all
      .filter((message) => gap === null || gapBefore(message) === gap)
      .map((message) => ({ message, parts: message.split(/\{\d+\}/u), gap }));
  return { whole: compiled(null), ends: [...compiled(''), ...compiled(' ')] };
}

/** The blank or nothing between something and a reason that goes on from it; null for one that stands alone. */
function gapBefore(message: string): ' ' | '' | null {
  if (/^(must|is|has|holds|would|lacks) /u.test(message)) return ' ';
  return /^(?:[;,] | \()/u.test(message) ? '' : null;
}
