import type { Draw } from './chance.ts';
import type { StateChange } from './store.ts';

/** The public part of a private action. The emperor's side runs the action and tells everybody else this. */
export interface Disclosure {
  readonly changes: readonly DisclosedChange[];
  readonly used: readonly string[];
  readonly rolls: readonly Pick<Draw, 'size' | 'result'>[];
  readonly result: unknown;
}

/** Without `after`, the value is gone. */
export type DisclosedChange = Pick<StateChange, 'path'> & { readonly after?: unknown };
