import { SandboxError } from '../sandbox/host.ts';
import type { Resolution } from '../kernel/inputs.ts';
import { describe } from '../kernel/matter-changes.ts';
import { isFault, isMissing, type RefusalData } from '../kernel/refusal.ts';
import type { CastVotes, MatterChange, PostData, State } from '../kernel/state.ts';
import { hoursAfter } from '../kernel/time.ts';
import type { Runner } from '../sandbox/sandbox.ts';
import { adminsIn } from '../store/read-game.ts';
import { inFavour, type Course } from '../wording/courses.ts';

/** A made-up matter, like one that somebody could propose. */
export interface Sketch {
  readonly title: string;
  readonly text: string;
  readonly changes: readonly MatterChange[];
}

export interface Posted {
  readonly course: Course;
  readonly at: string;
  /** Numbered as the game would number it, so that a rule can't recognise a rehearsal by it. */
  readonly id: string;
  readonly sketch: Sketch;
  /** Everybody, in voting order. The first person who may post it does. */
  readonly voters: readonly string[];
  readonly authors: readonly string[];
  /** The person who then counts as its author, if that is somebody whose turn hasn't come. */
  readonly as?: string | undefined;
  /** An additional comment. */
  readonly remark: string;
  readonly learned: Learned;
}

/** Results of earlier matters of a game, so that not everything is tried for each one. */
export interface Learned {
  /** Reasons that kept a matter from being enacted with half of the votes and with all of them, or two matters with all votes. */
  readonly whateverVotes: Set<string>;
  /** Reasons that kept one matter with all votes from being enacted. */
  readonly despiteAll: Set<string>;
  /** For each course, the votes on a matter that was not enacted. */
  readonly votes: Map<Course, CastVotes>;
  /** Enough last time, so it is tried first. */
  usual: Usual;
}

export interface Usual {
  /** The number of votes. */
  voters?: number;
  hours?: number;
  /** The way in which a rule was last changed. */
  way?: OpenWay;
}

export interface OpenWay {
  readonly course: Course;
  readonly words: Sketch;
  readonly authors?: readonly string[] | undefined;
  readonly as?: string | undefined;
}

/** The result of a matter that everybody supported. */
export interface Came {
  readonly enacted: boolean;
  /** The changes that were made, in words. */
  readonly made: ReadonlySet<string>;
  /** The changes that were omitted from an enacted matter, with the reason for each. */
  readonly left: ReadonlyMap<string, string>;
  /** The reason why the matter was not enacted or its first change not made; null if all went well. */
  readonly reason: string | null;
  /** Whether anybody could post it. */
  readonly isPosted: boolean;
  /** True if a clause failed, rather than a rule refusing. */
  readonly fails: boolean;
  /** The path of the rule whose clause failed. */
  readonly failing?: string | undefined;
  /** The people whose votes were accepted. */
  readonly voters: readonly string[];
}

/**
 * The hours after which the rehearsal checks whether a matter is due. The steps double, so that no deadline falls
 * between two.
 */
export const CHECKED_AFTER_HOURS = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256];

/**
 * The hours after which it asks why a matter is not enacted, if neither votes nor time have ever removed that reason.
 */
const ASKS_AFTER_HOURS = [1, 32, 256];

/** The hours at which people vote: first at once, then at other times of the day, since rules may forbid some. */
const VOTES_AFTER_HOURS = [0, 9, 30];

const STOPPED: ReadonlySet<string> = new Set(['too-many-steps', 'too-deep']);

/**
 * Posts a matter at a given time, lets everybody support it, waits until it is enacted, and takes the game back to
 * where it was.
 */
export function playMatter(sandbox: Runner, posted: Posted): Came {
  try {
    sandbox.rewind();
    return postAs(sandbox, posted) ?? hopelessAnyway(sandbox, posted) ?? voteOn(sandbox, posted);
  } catch (error) {
    // A run that had to be stopped took long and would be stopped again.
    if (!(error instanceof SandboxError) || STOPPED.has(error.code) || sandbox.dead) throw error;
    const { message: reason, rule, where } = error;
    return because({ code: 'clause-fails', reason, rule, where });
  }
}

/** Returns null if somebody may post it, or why nobody may: a fault, since without it somebody may, or else the rarest refusal. */
function postAs(sandbox: Runner, { course, at, sketch, id, authors, as }: Posted): Came | null {
  const refusals: Came[] = [];
  for (const by of authors) {
    const result = sandbox.take({ type: 'post', at, by, id, kind: course.kind, ...sketch });
    if (result.ok && as !== undefined) sandbox.layOn(id, { author: as });
    if (result.ok) return null;
    refusals.push({ ...because(result.refusal), isPosted: false });
  }
  const alike = [...Map.groupBy(refusals, ({ reason }) => reason).values()];
  const [[rarest] = []] = alike.toSorted((one, other) => one.length - other.length);
  const fault = refusals.find(({ fails }) => fails);
  return fault ?? rarest ?? { ...nothing(`nobody could post a ${course.kind}`), isPosted: false };
}

/**
 * Returns the result if a known reason keeps the matter from being enacted even with all votes. Otherwise the game is
 * left as it was before.
 */
function hopelessAnyway(sandbox: Runner, posted: Posted): Came | null {
  const { course, at, id, learned } = posted;
  const votes = learned.votes.get(course);
  if (votes === undefined || learned.whateverVotes.size === 0) return null;
  sandbox.layOn(id, {
    uses: votes.uses.map((use) => ({ ...use, at })),
    comments: votes.comments.map((comment) => ({ ...comment, at })),
  });
  const refusals = asked(sandbox, posted);
  if (isHopeless(refusals, posted)) return missing(refusals);
  sandbox.rewind();
  return postAs(sandbox, posted);
}

/** Tries half of the people and one more first. That is usually enough, and voting takes most of the time. */
function voteOn(sandbox: Runner, posted: Posted): Came {
  const { course, id, at, voters, remark, learned } = posted;
  const counted: string[] = [];
  let without: string | null = null;
  let refused: Came | null = null;
  let fault: Came | null = null;
  const half = learned.usual.voters ?? Math.floor(voters.length / 2) + 1;
  for (const hours of VOTES_AFTER_HOURS) {
    for (const some of [voters.slice(0, half), voters.slice(half)]) {
      const refusals = sandbox.takeEach(
        some.map((by) => inFavour(course, id, by, hoursAfter(at, hours), remark)),
      );
      counted.push(...some.filter((_, place) => refusals[place] === null));
      const [refusal] = refusals.filter((one) => one !== null);
      if (refusal !== undefined) refused ??= because(refusal);
      const came = some.length === 0 || course.byHand ? null : wait(sandbox, posted);
      if (came?.fails === true) fault = came;
      else if (came !== null) {
        if (came.enacted && without !== null) learned.usual.voters = voters.length;
        return { ...came, voters: counted };
      } else if (course.byHand) continue;
      else if (without === null) without = missing(asked(sandbox, posted)).reason;
      else learn(learned, missing(asked(sandbox, posted)).reason ?? '', without);
    }
    if (counted.length > 0) break;
  }
  if (counted.length === 0) return refused ?? nothing('nobody could vote');
  if (course.byHand) return byHand(sandbox, posted);
  const [post] = sandbox.query(at, [['posts', id]]);
  const { uses, comments } = (post as { readonly value: CastVotes }).value;
  learned.votes.set(course, { uses, comments });
  return fault ?? missing(asked(sandbox, posted));
}

function learn({ whateverVotes, despiteAll }: Learned, reason: string, withHalf: string): void {
  if (reason === withHalf || despiteAll.has(reason)) whateverVotes.add(reason);
  despiteAll.add(reason);
}

/** True if the matter is blocked for a reason that, as earlier matters showed, neither votes nor time remove. */
function isHopeless(refusals: readonly (RefusalData | null)[], { learned }: Posted): boolean {
  return refusals.every((one) => one !== null && learned.whateverVotes.has(because(one).reason ?? ''));
}

/** The result once it was due, or the failure that occurred when asking; null if it is never due. */
function wait(sandbox: Runner, { id, at: posted, sketch: { changes }, learned }: Posted): Came | null {
  let fault: RefusalData | null = null;
  const failed: string[] = [];
  const { hours: usual = 0 } = learned.usual;
  for (const hours of [usual, ...CHECKED_AFTER_HOURS]) {
    const at = hoursAfter(posted, hours);
    for (let due = sandbox.due(at, failed); due !== null; due = sandbox.due(at, failed)) {
      if (due.outcome === 'enacted' && due.fault === undefined) {
        learned.usual.hours = hours;
        return enact(sandbox, { at, matter: id, by: null, outcome: 'enacted' }, changes);
      }
      fault ??= due.fault ?? null;
      failed.push(due.matter);
    }
  }
  return fault === null ? null : { ...because(fault), fails: true };
}

/** The result if an Admin enacted it, or why none ever may. */
function byHand(sandbox: Runner, posted: Posted): Came {
  const { id, at, sketch, learned } = posted;
  const [players] = sandbox.query(at, [['players']]);
  const admins = adminsIn({ players: players?.value as State['players'] });
  const few = asked(sandbox, posted, admins[0]);
  if (isHopeless(few, posted)) return missing(few);
  const refusals: RefusalData[] = [];
  for (const by of admins)
    for (const then of CHECKED_AFTER_HOURS.map((hours) => hoursAfter(at, hours))) {
      const refusal = sandbox.why(then, 'may-enact', { matter: id, by });
      if (refusal === null)
        return enact(sandbox, { at: then, matter: id, by, outcome: 'enacted' }, sketch.changes);
      refusals.push(refusal);
    }
  const [reason = null, ...others] = new Set(refusals.map((one) => because(one).reason));
  if (reason !== null && others.length === 0) learned.whateverVotes.add(reason);
  return missing(
    admins.length === 0 ? asked(sandbox, posted) : refusals.slice(0, CHECKED_AFTER_HOURS.length),
  );
}

/** The reasons against enacting it at some later hours. */
function asked(sandbox: Runner, { id, at }: Posted, by?: string): readonly (RefusalData | null)[] {
  const words = { matter: id, ...(by !== undefined && { by }) };
  return ASKS_AFTER_HOURS.map((hours) => sandbox.why(hoursAfter(at, hours), 'may-enact', words));
}

/** The refusal that says what is missing, if there is one, or else the last one. */
function missing(refusals: readonly (RefusalData | null)[]): Came {
  const refusal = refusals.find((one) => one !== null && isMissing(one)) ?? refusals.at(-1);
  return refusal ? because(refusal) : nothing('no rule says when it is decided');
}

/** The rules are not really changed; it is enough to know that they would be. */
function enact(sandbox: Runner, resolution: Resolution, changes: readonly MatterChange[]): Came {
  const begun = sandbox.beginEnactment(resolution);
  if (!begun.ok) return because(begun.refusal);
  const { enactment } = begun;
  const result = sandbox.finishEnactment(resolution, enactment);
  if (!result.ok) return because(result.refusal);
  if (result.amendments.length > 0) sandbox.settle();
  // Copying the whole state would take as long as enacting a matter.
  const paths = ['status', 'omitted'].map((key) => ['posts', resolution.matter, key]);
  const [status, without] = sandbox.query(resolution.at, paths);
  if (status?.value !== 'enacted') return nothing('it was decided but did not pass');
  const omitted = (without?.value ?? []) as PostData['omitted'];
  const left = new Map(omitted.map(({ change, reason }) => [change, reason]));
  const made = new Set(changes.map(describe).filter((change) => !left.has(change)));
  return { ...nothing(omitted[0]?.reason ?? null), enacted: true, made, left };
}

function nothing(reason: string | null): Came {
  const [made, left] = [new Set<string>(), new Map<string, string>()];
  return { enacted: false, made, left, reason, isPosted: true, fails: false, voters: [] };
}

type Blamed = Pick<RefusalData, 'code' | 'reason' | 'rule'> & { readonly where?: string | undefined };

export function because({ code, reason, rule, where }: Blamed): Came {
  const place = isFault({ code }) ? (where ?? rule?.path) : rule?.path;
  const why = rule === null ? reason : `${reason} (${rule.title}, ${place})`;
  return {
    ...nothing(why),
    fails: code === 'clause-fails',
    failing: isFault({ code }) ? rule?.path : undefined,
  };
}

/** Numbered as the game would number its next post, so that a rule can't recognise a rehearsal by it. */
export function nextId({ posts }: Pick<State, 'posts'>): string {
  return String(1 + Math.max(0, ...Object.keys(posts).map((id) => Number(/\d+$/u.exec(id)?.[0] ?? 0))));
}
