import { readDated } from './dated-words.ts';
import { explained } from './asking.ts';
import { callRule, emit, unlessMissing, withGame } from './calls.ts';
import type { TimeDefinition } from './definition.ts';
import type { Owned } from './model.ts';
import { Refusal, refusalOf, type RefusalData } from './refusal.ts';
import { newFrame, type Runtime } from './runtime.ts';

/** Something that a rule will do by itself at a set time. */
export interface Coming {
  readonly id: string;
  readonly at: string;
  readonly title: string;
  readonly rule: string;
}

const PREFIX = 'time ';

/** Its name in the ledger and the queue. */
export function nameOfTime(id: string): string {
  return `${PREFIX}${id}`;
}

/** What will happen at set times, earliest first. */
export function comingTimes(runtime: Runtime): readonly Coming[] {
  return [...runtime.model.times.values()]
    .flatMap((owned) => {
      const { id, rule } = owned;
      const { at } = momentOf(runtime, owned);
      const title = titleOf(owned);
      return at === null ? [] : [{ id: nameOfTime(id), at, title, rule: rule.entry.path }];
    })
    .sort(inOrder);
}

/** Events at the same time are sorted by name. */
function inOrder(a: Coming, b: Coming): number {
  return a.at < b.at ? -1 : a.at > b.at ? 1 : a.id < b.id ? -1 : 1;
}

function titleOf({ id, definition }: Owned<TimeDefinition>): string {
  return definition.title ?? id.replaceAll('-', ' ');
}

/** A rule that fails to say when its event is due, or fails to carry it out. */
export interface TimeFault {
  readonly id: string;
  readonly title: string;
  readonly fault: RefusalData;
  readonly isDue: boolean;
}

/** The faults of all events, or of one. */
export function timeFaults(runtime: Runtime, only?: string): readonly TimeFault[] {
  return [...runtime.model.times.values()].flatMap((owned) => {
    const id = nameOfTime(owned.id);
    if (only !== undefined && id !== only) return [];
    const { at, fault: unsaid } = momentOf(runtime, owned);
    const isDue = at !== null && at <= runtime.now;
    const fault = unsaid?.toData() ?? (isDue ? failureToAct(runtime, id) : null);
    return fault === null ? [] : [{ id, title: titleOf(owned), fault, isDue }];
  });
}

/** Tries an event and undoes it, since a failed one leaves nothing to read. Events that need dice can't be tried. */
function failureToAct(runtime: Runtime, id: string): RefusalData | null {
  const { frame, store } = runtime;
  runtime.frame = newFrame(frame.privateSide);
  try {
    const { refusal } = explained(runtime, store.mark, () => {
      happen(runtime, id);
      emit(runtime, 'changed', {});
    });
    return refusal?.code === 'chance' ? null : refusal;
  } finally {
    runtime.frame = frame;
  }
}

/** Includes values that change at a date, for people who want to know what is coming. */
export function comingWith(runtime: Runtime): readonly Coming[] {
  const dated = [...runtime.model.rules.values()].flatMap(({ entry: { path, title, values } }) =>
    Object.entries(values).flatMap(([name, { text }]) =>
      readDated(text)
        .later.filter(({ at }) => at > runtime.now)
        .map((one) => ({
          id: `value ${path} ${name}`,
          at: one.at,
          title: `${title}: ${name.replaceAll('-', ' ')} becomes ${one.text}`,
          rule: path,
        })),
    ),
  );
  return [...comingTimes(runtime), ...dated].sort(inOrder);
}

/** The next time of an event by its rule. The time of its last occurrence doesn't count. */
function momentOf(
  runtime: Runtime,
  { id, definition, rule }: Owned<TimeDefinition>,
): { readonly at: string | null; readonly fault: Refusal | null } {
  const { since = runtime.now, last } = runtime.store.state.taken[nameOfTime(id)] ?? {};
  let at: unknown = null;
  // If a rule can't say when, nothing is coming.
  const fault = refusalOf(() => {
    at = callRule(
      runtime,
      rule,
      () => `time "${id}"`,
      () => definition.at(withGame(rule, { since, last: last ?? null, from: last ?? since })),
    );
  });
  const isNext = typeof at === 'string' && (last === undefined || at > last);
  return { at: isNext ? (at as string | null) : null, fault };
}

export function isTime(id: string): boolean {
  return id.startsWith(PREFIX);
}

/** Carries out a due event. It counts for the time at which it was due, however late the engine runs. */
export function happen(runtime: Runtime, id: string): void {
  const due = comingTimes(runtime).find((one) => one.id === id && one.at <= runtime.now);
  const owned = runtime.model.times.get(id.slice(PREFIX.length));
  if (due === undefined || owned === undefined) throw new Refusal(`${id} isn’t due yet`, { code: 'not-due' });
  const { taken } = runtime.store.state;
  runtime.store.write(taken, id, { ...taken[id], last: due.at }, ['taken', id]);
  const { rule, definition } = owned;
  const act = (): unknown => definition.effect(withGame(rule, { at: due.at }));
  unlessMissing(
    runtime,
    rule,
    () => callRule(runtime, rule, () => `time "${owned.id}"`, act),
    () => undefined,
  );
}

/** Records since when each event's rule has been in force, and forgets events whose rule is gone. */
export function keepTimes(runtime: Runtime): void {
  const { taken } = runtime.store.state;
  for (const id of runtime.model.times.keys())
    if (taken[nameOfTime(id)] === undefined)
      runtime.store.write(taken, nameOfTime(id), { since: runtime.now }, ['taken', nameOfTime(id)]);
  for (const key of Object.keys(taken))
    if (isTime(key) && !runtime.model.times.has(key.slice(PREFIX.length)))
      runtime.store.write(taken, key, undefined, ['taken', key]);
}
