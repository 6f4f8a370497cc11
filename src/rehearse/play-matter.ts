import { SandboxError } from '../sandbox/host.ts';
import type { Resolution } from '../kernel/inputs.ts';
import { describe } from '../kernel/matter-changes.ts';
import type { RefusalData } from '../kernel/refusal.ts';
import type { MatterChange, State } from '../kernel/state.ts';
import { hoursAfter } from '../kernel/time.ts';
import type { Runner } from '../sandbox/runner.ts';
import { inFavour, type Course } from './courses.ts';

/** A matter that is made up, as somebody could propose it. */
export interface Sketch {
  readonly title: string;
  readonly text: string;
  readonly changes: readonly MatterChange[];
}

interface Posted {
  readonly course: Course;
  readonly at: string;
  /** As the game would number it: a rule can't tell by it that this is a rehearsal. */
  readonly id: string;
  readonly sketch: Sketch;
}

/** What came of a matter that everybody was for. */
export interface Came {
  readonly enacted: boolean;
  /** The changes that were made, in words. */
  readonly made: ReadonlySet<string>;
  /** Why it was not enacted, or the first change was not made; null where all went well. */
  readonly reason: string | null;
}

/** After so many hours it is looked at whether a matter is due: the steps double, so that no deadline falls between two. */
export const LOOKS_AFTER_HOURS = Array.from({ length: 10 }, (_, step) => (step === 0 ? 0 : 2 ** (step - 1)));

/** Posts a matter at some time in a game that is loaded anew, has everybody be for it, and waits until it is enacted. */
export function playMatter(sandbox: Runner, state: State, posted: Posted): Came {
  const { course, at, id, sketch } = posted;
  try {
    sandbox.clear();
    sandbox.load(state);
    const refused = postAs(sandbox, Object.keys(state.players), posted);
    if (refused !== null) return nothing(refused);
    const votes = Object.keys(state.players).map((by) => sandbox.take(inFavour(course, id, by, at)));
    const came = wait(sandbox, id, at, sketch);
    const [vote] = votes;
    return came.enacted || vote?.ok !== false || votes.some(({ ok }) => ok)
      ? came
      : nothing(said(vote.refusal));
  } catch (error) {
    // What was stopped takes long, and would again and again: once is enough.
    if (!(error instanceof SandboxError) || error.code !== 'guest-fails' || sandbox.dead) throw error;
    return nothing(error.message);
  }
}

/** Null once somebody may post it, or why nobody may. */
function postAs(sandbox: Runner, people: readonly string[], posted: Posted): string | null {
  const { course, at, sketch, id } = posted;
  let reason = `there is nobody who could post a matter of the kind ${course.kind}`;
  for (const by of people) {
    const result = sandbox.take({ type: 'post', at, by, id, kind: course.kind, ...sketch });
    if (result.ok) return null;
    reason = said(result.refusal);
  }
  return reason;
}

function wait(sandbox: Runner, id: string, posted: string, { changes }: Sketch): Came {
  const failed: string[] = [];
  for (const hours of LOOKS_AFTER_HOURS) {
    const at = hoursAfter(posted, hours);
    for (let due = sandbox.due(at, failed); due !== null; due = sandbox.due(at, failed)) {
      if (due.outcome === 'enacted')
        return enact(sandbox, { at, matter: id, by: null, outcome: 'enacted' }, changes);
      failed.push(due.matter);
    }
  }
  const refusals = LOOKS_AFTER_HOURS.map((hours) =>
    sandbox.why(hoursAfter(posted, hours), 'may-enact', { matter: id }),
  );
  const refusal = refusals.includes(null) ? null : refusals.at(-1);
  return nothing(refusal ? said(refusal) : 'no rule puts it in line to be resolved');
}

/** The rules that it would change stay as they are: what counts is that they would be changed. */
function enact(sandbox: Runner, resolution: Resolution, changes: readonly MatterChange[]): Came {
  const begun = sandbox.beginEnactment(resolution);
  if (!begun.ok) return nothing(said(begun.refusal));
  const { enactment } = begun;
  const result = sandbox.finishEnactment(resolution, enactment);
  if (!result.ok) return nothing(said(result.refusal));
  if (result.amendments.length > 0) sandbox.settle();
  const { status, omitted } = sandbox.state().posts[resolution.matter] ?? { status: null, omitted: [] };
  if (status !== 'enacted') return nothing('it is resolved, and yet not enacted');
  const left = new Map(omitted.map(({ change, reason }) => [change, reason]));
  const made = new Set(changes.map(describe).filter((change) => !left.has(change)));
  return { enacted: true, made, reason: omitted[0]?.reason ?? null };
}

function nothing(reason: string): Came {
  return { enacted: false, made: new Set(), reason };
}

function said({ reason, rule }: RefusalData): string {
  return rule === null ? reason : `${reason} (${rule.title}, ${rule.path})`;
}
