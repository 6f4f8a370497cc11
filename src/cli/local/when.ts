import { minuteOf } from '../../kernel/time.ts';

/** `2024-03-01T21:00:00Z` seen from nine in the morning → `2024-03-01 21:00 UTC, in 12 h` */
export function whenSeenFrom(now: string, time: string): string {
  const hours = (Date.parse(time) - Date.parse(now)) / 3_600_000;
  const at = minuteOf(time);
  if (hours <= 0) return 'now';
  if (hours < 1) return `${at}, in ${Math.ceil(hours * 60)} min`;
  return hours < 48 ? `${at}, in ${Math.ceil(hours)} h` : `${at}, in ${Math.round(hours / 24)} d`;
}
