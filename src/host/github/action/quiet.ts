import { DOES_NOT_COME_BACK, CallGuard } from '../../../play/call-guard.ts';
import type { SummaryFacts } from '../summary/facts.ts';
import { nextStep } from '../summary/say-time.ts';
import type { Position } from '../../../decide/position.ts';
import { toTime } from '../../../kernel/time.ts';

const minuteMs = 60_000;
/** The moments that the look ahead tries, in minutes. */
const AHEAD = [
  ...Array.from({ length: 36 }, (_, n) => (n + 1) * 10),
  ...Array.from({ length: 42 }, (_, n) => 360 + (n + 1) * 60),
];
/** Looking ahead should save time, so it stops once it takes too long. */
const mostMs = 2000;

const plus = (time: string, minutes: number): string => toTime(Date.parse(time) + minutes * minuteMs);

export interface Ahead {
  /** Before this time nothing is due and nothing shown changes, unless somebody acts. */
  readonly until: string;
  /** When the clock alone next makes something due, to the second; null if nothing is in sight. */
  readonly due: string | null;
}

/** Asks the rules what they would say at later times. A tick before `until` need not put them in play. */
export function findAhead(position: Position, now: string, summaries: readonly SummaryFacts[]): Ahead {
  const { play } = position.open;
  const guard = new CallGuard(play);
  const began = performance.now();
  const isOver = (): boolean => performance.now() - began > mostMs;
  const said = summaries.flatMap(({ matter }) => [matter.enactFrom, matter.failFrom]);
  const times = [...said, ...summaries.map(({ matter }) => plus(matter.at, 24 * 60))];
  const shown = earliest(times.map((time) => (time === null ? null : nextStep(time, now))));
  const pending = summaries.map(({ matter }) => matter.id);
  const isDue = (at: string): boolean =>
    pending.some((matter) =>
      ['may-enact', 'may-fail'].some(
        (hook) =>
          guard.ask(['why', hook], () => play.sandbox.why(at, hook, { matter }), DOES_NOT_COME_BACK) === null,
      ),
    );
  // Actions that the rules schedule.
  const acts = guard.ask(['times'], () => play.nextTime(now), null);
  const coming = earliest([...said, acts].filter((time) => time !== null && time > now));
  let until = now;
  for (const minutes of AHEAD) {
    const at = plus(now, minutes);
    if ((shown !== null && at > shown) || (acts !== null && at >= acts) || isOver()) break;
    if (isDue(at)) return { until, due: earliest([coming, firstBetween(until, at, isDue, isOver)]) };
    until = at;
  }
  return { until, due: coming };
}

/** Finds the first second at which the condition holds: it is false at `from` and true at `to`. */
function firstBetween(
  from: string,
  to: string,
  isSo: (at: string) => boolean,
  isOver: () => boolean,
): string {
  let [before, after] = [Date.parse(from), Date.parse(to)];
  while (after - before > 1000 && !isOver()) {
    const middle = Math.round((before + after) / 2000) * 1000;
    if (isSo(toTime(middle))) after = middle;
    else before = middle;
  }
  return toTime(after);
}

const earliest = (times: readonly (string | null)[]): string | null =>
  times.filter((time) => time !== null).toSorted()[0] ?? null;
