import { callHook, emit } from './calls.ts';
import { judgeChanges, type Enactment } from './matter-changes.ts';
import { setPath } from './paths.ts';
import { changePost, type PostEntity } from './post-entity.ts';
import type { Model } from './model.ts';
import { isFault, Refusal, refusalOf, type RefusalData } from './refusal.ts';
import type { Runtime } from './runtime.ts';
import type { PersonEntity } from './game-entities.ts';
import type { StateChange } from './store.ts';
import { comingTimes } from './times.ts';
import { toPost } from './world.ts';

export type ResolvedStatus = 'enacted' | 'failed';

/** A matter that may be resolved, and how, or what a rule does at a set time. */
export interface Due {
  readonly matter: string;
  readonly outcome: ResolvedStatus | 'happened';
  /** The failure that keeps the rules from deciding whether it may be resolved. */
  readonly fault?: RefusalData;
}

/** The next matter that may be resolved now, and how. Null if nothing is due. Those in `except` are skipped. */
export function nextDue(runtime: Runtime, except: readonly string[]): Due | null {
  let order: readonly PostEntity[] = [];
  const fault = refusalOf(
    () => void (order = callHook(runtime, 'resolution-order', {}) as typeof order),
  )?.toData();
  const [held] = pendingIn(runtime).filter((id) => !except.includes(id));
  if (fault !== undefined && held !== undefined) return { matter: held, outcome: 'enacted', fault };
  for (const matter of order) {
    if (except.includes(matter.id)) continue;
    const [outcome, failed] = resolutionOf(runtime, matter);
    if (failed !== null) return { matter: matter.id, outcome: 'enacted', fault: failed };
    if (outcome !== null) return { matter: matter.id, outcome };
  }
  const time = comingTimes(runtime, except).find(({ at }) => at <= runtime.now);
  return time === undefined ? null : { matter: time.id, outcome: 'happened' };
}

function pendingIn({ store: { state } }: Runtime): readonly string[] {
  return Object.values(state.posts).flatMap(({ id, status }) => (status === 'pending' ? [id] : []));
}

/** How a matter may be resolved now, or null with any failure of the rules. */
function resolutionOf(
  runtime: Runtime,
  matter: PostEntity,
): [outcome: ResolvedStatus, fault: null] | [outcome: null, fault: RefusalData | null] {
  const refusals: Refusal[] = [];
  for (const [hook, outcome] of [
    ['may-enact', 'enacted'],
    ['may-fail', 'failed'],
  ] as const) {
    const refusal = refusalOf(() => callHook(runtime, hook, { matter, by: null }));
    if (refusal === null) return [outcome, null];
    refusals.push(refusal);
  }
  return [null, refusals.find(isFault)?.toData() ?? null];
}

/** The failures of the rules when asked about all pending matters, or about one. */
export function faultsOf(runtime: Runtime, only: string | undefined): Readonly<Record<string, RefusalData>> {
  const ids = pendingIn(runtime).filter((id) => only === undefined || id === only);
  const ofOrder = refusalOf(() => callHook(runtime, 'resolution-order', {}))?.toData();
  return Object.fromEntries(
    ids.flatMap((id) => {
      const fault = ofOrder ?? resolutionOf(runtime, toPost(runtime, id) as PostEntity)[1];
      return fault === null ? [] : [[id, fault]];
    }),
  );
}

/** Asks the rules in force whether a person may resolve a matter like this. */
export function checkResolution(
  runtime: Runtime,
  matter: PostEntity,
  outcome: ResolvedStatus,
  by: PersonEntity | null,
): void {
  if (!matter.pending)
    throw new Refusal(`${matter.title} has already ended: ${matter.status ?? 'not a vote'}`, {
      code: 'resolved',
    });
  callHook(runtime, outcome === 'enacted' ? 'may-enact' : 'may-fail', { matter, by });
}

/** The first half of an enactment, under the old rules. Collects the changes, and lets the rules react. */
export function beginEnactment(runtime: Runtime, matter: PostEntity, by: PersonEntity | null): Enactment {
  const enactment = judgeChanges(runtime, matter);
  changePost(matter, { tally: matter.finalTally, omitted: [...enactment.omitted] });
  emit(runtime, 'enacted', { matter, by });
  return enactment;
}

/** The second half, under the changed rules. Sets the values, then the status. */
export function finishEnactment(
  runtime: Runtime,
  matter: PostEntity,
  by: PersonEntity | null,
  enactment: Enactment,
  before: Model,
): void {
  const { stopped } = runtime.frame;
  const omitted = [...enactment.omitted, ...setValues(runtime, enactment.values), ...stopped];
  changePost(matter, { status: 'enacted', resolvedAt: runtime.now, resolvedBy: by?.id ?? null, omitted });
  const already = stopped.length;
  emit(runtime, 'took-effect', { matter, by, before: textsChanged(before, runtime.model) });
  if (stopped.length > already) changePost(matter, { omitted: [...omitted, ...stopped.slice(already)] });
}

type Omitted = Enactment['omitted'][number];

/** Sets the values that can be set, all at once, and returns the others. */
function setValues(runtime: Runtime, values: Enactment['values']): readonly Omitted[] {
  const { store } = runtime;
  const from = store.mark;
  const omitted: Omitted[] = [];
  const set: { readonly one: Enactment['values'][number]; readonly changes: readonly StateChange[] }[] = [];
  const omit = ({ path, value }: Enactment['values'][number], reason: string): void =>
    void omitted.push({ change: `set ${path} to ${JSON.stringify(value)}`, reason });
  for (const one of values) {
    const { mark } = store;
    runtime.frame.byMatter = true;
    const refusal = refusalOf(() => {
      setPath(runtime, one.path, one.value);
    });
    runtime.frame.byMatter = false;
    // A step that can't be applied is skipped and reported.
    if (refusal === null) set.push({ one, changes: store.changesSince(mark) });
    else {
      store.undoTo(mark);
      omit(one, refusal.message);
    }
  }
  const broken = runtime.model.promises.length === 0 ? null : runtime.brokenSince(from);
  if (broken === null) return omitted;
  store.undoTo(from);
  const concerned = set.filter(({ changes }) => changes.some(broken.isAbout));
  const leftOut = concerned.length === 0 ? set : concerned;
  for (const { one } of leftOut) omit(one, broken.refusal.message);
  const others = set.filter((one) => !leftOut.includes(one)).map(({ one }) => one);
  return [...omitted, ...setValues(runtime, others)];
}

/** The earlier texts of rules that have changed, by path. Null for a rule that is new. */
function textsChanged(before: Model, after: Model): Readonly<Record<string, string | null>> {
  const changed = [...after.rules].flatMap(([path, { entry }]) => {
    const text = before.rules.get(path)?.entry.text ?? null;
    return text === entry.text ? [] : [[path, text] as const];
  });
  return Object.freeze(Object.fromEntries(changed));
}

export function fail(runtime: Runtime, matter: PostEntity, by: PersonEntity | null): void {
  changePost(matter, {
    tally: matter.finalTally,
    status: 'failed',
    resolvedAt: runtime.now,
    resolvedBy: by?.id ?? null,
  });
  emit(runtime, 'failed', { matter, by });
}
