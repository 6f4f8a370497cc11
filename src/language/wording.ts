import { timeInWords } from '../kernel/time.ts';
import { ENGLISH, filledIn, messageOfParts, translationOf, type Language } from './language.ts';

/** Returns a text in the game’s language. The English text is the key, and `{1}` in it stands for the first value. */
export type Say = (strings: TemplateStringsArray, ...values: readonly unknown[]) => string;

/** Wording for people, in the game's language. */
export interface Wording {
  readonly language: Language;
  readonly say: Say;
  /** `2024-06-18 09:00 UTC`, or the form used in the language. */
  time(time: string): string;
  /** `−1234`, or with the separators of the language. */
  number(value: number): string;
}

export function wordingIn(language: Language): Wording {
  return {
    language,
    say: (strings, ...values) => {
      const message = messageOfParts(strings);
      return filledIn(translationOf(language, message, values), values);
    },
    time: (time) => timeIn(language.tag, time),
    number: (value) => numberIn(language.tag, value),
  };
}

export const IN_ENGLISH: Wording = wordingIn(ENGLISH);

/** `2024-06-18 09:00 UTC` → `18.06.2024, 09:00 UTC` */
export function timeIn(tag: string, time: string): string {
  if (tag === ENGLISH.tag) return timeInWords(time);
  const form = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return `${form.format(new Date(time))} UTC`;
}

/** `-1234.5` → `−1.234,5` */
export function numberIn(tag: string, value: number): string {
  return (tag === ENGLISH.tag ? String(value) : value.toLocaleString(tag)).replace('-', '−');
}

/** `2024-06-18` → `18.06.2024` */
export function dayIn(tag: string, time: string): string {
  if (tag === ENGLISH.tag) return time.slice(0, 10);
  return new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(time));
}

/** `2024-06` → `June 2024` */
export function monthIn(tag: string, month: string): string {
  const form = new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return form.format(new Date(`${month}-01`));
}

/** A label below a chart: `2024`, `Jun 2024`, `Jun 18` or `Jun 18, 09:00`, as precise as the span requires. */
export function tickIn(tag: string, time: string, spanMs: number): string {
  const days = spanMs / DAY;
  const form: Intl.DateTimeFormatOptions =
    days > 730
      ? { year: 'numeric' }
      : days > 120
        ? { month: 'short', year: 'numeric' }
        : days > 2
          ? { month: 'short', day: 'numeric' }
          : { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
  return new Intl.DateTimeFormat(tag, { ...form, timeZone: 'UTC' }).format(new Date(time));
}

/** `2024-06` → `Jun` */
export function shortMonthIn(tag: string, month: string): string {
  return new Intl.DateTimeFormat(tag, { month: 'short', timeZone: 'UTC' }).format(new Date(`${month}-01`));
}

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

/** The distance between two times: `in 5 h`, `in 3 days`, `2 h ago`. */
export function inTime(from: number, to: number, tag: string = ENGLISH.tag): string {
  const far = Math.abs(to - from);
  const [length, unit, short] =
    far < HOUR
      ? ([MINUTE, 'minute', 'min'] as const)
      : far < 2 * DAY
        ? ([HOUR, 'hour', 'h'] as const)
        : ([DAY, 'day', 'days'] as const);
  const count = Math.round(far / length);
  if (tag !== ENGLISH.tag)
    return new Intl.RelativeTimeFormat(tag, { style: 'short' }).format(to < from ? -count : count, unit);
  return to < from ? `${count} ${short} ago` : `in ${count} ${short}`;
}
