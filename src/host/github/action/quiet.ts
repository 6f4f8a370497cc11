import { DOES_NOT_COME_BACK, timeFaultsOf } from '../../../wording/rule-fault.ts';
import { CallGuard, askRules } from '../../../session/ask/call-guard.ts';
import type { SummaryFacts } from '../summary/facts.ts';
import { nextStep, sayTimeAndRest } from '../summary/say-summary.ts';
import type { Position } from '../../../session/position/position.ts';
import { toTime } from '../../../kernel/time.ts';
import type { Wording } from '../../../language/wording.ts';
import type { Coming } from '../../../kernel/times.ts';
import { recordedIn } from '../../../language/recorded.ts';
import { isPlainObject } from '../../../kernel/values.ts';
import { inert, inertShort } from '../../../wording/inert.ts';

const minuteMs = 60_000;
/** The moments that the search ahead tries, in minutes. */
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
  const coming = earliest([...said, acts].filter((time) => (time ?? '') > now));
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

export const WAITING_KEY = 'waiting';
export const WAITING_TITLE = 'Open tasks';
/** People who react to the issue with this get reminders. */
export const REMIND_REACTION = 'eyes';

export interface Waiting {
  readonly summaries: readonly SummaryFacts[];
  /** People who may still vote, by matter. */
  readonly toVote: ReadonlyMap<string, readonly string[]>;
  /** For each action, the people who wait for an Admin to take it. */
  readonly duties: readonly {
    readonly action: string;
    readonly title: string;
    readonly whom: readonly string[];
  }[];
  /** A sentence for each time at which a rule fails to do what it should. */
  readonly failing: readonly string[];
}

export function listWaiting(position: Position, now: string, summaries: readonly SummaryFacts[]): Waiting {
  const { play } = position.open;
  const ask = askRules(play, now);
  const voters = namesIn(ask('views', 'voters', 'game'));
  const toVote = new Map(
    summaries.map(({ matter }) => [matter.id, voters.filter((id) => !Object.hasOwn(matter.votes, id))]),
  );
  // The view `waiting` lists whom an action is for.
  const duties = Object.entries(play.model.actions).flatMap(([action, { title }]) => {
    const whom = Object.hasOwn(play.model.views, 'waiting') ? namesIn(ask('views', 'waiting', action)) : [];
    return whom.length === 0 ? [] : [{ action, title: title ?? action, whom }];
  });
  const coming = ask('coming');
  const failing = timeFaultsOf(ask, Array.isArray(coming) ? (coming as readonly Coming[]) : []);
  return { summaries, toVote, duties, failing };
}

/** Rules may list people as an array of ids or as a map keyed by id. */
function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  return isPlainObject(value) ? Object.keys(value) : [];
}

/** The text of the issue about open tasks. */
export function sayWaiting(
  { summaries, toVote, duties, failing }: Waiting,
  now: string,
  wording: Wording,
): string {
  const { say } = wording;
  const matters = summaries.map(({ post, matter, stuck, conflicts }) => {
    const votes = toVote.get(matter.id) ?? [];
    const whom =
      matter.waitsFor !== null
        ? say`another matter before it`
        : conflicts.length > 0 || (stuck ?? matter.fault) !== null
          ? say`an admin: it clashes with the rules, or the result can’t be carried out`
          : matter.byAdmin
            ? say`an admin, who enacts it or fails it`
            : matter.enactFrom !== null
              ? say`time: it can pass from ${sayTimeAndRest(matter.enactFrom, now, wording)}`
              : matter.failFrom !== null
                ? say`time: it can fail from ${sayTimeAndRest(matter.failFrom, now, wording)}`
                : say`votes`;
    const voters = votes.length === 0 ? '' : say`; not voted: ${votes.map((id) => inert(id)).join(', ')}`;
    const title = `#${post} ${inertShort(matter.title, 80)}`;
    return `- ${say`${title} waits for ${whom}`}${voters}\n`;
  });
  const asked = duties.map(
    ({ action, title, whom }) =>
      `- ${inert(title)} (\`/${action}\`): ${whom.map((id) => inert(id)).join(', ')}\n`,
  );
  return [
    matters.length === 0 ? `${say`Nothing is being voted on.`}\n` : `${say`Matters:`}\n\n${matters.join('')}`,
    asked.length === 0
      ? ''
      : `\n${say`Somebody with the right to do so needs to act on:`}\n\n${asked.join('')}`,
    failing.length === 0
      ? ''
      : `\n${say`Stuck:`}\n\n${failing.map((one) => `- ${inert(recordedIn(wording.language, one))}\n`).join('')}`,
    `\n${say`React with 👀 to this issue to be reminded once when your vote is missing, and once when time runs out.`}\n`,
  ].join('');
}

const dayMs = 86_400_000;
const nearMs = dayMs / 2;

export interface Reminder {
  readonly post: string;
  readonly key: string;
  readonly text: string;
}

/** People who asked get one reminder about a missing vote and one about a deadline. */
export function remindersFor(
  position: Position,
  { summaries, toVote }: Waiting,
  asked: readonly { readonly account: string; readonly login: string }[],
  now: string,
): Reminder[] {
  const { say } = position.open.play.wording;
  return summaries.flatMap(({ post, matter }) => {
    const missing = new Set(toVote.get(matter.id));
    const end = [matter.enactFrom, matter.failFrom].find((time) => (time ?? '') > now) ?? '';
    const open = Date.parse(now) - Date.parse(matter.at) >= dayMs;
    const near = Date.parse(end) - Date.parse(now) <= nearMs;
    return asked.flatMap(({ account, login }): Reminder[] => {
      const player = position.accounts.known(account);
      if (player === null || !missing.has(player) || position.posts.forgePostOf(matter.id) === null)
        return [];
      const reminders: Reminder[] = [];
      if (open)
        reminders.push({
          post,
          key: `remind-vote-${player}`,
          text: `${say`@${login}: you haven’t voted here yet. You asked to be reminded.`}\n`,
        });
      if (near)
        reminders.push({
          post,
          key: `remind-end-${player}`,
          text: `${say`@${login}: this vote may close within twelve hours, and you haven’t voted. You asked to be reminded.`}\n`,
        });
      return reminders;
    });
  });
}
