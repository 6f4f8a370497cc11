import { dayOf, hoursBetween, weekOf } from 'gitnomic/rules';

interface Repetition {
  readonly now: string;
  readonly frequency: string;
  readonly last: string | null;
  readonly lastByAnybody: string | null;
  readonly who: string;
}

interface Gaps {
  readonly dailyHours: number;
  readonly weeklyHours: number;
}

/** Why something can't be done again yet, each ground by itself. */
export function whyTooSoon(
  { now, frequency, last, lastByAnybody, who }: Repetition,
  { dailyHours, weeklyHours }: Gaps,
): readonly string[] {
  const weekly = frequency.startsWith('weekly');
  const communal = frequency.endsWith('communal');
  const span = weekly ? weekOf : dayOf;
  const gap = weekly ? weeklyHours : dailyHours;
  const when = weekly ? 'this week' : 'today';
  const reasons: string[] = [];
  if (last !== null && span(last) === span(now)) reasons.push(`${who} has already done it ${when}`);
  else if (communal && lastByAnybody !== null && span(lastByAnybody) === span(now))
    reasons.push(`it has already been done ${when}`);
  if (last !== null && hoursBetween(last, now) < gap)
    reasons.push(`${who} did it less than ${gap} hours ago`);
  return reasons;
}
