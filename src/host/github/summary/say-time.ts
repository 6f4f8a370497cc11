import type { Wording } from '../../../language/wording.ts';
import { toTime } from '../../../kernel/time.ts';

const hourMs = 3_600_000;
/** In steps, so that the comment isn't rewritten at every look. */
const STEPS = [1, 3, 6, 12, 24, 48, 72, 96, 120, 144, 168] as const;

/** `2021-06-20 09:00 UTC, in less than 48 hours` */
export function sayTimeAndRest(time: string, now: string, wording: Wording): string {
  return `${wording.time(time)}, ${sayRest(time, now, wording)}`;
}

function sayRest(time: string, now: string, { say }: Wording): string {
  const hours = (Date.parse(time) - Date.parse(now)) / hourMs;
  if (hours <= 0) return say`which has come`;
  const step = STEPS.find((most) => hours <= most);
  if (step === undefined) return say`in more than a week`;
  if (step === 1) return say`in less than an hour`;
  return step < 72 ? say`in less than ${step} hours` : say`in less than ${step / 24} days`;
}

/** When the text of `sayTimeAndRest` next changes; null if it never does. */
export function nextStep(time: string, now: string): string | null {
  const end = Date.parse(time);
  const changes = [end, ...STEPS.map((hours) => end - hours * hourMs)].filter((at) => at > Date.parse(now));
  return changes.length === 0 ? null : toTime(Math.min(...changes));
}
