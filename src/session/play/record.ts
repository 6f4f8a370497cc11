import type { Draw, Count } from '../../kernel/chance.ts';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import type { Input } from '../../kernel/inputs.ts';
import type { DrawQuestion, SandboxHost } from '../../sandbox/host.ts';
import { publicLine } from '../../store/private-values.ts';
import {
  ledgerReader,
  linesIn,
  type LedgerLine,
  type OnRecord,
  isResolution,
  describeDone,
  wordsOfInput,
} from '../../store/ledger-line.ts';
import type { Outcome } from '../../kernel/result.ts';
import { NoDrawError } from '../chance/draws.ts';
import { bindingRolls } from '../chance/binding-rolls.ts';

type Accepted = Outcome & { readonly ok: true };
type Refused = Outcome & { readonly ok: false };
type NewLine = Omit<LedgerLine, 'n'> & { readonly ok?: true };

export type RecordedInput = Pick<Input, 'at' | 'by'> & Partial<Input>;

function drawNothing(): never {
  throw new NoDrawError('nothing is drawn for a trial');
}

/** Inputs that go into the ledger. Words and votes are only in the journal, unless dice are rolled for them. */
const RECORDED: ReadonlySet<Input['type']> = new Set(['act', 'fail']);

/** The ledger of a game in play, and the public rolls of the current step. */
export class GameRecord {
  readonly ledger: LedgerLine[];
  /** The lines as everybody may read them. */
  readonly #open = new WeakMap<LedgerLine, LedgerLine>();
  /** The current step's public rolls. */
  readonly #rolled: Draw[] = [];
  readonly source: SandboxHost['draw'];
  readonly #model: () => ModelDescription;
  /** Other draws, for a step that is only tried. */
  #instead: SandboxHost['draw'] | null = null;
  /** Models of the rules under which the last line was written. */
  #models: readonly ModelDescription[] = [];

  /** `model` returns the current model. */
  constructor(ledger: LedgerLine[], source: SandboxHost['draw'], model: () => ModelDescription) {
    this.ledger = ledger;
    this.source = source;
    this.#model = model;
  }

  get reader(): SandboxHost['ledger'] {
    return ledgerReader(this.ledger, this.#open);
  }

  readonly draw = (question: DrawQuestion): Count => {
    const result = (this.#instead ?? this.source)(question);
    if (question.kind === 'dice') this.#rolled.push({ kind: 'dice', size: question.size, result });
    return result;
  };

  /** Runs a step that is undone afterwards. Without draws of its own it is null if it depends on one. */
  tentatively<T>(run: () => T, draw: SandboxHost['draw'] = drawNothing): T | null {
    this.#instead = draw;
    try {
      return run();
    } catch (error) {
      if (error instanceof NoDrawError) return null;
      throw error;
    } finally {
      this.#instead = null;
      this.begin();
    }
  }

  get rolled(): readonly Draw[] {
    return [...this.#rolled];
  }

  /** Starts another step, or continues one with the rolls it already has. */
  begin(rolled: readonly Draw[] = []): void {
    this.#rolled.splice(0, this.#rolled.length, ...rolled);
  }

  /** Repeats the dice of a refused step without trying it again. */
  rollAgain(sizes: readonly Count[]): readonly Draw[] {
    this.begin();
    for (const size of sizes) this.draw({ kind: 'dice', size, options: null, labels: [] });
    return this.rolled;
  }

  /** Called when the rules are in force and nothing has been done yet. */
  start(): void {
    this.#models = [this.#model()];
  }

  accepted(input: Input, outcome: Accepted): void {
    if (!RECORDED.has(input.type) && this.#rolled.length === 0) return;
    const { at, by } = input;
    this.append({ at, by, what: describeDone(input), ...wordsOfInput(input), ...outcome });
  }

  /** A refused action has no effect, but new public rolls stay on record. */
  refusedRolls(input: RecordedInput, what: string, { refusal }: Refused): void {
    const { at, by } = input;
    const binding = bindingRolls(this.ledger, isResolution(what) ? null : by, what);
    const isNew = ({ size, result }: Draw, place: number): boolean =>
      binding?.resultOf(place, size) !== result;
    if (!this.#rolled.some(isNew)) return;
    const refused = refusal.reason;
    this.append({ at, by, what, ...wordsOfInput(input), draws: this.rolled, changes: [], refused });
  }

  /**
   * Records a step that could not be finished, since a replay couldn't know where it ended. A matter on which the
   * rules still don't finish is not recorded again by every tick.
   */
  stopped(input: RecordedInput, what: string, { refusal }: Refused, key: string, why: OnRecord = {}): void {
    const { at, by } = input;
    const last = this.ledger.findLast((line) => line.what === what);
    if (isResolution(what) && last?.stopped === key) return;
    const { reason: refused, where } = refusal;
    const draws = this.rolled;
    const words = wordsOfInput(input);
    const place = isResolution(what) && where !== undefined ? { where } : {};
    this.append({ at, by, what, ...words, draws, changes: [], refused, stopped: key, ...place, ...why });
  }

  append({
    at,
    by,
    what,
    draws,
    changes,
    result,
    refused,
    stopped,
    where,
    fault,
    engine,
    ...rest
  }: NewLine): void {
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
      ...(where === undefined ? {} : { where }),
      ...(fault === undefined ? {} : { fault }),
      ...(engine === undefined ? {} : { engine }),
    };
    this.ledger.push(line);
    // A value that is or was private stays private, even if the rule that made it private is gone.
    const model = this.#model();
    const models = new Set([...this.#models, model]);
    this.#open.set(line, [...models].reduce(publicLine, line));
    this.#models = [model];
  }

  openLine(line: LedgerLine): LedgerLine {
    return this.#open.get(line) ?? line;
  }
}
