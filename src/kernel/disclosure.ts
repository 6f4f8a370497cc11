import type { Draw } from './chance.ts';
import type { StateChange } from './store.ts';

/** What an action of the emperor's side makes public: it is run where the secrets are, and told everybody else. */
export interface Disclosure {
  readonly changes: readonly DisclosedChange[];
  /** Submissions that it used up. */
  readonly used: readonly string[];
  /** What was rolled in public. */
  readonly rolls: readonly Pick<Draw, 'size' | 'result'>[];
  readonly result: unknown;
}

/** Without `after` it is gone. */
export type DisclosedChange = Pick<StateChange, 'path'> & { readonly after?: unknown };
