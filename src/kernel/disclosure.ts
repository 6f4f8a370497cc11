import type { Draw } from './chance.ts';
import type { StateChange } from './store.ts';

/** The public part of an action of the emperor's side: it is run where the secrets are, and told everybody else. */
export interface Disclosure {
  readonly changes: readonly DisclosedChange[];
  /** Submissions that it used up. */
  readonly used: readonly string[];
  /** The public rolls. */
  readonly rolls: readonly Pick<Draw, 'size' | 'result'>[];
  readonly result: unknown;
}

/** Without `after` it is gone. */
export type DisclosedChange = Pick<StateChange, 'path'> & { readonly after?: unknown };
