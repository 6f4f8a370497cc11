import type { Draw } from '../kernel/chance.ts';
import type { Count } from '../kernel/count.ts';
import type { ModelDescription } from '../kernel/describe-model.ts';
import type { Input } from '../kernel/inputs.ts';
import type { DrawQuestion, SandboxHost } from '../sandbox/host.ts';
import { publicLine } from './private-values.ts';
import { ledgerReader, linesIn } from './ledger-reader.ts';
import type { Outcome } from './outcome.ts';
import type { LedgerLine, OnRecord } from './ledger-line.ts';
import { standingRolls } from './standing-rolls.ts';
import { isResolution, describeDone, wordsOfInput } from './ledger-verbs.ts';

type Accepted = Outcome & { readonly ok: true };
type Refused = Outcome & { readonly ok: false };
type NewLine = Omit<LedgerLine, 'n'> & { readonly ok?: true };

/** The author, act and time of a line, as far as they are known. */
export type RecordedInput = Pick<Input, 'at' | 'by'> & Partial<Input>;

/** Inputs that stand in the ledger; what is said and voted stands in the journal, unless dice are rolled for it. */
const RECORDED: ReadonlySet<Input['type']> = new Set(['act', 'fail']);

/** The record of a game in play: the lines of its ledger, and the public rolls of what is being done. */
export class GameRecord {
  readonly ledger: LedgerLine[];
  /** Lines as everybody may read them. */
  readonly #open = new WeakMap<LedgerLine, LedgerLine>();
  /** The public rolls of what is being done. */
  readonly #rolled: Draw[] = [];
  readonly #source: (question: DrawQuestion) => Count;
  readonly #model: () => ModelDescription;
  /** Of the rules under which the last line was written. */
  #models: readonly ModelDescription[] = [];

  /** `model` says what the rules in force offer. */
  constructor(
    ledger: LedgerLine[],
    source: (question: DrawQuestion) => Count,
    model: () => ModelDescription,
  ) {
    this.ledger = ledger;
    this.#source = source;
    this.#model = model;
  }

  /** The ledger as rules may read it. */
  get reader(): SandboxHost['ledger'] {
    return ledgerReader(this.ledger, this.#open);
  }

  readonly draw = (question: DrawQuestion): Count => {
    const result = this.#source(question);
    if (question.kind === 'dice') this.#rolled.push({ kind: 'dice', size: question.size, result });
    return result;
  };

  get rolled(): readonly Draw[] {
    return [...this.#rolled];
  }

  /** Something else is done from now on; or it goes on from what had been rolled for it. */
  begin(rolled: readonly Draw[] = []): void {
    this.#rolled.splice(0, this.#rolled.length, ...rolled);
  }

  /** Records a refusal without trying again: its dice are rolled as they were when it was tried. */
  rollAgain(sizes: readonly Count[]): readonly Draw[] {
    this.begin();
    for (const size of sizes) this.draw({ kind: 'dice', size, options: null, labels: [] });
    return this.rolled;
  }

  /** The rules are in force, and nothing has been done under them yet. */
  start(): void {
    this.#models = [this.#model()];
  }

  accepted(input: Input, outcome: Accepted): void {
    if (!RECORDED.has(input.type) && this.#rolled.length === 0) return;
    const { at, by } = input;
    this.append({ at, by, what: describeDone(input), ...wordsOfInput(input), ...outcome });
  }

  /** A refused act was never done, and yet its public rolls stay on record, those that were not there already. */
  refusedRolls(input: RecordedInput, what: string, { refusal }: Refused): void {
    const { at, by } = input;
    const standing = standingRolls(this.ledger, isResolution(what) ? null : by, what);
    const isNew = ({ size, result }: Draw, place: number): boolean =>
      standing?.resultOf(place, size) !== result;
    if (!this.#rolled.some(isNew)) return;
    const refused = refusal.reason;
    this.append({ at, by, what, ...wordsOfInput(input), draws: this.rolled, changes: [], refused });
  }

  /**
   * A step that could not be brought to an end is refused, and nobody who plays it again could know where: so that is on record, with or
   * without rolls. A matter that the rules still don't come back from is not written down anew by every tick.
   */
  stopped(input: RecordedInput, what: string, { refusal }: Refused, key: string, why: OnRecord = {}): void {
    const { at, by } = input;
    const last = this.ledger.findLast((line) => line.what === what);
    if (isResolution(what) && last?.stopped === key) return;
    const refused = refusal.reason;
    const draws = this.rolled;
    const words = wordsOfInput(input);
    this.append({ at, by, what, ...words, draws, changes: [], refused, stopped: key, ...why });
  }

  append({ at, by, what, draws, changes, result, refused, stopped, fault, engine, ...rest }: NewLine): void {
    const line: LedgerLine = {
      n: linesIn(this.ledger),
      at,
      by,
      what,
      ...('with' in rest ? { with: rest.with } : {}),
      draws,
      changes,
      ...(result === null || result === undefined ? {} : { result }),
      ...(refused === undefined ? {} : { refused }),
      ...(stopped === undefined ? {} : { stopped }),
      ...(fault === undefined ? {} : { fault }),
      ...(engine === undefined ? {} : { engine }),
    };
    this.ledger.push(line);
    // A value that was private before or is so now stays private, though the rule that said so may have gone.
    const model = this.#model();
    const models = new Set([...this.#models, model]);
    this.#open.set(line, [...models].reduce(publicLine, line));
    this.#models = [model];
  }

  /** A line of the ledger as everybody may read it. */
  openLine(line: LedgerLine): LedgerLine {
    return this.#open.get(line) ?? line;
  }
}
