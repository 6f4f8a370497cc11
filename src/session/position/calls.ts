import { callIn } from '../../wording/action-report.ts';
import type { JournalEvent } from './situation.ts';

/** An action of the emperor's side that was called from a place that can't run it. */
export interface Call {
  readonly at: string;
  readonly by: string;
  readonly action: string;
  readonly words: Readonly<Record<string, unknown>>;
  /** The ledger's length at that time. */
  readonly lines: number;
}

/** Calls that the emperor's side has to run, by comment, and the reported outcomes. */
export class Calls {
  readonly #open = new Map<string, Call>();
  readonly #answered: ReadonlySet<string>;
  readonly #reports = new Map<number, string>();

  constructor(events: readonly JournalEvent[]) {
    this.#answered = answeredIn(events);
  }

  /** Whether a report answers this call, so that it must not be run here. */
  isAnswered(comment: string): boolean {
    return this.#answered.has(comment);
  }

  get open(): readonly string[] {
    return [...this.#open.keys()];
  }

  get(comment: string): Call | undefined {
    return this.#open.get(comment);
  }

  add(comment: string, call: Call): void {
    this.#open.set(comment, call);
  }

  answer(comment: string, line: number): void {
    this.#open.delete(comment);
    this.#reports.set(line, comment);
  }

  /** The comment whose call this ledger line reports; undefined for other lines. */
  reportOf(line: number): string | undefined {
    return this.#reports.get(line);
  }
}

/** Calls whose outcome their own caller has reported. */
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
