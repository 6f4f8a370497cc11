import { readNumber } from './number-words.ts';
import { hoursAfter, monthsAfter } from './time.ts';

/** The hours of each unit. A month is as long as the calendar says. */
const HOURS = { second: 1 / 3600, minute: 1 / 60, hour: 1, day: 24, week: 168, fortnight: 336 } as const;
const MONTHS = { month: 1, year: 12 } as const;

export type DurationUnit = keyof typeof HOURS | keyof typeof MONTHS;

export interface Duration {
  readonly count: number;
  readonly unit: DurationUnit;
}

const UNIT = 'second|minute|hour|day|week|fortnight|month|year';
const WITH_UNIT = new RegExp(`^(?<count>.+?)(?:[ -]+(?:of )?an?)?[ -]+(?<unit>${UNIT})s?$`, 'iu');
const UNIT_AT_START = new RegExp(`^(?: |&nbsp;|-)?(?:calendar )?(?<unit>${UNIT})s?(?![\\p{L}\\p{N}])`, 'iu');

export const DURATION_EXAMPLE = 'a duration such as 48 hours, half an hour or two weeks';

const MIXED = /^(?<whole>.+?)(?: and (?<part>an? half|an? quarter|three quarters)| ?(?<sign>[½¼¾]))$/iu;

/** Reads `48 hours`, `5 minutes`, `half an hour`, `two weeks`, `two and a half days`, `a day and a half`, `3 months`. */
export function readDuration(text: string): Duration | null {
  const words = text.trim().replace(/\s+/gu, ' ');
  const inOrder = words.replace(/^(an?|one) (\w+) (and an? (?:half|quarter))$/iu, '$1 $3 $2');
  const { count = '', unit = '' } = WITH_UNIT.exec(inOrder)?.groups ?? {};
  const { whole = count, part, sign } = MIXED.exec(count)?.groups ?? {};
  const [full, more] = [readNumber(whole), readNumber(part ?? sign ?? '0')];
  const number = full === null || more === null ? null : full + more;
  return number === null || number < 0 ? null : { count: number, unit: unit.toLowerCase() as DurationUnit };
}

/** The unit with which the words after a number begin: ` hours, or longer` → `hour`. */
export function unitAfter(words: string): DurationUnit | null {
  const { unit } = UNIT_AT_START.exec(words)?.groups ?? {};
  return unit === undefined ? null : (unit.toLowerCase() as DurationUnit);
}

/** A number of hours, or null for months and years, which aren't always equally long. */
export function hoursIn({ count, unit }: Duration): number | null {
  if (unit === 'month' || unit === 'year') return null;
  // Dividing once keeps 20 minutes equal to the hours between two times that are 20 minutes apart.
  return unit === 'second' || unit === 'minute' ? count / Math.round(1 / HOURS[unit]) : count * HOURS[unit];
}

/** The time at which a duration that began at `from` is over. Only whole months can be counted in the calendar. */
export function durationAfter(from: string, duration: Duration): string {
  const { count, unit } = duration;
  if (unit === 'month' || unit === 'year') return monthsAfter(from, count * MONTHS[unit]);
  return hoursAfter(from, hoursIn(duration) ?? 0);
}
