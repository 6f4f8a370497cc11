import type { Tracked } from './legal-values.ts';
import { must } from './invariants.ts';

export interface LedgerRow {
  readonly n: number;
  readonly at: string;
  readonly by: string;
  readonly what: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly changes: readonly {
    readonly path: readonly string[];
    readonly before: unknown;
    readonly after: unknown;
  }[];
}

/** What changes by actions and enactments alone; when somebody was last heard of stands in the journal. */
const FOLDED =
  /^(players\/[^/]+\.(pips|admin|coins\d+)|game\.counted|dynasty\.(emperor|interregnum|number|theme))$/u;

/** The gamestate as the ledger's changes make it, one after another. */
export class FoldedLedger {
  readonly #values = new Map<string, unknown>();

  begin(tracked: Tracked): void {
    for (const [place, fields] of tracked)
      for (const [key, value] of Object.entries(fields)) this.#set(`${place}.${key}`, value);
  }

  add({ n, changes }: LedgerRow): void {
    for (const { path, before, after } of changes) {
      const [scope = '', id = '', key] = path;
      const place = scope === 'players' ? `players/${id}` : scope;
      const field = scope === 'players' ? key : id;
      if (field === undefined) {
        for (const [name, value] of Object.entries(after ?? {})) this.#set(`${place}.${name}`, value);
        continue;
      }
      const name = `${place}.${field}`;
      if (FOLDED.test(name) && this.#values.has(name))
        must(
          same(this.#values.get(name), before),
          'ledger-folds',
          () =>
            `line ${n} says ${name} was ${JSON.stringify(before)}, and it was ${JSON.stringify(this.#values.get(name))}`,
        );
      this.#set(name, after);
    }
  }

  #set(name: string, value: unknown): void {
    if (FOLDED.test(name)) this.#values.set(name, value ?? null);
  }

  holdAgainst(tracked: Tracked): void {
    for (const [place, fields] of tracked) {
      for (const [key, value] of Object.entries(fields)) {
        const name = `${place}.${key}`;
        if (FOLDED.test(name) && this.#values.has(name))
          must(
            same(this.#values.get(name), value),
            'ledger-folds',
            () =>
              `${name} is ${JSON.stringify(value)}, and by the ledger ${JSON.stringify(this.#values.get(name))}`,
          );
      }
    }
  }
}

function same(a: unknown, b: unknown): boolean {
  const plain = (value: unknown): unknown => (value === undefined || value === 'none' ? null : value);
  return JSON.stringify(plain(a)) === JSON.stringify(plain(b));
}
