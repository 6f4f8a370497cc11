import { dayOf, hoursBetween, weekOf } from 'gitnomic/rules';
import type { Game } from 'gitnomic/rules';

interface Repetition {
  readonly now: string;
  readonly frequency: string;
  readonly last: string | null;
  readonly lastByAnybody: string | null;
  readonly who: string;
}

/** Tells why something can't be done again yet, each ground by itself. The rule's text gives the gaps. */
export function repeating({
  hours,
  words,
}: Pick<Game, 'hours' | 'words'>): (wanted: Repetition) => readonly string[] {
  const gaps = { daily: hours('daily-gap'), weekly: hours('weekly-gap') };
  return ({ now, frequency, last, lastByAnybody, who }) => {
    const often = frequency.startsWith('weekly') ? 'weekly' : 'daily';
    const communal = frequency.endsWith('communal');
    const span = often === 'weekly' ? weekOf : dayOf;
    const when = often === 'weekly' ? 'this week' : 'today';
    const reasons: string[] = [];
    if (last !== null && span(last) === span(now)) reasons.push(`${who} has already done it ${when}`);
    else if (communal && lastByAnybody !== null && span(lastByAnybody) === span(now))
      reasons.push(`it has already been done ${when}`);
    if (last !== null && hoursBetween(last, now) < gaps[often])
      reasons.push(`${who} did it less than ${words(`${often}-gap`)} ago`);
    return reasons;
  };
}
