import { hoursBetween } from 'gitnomic/rules';

const HOURS_A_DAY = 24;

/** Whether something happened within the past so many days, exactly so many included. */
export function isWithinDays(at: string | null, now: string, days: number): boolean {
  return at !== null && hoursBetween(at, now) <= days * HOURS_A_DAY;
}

/** Whether more than so many days have gone by since. */
export function isOlderThanDays(at: string | null, now: string, days: number): boolean {
  return at !== null && hoursBetween(at, now) > days * HOURS_A_DAY;
}
