import { RECORDED } from './catalogue.ts';
import { ENGLISH, filledIn, translationOf, type Language } from './language.ts';

/** One reason of the engine, and how a text is known to be it. */
interface Pattern {
  readonly message: string;
  readonly pattern: RegExp;
}

interface Patterns {
  readonly whole: readonly Pattern[];
  /** For what stands behind something else. */
  readonly ends: readonly Pattern[];
}

/** A reason has seldom more than this many others within it. */
const DEEPEST = 6;
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
  for (const { message, pattern } of all) {
    const values = pattern.exec(text);
    if (values !== null) return make(values.slice(1), message);
  }
  return null;
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
  const compiled = (messages: readonly string[], before: (message: string) => string): readonly Pattern[] =>
    messages.map((message) => ({
      message,
      pattern: new RegExp(`^${before(message)}${sourceOf(message)}$`, 'su'),
    }));
  const alone = compiled(all, () => '');
  const atEnd = (gap: string | null): readonly Pattern[] =>
    compiled(
      all.filter((message) => gapBefore(message) === gap),
      () => `(.{1,800}?${gap ?? ''})`,
    );
  return { whole: alone, ends: [...atEnd(''), ...atEnd(' ')] };
}

/** `there is no {1}{2}` → `there is no (.*?)(.*?)` */
function sourceOf(message: string): string {
  return message
    .split(/\{\d+\}/u)
    .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`))
    .join('(.*?)');
}

/** The blank or nothing between something and a reason that goes on from it; null for one that stands alone. */
function gapBefore(message: string): ' ' | '' | null {
  if (/^(must|is|has|holds|would|lacks) /u.test(message)) return ' ';
  return /^(?:[;,] | \()/u.test(message) ? '' : null;
}
