/**
 * Times are UTC texts of one form, `2021-06-18T09:00:00Z`, so that they can be compared as texts. There is no clock here: `now` is always
 * passed in.
 */
export const TIME_FORM = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
export const TIME_EXAMPLE = 'a time such as 2021-06-18T09:00:00Z';

// Kept here, because the sandbox removes Date once the kernel is loaded.
const SystemDate = Date;
/** Other times can't be written in this form. */
const [EARLIEST_MS, LATEST_MS] = [
  SystemDate.parse('0000-01-01T00:00:00Z'),
  SystemDate.parse('9999-12-31T23:59:59.999Z'),
];
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Matches days that every month has. */
const EVERY_MONTH = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

/** True if a text is an existing time in this form. */
export function isMoment(text: string): boolean {
  // Parsing and formatting takes four times as long, and loading a game checks thousands.
  if (EVERY_MONTH.test(text)) return true;
  if (!TIME_FORM.test(text)) return false;
  const ms = SystemDate.parse(text);
  return !Number.isNaN(ms) && toTime(ms) === text;
}

export function toMs(time: string): number {
  const ms = SystemDate.parse(time);
  if (Number.isNaN(ms))
    throw new Error(`not a time: ${JSON.stringify(time)} (expected 2021-06-18T09:00:00Z)`);
  return ms;
}

export function toTime(ms: number): string {
  const text = ms >= EARLIEST_MS && ms <= LATEST_MS ? new SystemDate(ms).toISOString() : '';
  if (text === '') throw new Error('there is no such time: years have four digits, 0000 to 9999');
  return text.slice(0, 19) + 'Z';
}

/** The time this many hours after another. */
export function hoursAfter(time: string, hours: number): string {
  return toTime(Math.round(toMs(time) + hours * HOUR_MS));
}

/** The hours from `from` to `to`, with fractions. Negative if `to` is earlier. */
export function hoursBetween(from: string, to: string): number {
  return (toMs(to) - toMs(from)) / HOUR_MS;
}

/** `2021-06-18 09:00` */
export function minuteOf(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}

/** `2021-06-18 09:00 UTC` */
export function timeInWords(time: string): string {
  return `${minuteOf(time)} UTC`;
}

/** `2021-06-18` */
export function dayOf(time: string): string {
  return time.slice(0, 10);
}

/** The Monday of a time's week, `2021-06-14`. */
export function weekOf(time: string): string {
  const ms = toMs(dayOf(time) + 'T00:00:00Z');
  const weekday = (new SystemDate(ms).getUTCDay() + 6) % 7;
  return dayOf(toTime(ms - weekday * DAY_MS));
}

/** The same day of another month, or the last day of a shorter one. */
export function monthsAfter(time: string, months: number): string {
  const date = new SystemDate(toMs(time));
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new SystemDate(SystemDate.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return toTime(date.getTime());
}

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** The next time at a given time of day: `at: everyDay('18:00')`. */
export function everyDay(clock: string): (words: { readonly from: string }) => string {
  return ({ from }) => nextAt(from, dayOf(from), clock, 1);
}

/** The next time on a given day of the week: `at: everyWeek('monday', '18:00')`. */
export function everyWeek(day: string, clock: string): (words: { readonly from: string }) => string {
  const place = WEEKDAYS.indexOf(day.trim().toLowerCase());
  if (place < 0)
    throw new Error(`there is no weekday ${JSON.stringify(day)}; there are ${WEEKDAYS.join(', ')}`);
  return ({ from }) => nextAt(from, dayOf(hoursAfter(`${weekOf(from)}T00:00:00Z`, 24 * place)), clock, 7);
}

/** The time on a day, or so many days later if that is over. */
function nextAt(from: string, day: string, clock: string, days: number): string {
  const [, hour = '', minute = '00'] = /^(\d\d?)(?::(\d\d))?$/.exec(clock.trim()) ?? [];
  if (hour === '') throw new Error(`there is no time of day ${JSON.stringify(clock)}; it is written 18:00`);
  const first = `${day}T${hour.padStart(2, '0')}:${minute}:00Z`;
  return first > from ? first : hoursAfter(first, 24 * days);
}
