import { DOES_NOT_COME_BACK, Endless } from '../../../play/endless.ts';
import type { StandingFacts } from '../standing/facts.ts';
import { nextStep } from '../standing/say-time.ts';
import type { Position } from '../../../decide/position.ts';
import { toTime } from '../../../kernel/time.ts';

const minuteMs = 60_000;
/** The reach and the steps of the look ahead, in minutes. */
const AHEAD = [
  ...Array.from({ length: 36 }, (_, n) => (n + 1) * 10),
  ...Array.from({ length: 42 }, (_, n) => 360 + (n + 1) * 60),
];
/** Looking ahead is to save time, and ends where it costs too much. */
const mostMs = 2000;

const plus = (time: string, minutes: number): string => toTime(Date.parse(time) + minutes * minuteMs);

/**
 * Until when nothing is due and nothing that is shown would be shown otherwise, if nobody does anything: the rules in
 * play are asked what they would say then. A tick before that need not put them in play.
 */
export function quietUntil(position: Position, now: string, standings: readonly StandingFacts[]): string {
  const { play } = position.open;
  const endless = new Endless(play);
  const began = performance.now();
  const times = standings.flatMap(({ matter }) => [
    matter.enactFrom,
    matter.failFrom,
    plus(matter.at, 24 * 60),
  ]);
  const steps = times.flatMap((time) => (time === null ? [] : [nextStep(time, now)]));
  const shown = steps.reduce(
    (least: string | null, step) => (step !== null && (least === null || step < least) ? step : least),
    null,
  );
  const pending = standings.map(({ matter }) => matter.id);
  let until = now;
  for (const minutes of AHEAD) {
    const at = plus(now, minutes);
    if ((shown !== null && at > shown) || performance.now() - began > mostMs) break;
    const due = pending.some((matter) =>
      ['may-enact', 'may-fail'].some(
        (hook) =>
          endless.ask(['why', hook], () => play.sandbox.why(at, hook, { matter }), DOES_NOT_COME_BACK) ===
          null,
      ),
    );
    if (due) break;
    until = at;
  }
  return until;
}
