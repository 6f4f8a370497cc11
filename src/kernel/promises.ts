import type { PromiseInForce, LinkedRule, Model } from './model.ts';
import type { PromiseMade, PromisedValue, PromiseOfValue } from './promise-made.ts';
import { slug } from './names.ts';
import { cite, Refusal } from './refusal.ts';
import type { Runtime } from './runtime.ts';
import { whyNotPlayer } from './sets.ts';
import type { StateChange } from './store.ts';
import { toPerson } from './world.ts';

/** The promises about values that some rule tracks, since others can't be broken, and those about matters. */
export function promisesToKeep({
  rules,
  fields,
}: Pick<Model, 'rules' | 'fields'>): Pick<Model, 'promises' | 'watched'> {
  const made = [...rules.values()].flatMap((rule) =>
    (rule.entry.status === 'active' ? (rule.entry.promises ?? []) : []).map((promise) => ({ promise, rule })),
  );
  return {
    promises: made.flatMap(({ promise, rule }) =>
      'value' in promise && fields[promise.value.of].has(promise.value.id) ? [{ promise, rule }] : [],
    ),
    watched: made.flatMap(({ promise, rule }) =>
      'value' in promise || 'hours' in promise ? [] : [{ promise, rule }],
    ),
  };
}

/** True if a change may concern the value: it is about it, or a player with all values comes or goes. */
export function isAbout({ of, id }: PromisedValue, { path }: Pick<StateChange, 'path'>): boolean {
  return of === 'game'
    ? path[0] === 'game' && path[1] === id
    : path[0] === 'players' && (path[2] === undefined || path[2] === id);
}

/** The promise that these changes break, or null. */
export function brokenBy(runtime: Runtime, changes: readonly StateChange[]): PromiseInForce | null {
  const { promises } = runtime.model;
  const broken = promises.find(({ promise }) => {
    const values = valuesBefore(runtime, promise.value, changes);
    if (promise.kind === 'only-by') return values.some(isChange) && !isBy(runtime, promise.action, changes);
    return values.length > 0 && isBroken(promise, values);
  });
  return broken !== undefined && hasEnoughPlayers(runtime, broken) ? broken : null;
}

export function refusalFor({ promise, rule }: PromiseInForce): Refusal {
  return new Refusal(`it would break what ${rule.entry.title} promises: ${promise.says}`, {
    code: 'promise',
    rule: cite(rule),
  });
}

type Change = readonly [before: number | null, after: number | null];

/** The value before and after, for the game or for each player whose value changed. */
function valuesBefore(
  { store }: Runtime,
  value: PromisedValue,
  changes: readonly StateChange[],
): readonly Change[] {
  const about = changes.filter((change) => isAbout(value, change));
  if (value.of === 'game') return about.map(({ before, after }) => [asNumber(before), asNumber(after)]);
  const first = new Map<string, unknown>();
  // If a player came or went in this step, the value's own change says more than the player as a whole.
  for (const { path, before } of about.toSorted((a, b) => b.path.length - a.path.length)) {
    const who = path[1] ?? '';
    const was =
      path[2] === undefined ? (before as Readonly<Record<string, unknown>> | null)?.[value.id] : before;
    if (!first.has(who)) first.set(who, was);
  }
  return [...first].map(([who, was]) => [asNumber(was), asNumber(store.at(['players', who, value.id]))]);
}

/** A player who comes or goes changes nothing. */
function isChange([before, after]: Change): boolean {
  return before !== null && after !== null && before !== after;
}

/** Whether the action is carried out, or a new dynasty begins, in which values begin again. */
function isBy({ frame, model }: Runtime, action: string, changes: readonly StateChange[]): boolean {
  const title = model.actions.get(frame.action ?? '')?.definition.title ?? '';
  return (
    action === frame.action || action === slug(title) || changes.some(({ path }) => path[0] === 'dynasty')
  );
}

function asNumber(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function isBroken(
  promise: Exclude<PromiseOfValue, { readonly kind: 'only-by' }>,
  values: readonly Change[],
): boolean {
  if (promise.kind === 'same-sum')
    return values.reduce((sum, [before, after]) => sum + (after ?? 0) - (before ?? 0), 0) !== 0;
  const distance = (value: number | null): number =>
    value === null ? 0 : Math.max(promise.least - value, value - promise.most, 0);
  // A value that was outside before the promise was made may come nearer.
  return values.some(([before, after]) => distance(after) > distance(before));
}

export function hasEnoughPlayers(
  runtime: Runtime,
  { promise: { players }, rule }: PromiseInForce<PromiseMade>,
): boolean {
  return players === 0 || activePlayers(runtime, rule).length >= players;
}

/** The people who are players for a rule. */
export function activePlayers(runtime: Runtime, rule: LinkedRule | null): readonly string[] {
  return Object.keys(runtime.store.state.players).filter((id) => whyInactive(runtime, id, rule) === null);
}

/** Why somebody is no player for a rule, or null if they are one. */
export function whyInactive(runtime: Runtime, id: string, rule: LinkedRule | null): string | null {
  const person = toPerson(runtime, id);
  return person === null ? `there is no ${id}` : whyNotPlayer(runtime, person, rule);
}
