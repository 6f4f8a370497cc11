import { readDated } from './dated-words.ts';
import { explained } from './asking.ts';
import { callRule, emit, unlessMissing, withGame } from './calls.ts';
import type { TimeDefinition } from './definition.ts';
import type { Owned } from './model.ts';
import { isTime, nameOfTime, timeNamed } from './names.ts';
import { headCalled } from './roles.ts';
import type { Resolution } from './inputs.ts';
import { Refusal, refusalOf, type RefusalData } from './refusal.ts';
import { checkReveals, keepingSecrets } from './reveals.ts';
import { newFrame, type Runtime } from './runtime.ts';
import { takeDisclosed, tellable } from './disclosed.ts';

/** Something that a rule will do by itself at a set time. */
export interface Coming {
  readonly id: string;
  readonly at: string;
  readonly title: string;
  readonly rule: string;
  /** It runs on the emperor's side alone. */
  readonly private?: boolean;
}

/** The scheduled events, earliest first. A rule isn't asked about those in `except`, since it may not finish. */
export function comingTimes(runtime: Runtime, except: readonly string[] = []): readonly Coming[] {
  return [...runtime.model.times.values()]
    .filter(({ id }) => !except.includes(nameOfTime(id)))
    .flatMap((owned) => {
      const { id, rule } = owned;
      const { at } = momentOf(runtime, owned);
      const title = titleOf(owned);
      const hidden = owned.definition.private === true ? { private: true } : {};
      return at === null ? [] : [{ id: nameOfTime(id), at, title, rule: rule.entry.path, ...hidden }];
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

/** The faults of all events, or of one. Private ones are tried only alone, since that needs their secrets. */
export function timeFaults(runtime: Runtime, only?: string): readonly TimeFault[] {
  return [...runtime.model.times.values()].flatMap((owned) => {
    const id = nameOfTime(owned.id);
    if (only !== undefined && id !== only) return [];
    const { at, fault: unsaid } = momentOf(runtime, owned);
    const isDue = at !== null && at <= runtime.now;
    const fault = unsaid?.toData() ?? (isDue ? failureToAct(runtime, id, id === only) : null);
    return fault === null ? [] : [{ id, title: titleOf(owned), fault, isDue }];
  });
}

/** Tries an event and undoes it, since a failed one leaves nothing to read. Events that need dice can't be tried. */
function failureToAct(runtime: Runtime, id: string, privateSide: boolean): RefusalData | null {
  const { frame, store } = runtime;
  runtime.frame = newFrame(frame.privateSide);
  try {
    const { refusal } = explained(runtime, store.mark, () => {
      happen(runtime, id, { privateSide });
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
    at = callRule(runtime, rule, `time "${id}"`, () =>
      definition.at(withGame(rule, { since, last: last ?? null, from: last ?? since })),
    );
  });
  const isNext = typeof at === 'string' && (last === undefined || at > last);
  return { at: isNext ? (at as string | null) : null, fault };
}

/** Carries out a due event. It counts for the time at which it was due, however late the engine runs. */
export function happen(
  runtime: Runtime,
  id: string,
  { privateSide = false, disclosed }: Pick<Resolution, 'privateSide' | 'disclosed'> = {},
): void {
  const owned = runtime.model.times.get(timeNamed(id));
  const at = owned === undefined ? null : momentOf(runtime, owned).at;
  if (owned === undefined || at === null || at > runtime.now)
    throw new Refusal(`${id} isn’t due yet`, { code: 'not-due' });
  const { taken } = runtime.store.state;
  runtime.store.write(taken, id, { ...taken[id], last: at }, ['taken', id]);
  const { rule, definition } = owned;
  const act = (): void =>
    void callRule(runtime, rule, `time "${owned.id}"`, () => definition.effect(withGame(rule, { at })));
  unlessMissing(
    runtime,
    rule,
    () => {
      if (definition.private !== true) openly(runtime, owned, act, disclosed);
      else if (disclosed !== undefined) takeDisclosed(runtime, definition.reveals ?? [], disclosed);
      else inPrivate(runtime, { owned, at, privateSide }, act);
    },
    () => undefined,
  );
}

function openly(runtime: Runtime, { id }: Owned<TimeDefinition>, act: () => void, disclosed: unknown): void {
  if (disclosed !== undefined)
    throw new Refusal(`${id} runs in public, so nobody reports its result`, { code: 'told' });
  const { frame } = runtime;
  const { privateSide } = frame;
  frame.privateSide = false;
  act();
  frame.privateSide = privateSide;
}

/** Like a private action, with what had been sent by the moment at which it was due. */
function inPrivate(
  runtime: Runtime,
  { owned, at, privateSide }: { owned: Owned<TimeDefinition>; at: string; privateSide: boolean },
  act: () => void,
): void {
  const { frame, store, model } = runtime;
  const { id, definition } = owned;
  if (!privateSide)
    throw new Refusal(
      `${titleOf(owned)} uses what only ${headCalled(model.manifest.terms)} may see, so it waits for them: on their machine, gitnomic tick`,
      { code: 'private-side' },
    );
  const { mark } = store;
  frame.privateSide = true;
  frame.asOf = at;
  keepingSecrets(runtime, owned, () => {
    act();
    checkReveals(runtime, id, definition, mark);
  });
  if (frame.amendments.length > 0)
    throw new Refusal(
      `${id} is private, so it can’t change rules: let a time or an action do that in public`,
    );
  frame.disclosed = tellable(runtime, mark);
  frame.privateSide = false;
  frame.asOf = null;
}

/** Records since when each event's rule has been in force, and forgets events whose rule is gone. */
export function keepTimes(runtime: Runtime): void {
  const { taken } = runtime.store.state;
  for (const id of runtime.model.times.keys())
    if (taken[nameOfTime(id)] === undefined)
      runtime.store.write(taken, nameOfTime(id), { since: runtime.now }, ['taken', nameOfTime(id)]);
  for (const key of Object.keys(taken))
    if (isTime(key) && !runtime.model.times.has(timeNamed(key)))
      runtime.store.write(taken, key, undefined, ['taken', key]);
}
