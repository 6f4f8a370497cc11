import { hexDigest } from '#platform/hash.ts';

import { minuteOf } from '../../kernel/time.ts';

/**
 * Hashes everything that somebody was shown, so that only this is carried out. Times relative to the clock
 * stay the same a minute later: `until 2026-11-27 16:52 UTC`, seen on the 25th at 16:52, is `until 48 h`.
 */
export function markOf(shown: unknown, now: string): string {
  const text = JSON.stringify(shown).replaceAll(TIME, (time) => fromNow(time, now));
  return hexDigest('sha256', text);
}

const TIME = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?Z| UTC)?/gu;
const HOUR_MINUTES = 60;

function fromNow(time: string, now: string): string {
  const minutes = minutesIn(time) - minutesIn(now);
  return minutes % HOUR_MINUTES === 0 ? `${minutes / HOUR_MINUTES} h` : time;
}

function minutesIn(time: string): number {
  return Date.parse(`${minuteOf(time).replace(' ', 'T')}Z`) / 60_000;
}
