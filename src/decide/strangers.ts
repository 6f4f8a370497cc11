import type { Outbox } from './outbox.ts';

const DAY_MS = 86_400_000;

/** When each person who doesn't play was last told something. */
export class Strangers {
  readonly #told: Map<string, string>;

  constructor(told: Readonly<Record<string, string>> = {}) {
    this.#told = new Map(Object.entries(told));
  }

  /** Those who were told something in the day before. */
  lately(at: string): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.#told].filter(([, told]) => isWithinDay(told, at)));
  }

  /** Somebody has been told what came after so many messages: once a day it stays, and otherwise it is left out. */
  bound(outbox: Outbox, since: number, { at, by }: { readonly at: string; readonly by: string }): void {
    const last = this.#told.get(by);
    if (last !== undefined && isWithinDay(last, at)) outbox.forgetSince(since);
    else this.#told.set(by, at);
  }
}

/** The clock may have been put back since. */
function isWithinDay(one: string, other: string): boolean {
  return Math.abs(Date.parse(one) - Date.parse(other)) < DAY_MS;
}
