import { callHook } from './calls.ts';
import type { Frequency } from './definition.ts';
import type { Runtime } from './runtime.ts';
import type { PersonEntity } from './game-entities.ts';

export interface Limit {
  readonly frequency: Frequency;
  /** The thing that is limited. By default, the action's id. */
  readonly key: string;
  /** The person whose turn is used up. */
  readonly who: PersonEntity | { readonly id: string };
}

/** Uses up a person's turn at something that can be done only so often. The rules decide how often; the kernel only records the last time. */
export function takeLimited(runtime: Runtime, { frequency, key, who }: Limit): void {
  checkLimit(runtime, { frequency, key, who });
  const { taken } = runtime.store.state;
  if (taken[key] === undefined) runtime.store.write(taken, key, {}, ['taken', key]);
  runtime.store.write(taken[key] as object, who.id, runtime.now, ['taken', key, who.id]);
}

export function checkLimit(runtime: Runtime, { frequency, key, who }: Limit): void {
  const times = runtime.store.state.taken[key] ?? {};
  const last = times[who.id] ?? null;
  const others = Object.values(times).sort();
  const lastByAnybody = others.at(-1) ?? null;
  callHook(runtime, 'may-repeat', { frequency, key, who, last, lastByAnybody });
}
