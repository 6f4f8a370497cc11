import { hoursBetween } from 'gitnomic/rules';

/** Whether something happened within the past so many hours, exactly so many included. */
export function isWithinHours(at: string | null, now: string, hours: number): boolean {
  return at !== null && hoursBetween(at, now) <= hours;
}

/** Whether more than so many hours have gone by since. */
export function isOlderThanHours(at: string | null, now: string, hours: number): boolean {
  return at !== null && hoursBetween(at, now) > hours;
}
