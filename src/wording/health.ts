import type { Runner } from '../sandbox/sandbox.ts';
import { NO_RULE, type RefusalData } from '../kernel/refusal.ts';
import { isPlainObject } from '../kernel/values.ts';
import { numberAt } from './ballot.ts';
import type { PostData } from '../kernel/state.ts';
import { hoursAfter } from '../kernel/time.ts';
import type { Coming } from '../kernel/times.ts';
import type { ValueType } from '../kernel/value-types.ts';
import type { InPlay } from './in-play.ts';
import { adminsIn } from '../store/read-game.ts';
import { labelOf } from './naming.ts';
import { DOES_NOT_COME_BACK, ruleFaultOf, sayFault, timeFaultAlone } from './rule-fault.ts';
import { answerOr, votesBy, waysOut, whyNot, whyNotSoon } from './ways-out.ts';

/** The obstacles of a pending matter, beside votes and time. */
export interface Health {
  /** The obstacle, the rule that says so and what people can do; null if there is none. */
  readonly fault: string | null;
  /** The path, without its ending, of the rule that refuses it although it is due. */
  readonly refusedBy: string | null;
  /** True if it has been stuck for a day. Then everybody is told, not only people who look at it. */
  readonly standsStill: boolean;
  /** Whether the engine leaves it to an Admin to resolve it. */
  readonly byAdmin: boolean;
  /** The matter before it that can't go on, so that this one waits; null if it waits for none. */
  readonly waitsFor: string | null;
}

export const WELL: Health = {
  fault: null,
  refusedBy: null,
  standsStill: false,
  byAdmin: false,
  waitsFor: null,
};

/** The times from which the rules allow the matter to be resolved with its present votes, and its place in the queue. */
export interface DueFrom {
  readonly enactFrom: string | null;
  readonly failFrom: string | null;
  readonly queue: number | null;
}

type Ask = (...path: readonly string[]) => unknown;
type Asked = Omit<InPlay, 'wording' | 'whyUnread'>;

/** `ask` reads the rules' answers at the time `now`. */
export function healthOf(play: Asked, now: string, post: PostData, due: DueFrom, ask: Ask): Health {
  const { sandbox } = play;
  const fails = ruleFaultOf(post.id, ask);
  // Rules that can't be asked at all say nothing about this matter in particular.
  if (fails !== null || sandbox.dead) return { ...WELL, fault: fails };
  if (due.queue !== null && due.queue > 1)
    return isDue(due, now) ? healthOfWaiting(play, now, post, ask) : WELL;
  if (due.enactFrom === null && due.failFrom === null) return healthOfUndecided(play, now, post);
  const clash = due.enactFrom === null ? null : play.clashOf(post);
  if (clash !== null) return { ...WELL, fault: sayClash(play) };
  const then = due.enactFrom ?? due.failFrom ?? now;
  if (then > now && isPlainObject(ask('views', 'dynasty-won'))) {
    const later = refusalWhenDue(sandbox, then, post.id, due);
    const waits = later !== null && isSuspended(play, now, post, later, ask);
    return waits ? { ...WELL, fault: sayFault(later, 'it waits until the game goes on', '') } : WELL;
  }
  const refusal = refusalWhenDue(sandbox, now, post.id, due) ?? failureWhenDue(play, now, post.id, due);
  if (refusal === null) return { ...WELL, byAdmin: isDue(due, now) && waitsForAdmin(play, now, post.id) };
  if (isSuspended(play, now, post, refusal, ask)) return { ...WELL, fault: sayFault(refusal, SUSPENDED, '') };
  const standsStill = isOld(post, now) && wasRefused(sandbox, hoursAfter(now, -DAY), post.id, refusal);
  const fault = sayFault(
    refusal,
    standsStill ? 'it has been due for more than a day, and is refused' : 'it is due, and refused',
    waysOut(play, now, post),
  );
  const late = timesLateIn(pathOf(refusal), now, ask).map((one) => `. ${one}`);
  return { ...WELL, fault: `${fault}${late.join('')}`, refusedBy: pathOf(refusal), standsStill };
}

const SUSPENDED = 'it is due, and waits until the game goes on';

/** True while play is suspended: somebody has won or says so, and the rule that refuses the matter takes no new ones of its kind either. */
function isSuspended(play: Asked, at: string, { kind }: PostData, { rule }: RefusalData, ask: Ask): boolean {
  const { sandbox, model } = play;
  const { posts, players } = play.state();
  const isClaimed = Object.values(posts).some(
    (one) => one.status === 'pending' && model.kinds[one.kind]?.purpose === 'win',
  );
  if (rule === null || !(isClaimed || isPlainObject(ask('views', 'dynasty-won')))) return false;
  const posting = Object.keys(players)
    .slice(0, MOST_VOTERS)
    .map(
      (by) => ({ type: 'post', at, by, id: 'new', kind, title: 'New', text: 'New', changes: [] }) as const,
    );
  return answerOr(() => sandbox.refusalsOf(posting), []).some((one) => one?.rule?.path === rule.path);
}

/** The scheduled actions of the refusing rule that are overdue. The refusal may be waiting for them. */
function timesLateIn(rule: string | null, now: string, ask: Ask): readonly string[] {
  const coming = ask('coming');
  const due = Array.isArray(coming) ? (coming as readonly Coming[]) : [];
  return due
    .filter((one) => one.rule === rule && one.at <= now)
    .flatMap(({ id, title }) => timeFaultAlone(ask, id, title));
}

function isDue({ enactFrom, failFrom }: DueFrom, now: string): boolean {
  return (enactFrom ?? 'never') <= now || (failFrom ?? 'never') <= now;
}

/** The time from which a matter is due, according to the rules' tally and answers. */
export function dueFrom(id: string, tally: Readonly<Record<string, unknown>>, ask: Ask): DueFrom {
  const timeOf = (view: string): string | null => {
    const time = ask('views', view, id);
    return typeof time === 'string' && /^\d{4}-\d\d-\d\dT/u.test(time) ? time : null;
  };
  return {
    queue: numberAt(tally, 'queue'),
    enactFrom: timeOf('earliest-enactment'),
    failFrom: timeOf('earliest-failure'),
  };
}

/** A matter in the queue shows its place, unless the first one of its kind is stuck. */
function healthOfWaiting(play: Asked, now: string, post: PostData, ask: Ask): Health {
  for (const first of Object.values(play.state().posts)) {
    if (first.status !== 'pending' || first.kind !== post.kind) continue;
    const tally = ask('tally', first.id);
    const due = dueFrom(first.id, isPlainObject(tally) ? tally : {}, ask);
    if (due.queue !== 1) continue;
    const { fault } = healthOf(play, now, first, due, ask);
    if (fault === null) return WELL;
    return {
      ...WELL,
      fault: `it waits for “${first.title}”, which is before it: ${fault}`,
      waitsFor: first.id,
    };
  }
  return WELL;
}

/** Nothing but votes, or an Admin, should be in the way of a matter that isn't due. */
function healthOfUndecided(play: Asked, now: string, post: PostData): Health {
  const { sandbox, model } = play;
  const byAdmin = waitsForAdmin(play, now, post.id);
  const standsStill = isOld(post, now);
  if (!byAdmin && isUndecidable(sandbox, now, post.id)) return { ...WELL, fault: UNDECIDABLE, standsStill };
  const players = Object.keys(play.state().players).slice(0, MOST_VOTERS);
  const unheard = byAdmin ? null : whyNobodyVotes(play, players, now, post);
  // The rule that takes no votes yet may wait for something else that players do, such as a ruling.
  if (unheard !== null)
    return isActedOn(play, now, { players, post, rule: unheard.rule?.path })
      ? WELL
      : { ...WELL, fault: sayFault(unheard, 'nobody can vote on it', waysOut(play, now, post)), standsStill };
  // Such rules name a time for every matter that has enough votes.
  const tellTimes = Object.hasOwn(model.views, 'earliest-enactment');
  const isVotedOn = players.every((id) => post.uses.some(({ by }) => by === id));
  const refusal = (standsStill || isVotedOn) && !tellTimes ? whyNoVotesHelp(play, players, now, post) : null;
  if (refusal === null) return { ...WELL, byAdmin };
  const fault = sayFault(refusal, CANNOT_PASS, waysOut(play, now, post));
  return { ...WELL, fault, refusedBy: pathOf(refusal), standsStill };
}

/** Voting takes a while, and more people would hardly show more. */
const MOST_VOTERS = 40;

/** The reason why a matter is refused however people vote, or null if some vote helps. */
function whyNoVotesHelp(
  play: Asked,
  players: readonly string[],
  now: string,
  { id }: PostData,
): RefusalData | null {
  const ask = (): RefusalData | null => whyNotSoon(play, now, 'may-enact', id);
  const last = ask();
  if (last === null) return null;
  const refusals: RefusalData[] = [];
  for (const votes of votesBy(play, players, now, id)) {
    const refusal = answerOr(() => play.ifCast(votes, ask), null);
    if (refusal === null) return null;
    refusals.push(refusal);
  }
  // Most kinds of vote lead to a refusal because of those votes. The rarest refusal is the one that votes in favour lead to.
  const byRule = Map.groupBy(refusals, (refusal) => refusal.rule?.path);
  const [rarest] = [...byRule.values()].toSorted((one, other) => one.length - other.length);
  return rarest?.[0] ?? last;
}

function pathOf({ rule }: RefusalData): string | null {
  return rule?.path.replace(/\.md$/u, '') ?? null;
}

const DAY = 24;
const OUTCOMES = [
  ['enactFrom', 'may-enact'],
  ['failFrom', 'may-fail'],
] as const;

/** The reason why a matter that is due isn't resolved. Null if it isn't due or can be resolved. */
function refusalWhenDue(sandbox: Runner, now: string, matter: string, due: DueFrom): RefusalData | null {
  const refusals = OUTCOMES.map(([from, hook]) => {
    const isDue = (due[from] ?? 'never') <= now;
    return { isDue, refusal: whyNot(sandbox, now, hook, { matter }) };
  });
  if (refusals.some(({ refusal }) => refusal === null)) return null;
  return refusals.find(({ isDue }) => isDue)?.refusal ?? null;
}

/** The reason why a due resolution fails although no rule refuses it. */
function failureWhenDue(
  play: Pick<InPlay, 'whyNotCarriedOut'>,
  at: string,
  matter: string,
  due: DueFrom,
): RefusalData | null {
  if (!isDue(due, at)) return null;
  const outcome = (due.enactFrom ?? 'never') <= at ? 'enacted' : 'failed';
  return answerOr(() => play.whyNotCarriedOut({ at, matter, outcome }), null);
}

/** True if the matter was already due then and the same rule refused it. */
function wasRefused(sandbox: Runner, then: string, matter: string, { rule }: RefusalData): boolean {
  const [enactFrom = null, failFrom = null] = answerOr(
    () =>
      sandbox
        .query(then, [
          ['views', 'earliest-enactment', matter],
          ['views', 'earliest-failure', matter],
        ])
        .map(({ value }) => (typeof value === 'string' ? value : null)),
    [],
  );
  const refusal = refusalWhenDue(sandbox, then, matter, { enactFrom, failFrom, queue: null });
  return refusal !== null && refusal.rule?.path === rule?.path;
}

/** True if nobody has changed it or voted on it for a day. */
function isOld({ at, alteredAt, uses }: PostData, now: string): boolean {
  const last = [at, alteredAt ?? '', uses.at(-1)?.at ?? ''].sort().at(-1) ?? '';
  return last <= hoursAfter(now, -DAY);
}

/** The people who decide the words if a matter and the rules in force changed the same text. */
export function sayClash(play: Pick<InPlay, 'state'>): string {
  const state = play.state();
  const admins = adminsIn(state).map((id) => labelOf(id, state.players[id]));
  const who = admins.length === 0 ? 'an Admin' : admins.join(' or ');
  return `another matter has changed the same words since, and ${who} still has to choose the words`;
}

export const CANNOT_PASS = 'it can’t pass, whatever the votes are';
const UNDECIDABLE =
  'no rule decides any more when it passes or fails, so it stays open; anybody can propose a rule that does, by any kind of matter that can still pass';

/** True if no rule decides how it ends, so that only the engine's own answers are left. */
export function isUndecidable(sandbox: Pick<Runner, 'why'>, now: string, matter: string): boolean {
  return OUTCOMES.every(([, hook]) => whyNot(sandbox, now, hook, { matter })?.code === NO_RULE);
}

/** True if an Admin may resolve it by hand though the engine may not. */
export function waitsForAdmin(
  play: Pick<InPlay, 'sandbox' | 'state' | 'isByHand'>,
  now: string,
  matter: string,
): boolean {
  const { sandbox } = play;
  const isByHand = play.isByHand();
  const may = (hook: string, by = {}): boolean => whyNot(sandbox, now, hook, { matter, ...by }) === null;
  return adminsIn(play.state()).some((by) =>
    OUTCOMES.some(([, hook]) => (isByHand || !may(hook)) && may(hook, { by })),
  );
}

/** The reason why no player can cast any vote. Null if somebody can, or if the rules define no votes. */
function whyNobodyVotes(
  play: Asked,
  players: readonly string[],
  at: string,
  { id }: PostData,
): RefusalData | null {
  let why: RefusalData | null = null;
  for (const vote of votesBy(play, players, at, id).flat()) {
    const refusal = answerOr(() => play.sandbox.refusalsOf([vote])[0] ?? null, null);
    if (refusal === null) return null;
    why ??= refusal;
  }
  return why;
}

/** True if a player can take an action of this rule on this matter. */
function isActedOn(
  { sandbox, model }: Asked,
  at: string,
  asked: { readonly players: readonly string[]; readonly post: PostData; readonly rule: string | undefined },
): boolean {
  const filled = (type: ValueType): unknown => {
    if (type.kind === 'post') return asked.post.id;
    if (type.kind === 'choice') return type.of[0];
    return type.kind === 'integer' ? (type.min ?? 0) : type.kind === 'boolean' ? false : 'x';
  };
  return Object.entries(model.actions).some(([action, { rule, with: params }]) => {
    const types = Object.entries(params);
    if (rule !== asked.rule || !types.some(([, { kind }]) => kind === 'post')) return false;
    const given = Object.fromEntries(types.map(([name, type]) => [name, filled(type)]));
    return asked.players.some((by) => {
      const input = { type: 'act', at, by, action, with: given } as const;
      return answerOr(() => sandbox.refusalsOf([input])[0] ?? null, DOES_NOT_COME_BACK) === null;
    });
  });
}
