import type { Outbox } from './outbox.ts';

const DAY_MS = 86_400_000;

/** When each non-player last got an answer. */
export class Strangers {
  readonly #told: Map<string, string>;

  constructor(told: Readonly<Record<string, string>> = {}) {
    this.#told = new Map(Object.entries(told));
  }

  lately(at: string): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.#told].filter(([, told]) => isWithinDay(told, at)));
  }

  /** Lets one answer a day through and drops the others. */
  bound(outbox: Outbox, since: number, { at, by }: { readonly at: string; readonly by: string }): void {
    const last = this.#told.get(by);
    if (last !== undefined && isWithinDay(last, at)) outbox.forgetSince(since);
    else this.#told.set(by, at);
  }
}

/** Looks both ways, because the clock may have been put back. */
function isWithinDay(one: string, other: string): boolean {
  return Math.abs(Date.parse(one) - Date.parse(other)) < DAY_MS;
}
