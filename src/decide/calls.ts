import { callIn } from './told-text.ts';
import type { JournalEvent } from './situation.ts';

/** An action of the emperor's side that was called for where it can't be run. */
export interface Call {
  readonly at: string;
  readonly by: string;
  readonly action: string;
  readonly words: Readonly<Record<string, unknown>>;
  /** The number of lines that the ledger had. */
  readonly lines: number;
}

/** Actions that were called for and have to be run on the emperor's side, by the comment; and what was told of them. */
export class Calls {
  readonly #open = new Map<string, Call>();
  readonly #answered: ReadonlySet<string>;
  readonly #told = new Map<number, string>();

  constructor(events: readonly JournalEvent[]) {
    this.#answered = answeredIn(events);
  }

  /** Whether what was told answers the call: it isn't run here, on whatever side this is. */
  isAnswered(comment: string): boolean {
    return this.#answered.has(comment);
  }

  /** The comments whose calls wait for an answer. */
  get open(): readonly string[] {
    return [...this.#open.keys()];
  }

  get(comment: string): Call | undefined {
    return this.#open.get(comment);
  }

  add(comment: string, call: Call): void {
    this.#open.set(comment, call);
  }

  /** The line of the ledger with its outcome, once that was told. */
  answer(comment: string, line: number): void {
    this.#open.delete(comment);
    this.#told.set(line, comment);
  }

  /** The comment that called for what this line of the ledger tells; undefined where it was not told. */
  toldBy(line: number): string | undefined {
    return this.#told.get(line);
  }
}

/** Calls whose outcome was told, by whoever called. */
function answeredIn(events: readonly JournalEvent[]): ReadonlySet<string> {
  const said = new Map<string, string | undefined>();
  const answered = new Set<string>();
  for (const { event } of events) {
    if (event.type !== 'commented') continue;
    said.set(event.comment, event.by?.id);
    const call = callIn(event.text);
    if (call !== null && event.by !== null && said.get(call) === event.by.id) answered.add(call);
  }
  return answered;
}
