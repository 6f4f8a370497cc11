import type { Input, Resolution } from '../../kernel/inputs.ts';
import type { Disclosure } from '../../kernel/disclosure.ts';
import type { RefusalData } from '../../kernel/refusal.ts';
import type { Pictures } from '../../kernel/pictures.ts';
import { unlessAborted } from '../ask/call-guard.ts';
import { refusedAs, type AbortedCalls } from '../play/aborted-calls.ts';
import {
  linesIn,
  resolving,
  describeInput,
  describeResolved,
  isResolution,
} from '../../store/ledger-line.ts';
import { failingClause, type FailingClause } from '../play/failing-clause.ts';
import type { Play } from '../play/play.ts';
import type { RecordedInput } from '../play/record.ts';
import type { OpenGame } from '../play/open-game.ts';
import { picturesNeeded, knownOf } from './action-pictures.ts';
import type { Calls } from './calls.ts';
import type { Happening } from './decision.ts';
import type { Secrets } from './secrets.ts';
import { SandboxError } from '../../sandbox/host.ts';
import type { StateChange } from '../../kernel/store.ts';
import type { Outcome } from '../../kernel/result.ts';
import { refusedOutcome } from '../play/outcome.ts';
import { bindingRolls } from '../chance/binding-rolls.ts';
import { hexDigest } from '#platform/hash.ts';

interface RulesOptions {
  readonly open: OpenGame;
  readonly name: string;
  readonly secrets: Secrets;
  readonly calls: Calls;
  readonly aborted: AbortedCalls;
  /** Whether this process may see private values. */
  readonly privateSide: boolean;
  /** In a replay, runs reported actions as well where possible, to check them. */
  readonly rerun: boolean;
  /** Whether a step for which nothing can be drawn here is over. Otherwise an engine elsewhere draws for it, or did. */
  readonly drawsHere: boolean;
  /** Null if nobody fetches pictures, so that an address stays an address. */
  readonly pictures: Pictures | null;
  readonly onChanges: (changes: readonly StateChange[]) => void;
}

/** Earlier tries at a step that did not finish. Each named a clause that is left out from then on. */
export interface Tries {
  /** The steps that are given up, and the next one. */
  readonly keys: readonly string[];
  readonly off: readonly FailingClause[];
}

/** How often one clause may stop a step. */
const MOST_TRIES = 3;

/** Asks the rules in force one thing after another, and notes each outcome. */
export class RulesInPlay {
  readonly open: OpenGame;
  /** Questions on which the rules did not finish. */
  readonly aborted: AbortedCalls;
  /** Fetched pictures; null if nobody fetches any. */
  readonly pictures: Pictures | null;
  /** Pictures that must be fetched before this can be decided. */
  readonly wantedPictures = new Set<string>();
  line: number | null = null;
  comment: string | null = null;
  readonly #options: RulesOptions;
  #happened: Happening[] = [];

  constructor(options: RulesOptions) {
    this.#options = options;
    this.open = options.open;
    this.aborted = options.aborted;
    this.pictures = options.pictures;
  }

  get play(): Play {
    return this.open.play;
  }

  /** Events since the last `restart`. */
  get happened(): readonly Happening[] {
    return this.#happened;
  }

  restart(): void {
    this.#happened = [];
    this.aborted.restart();
  }

  note({ at, by }: Pick<RecordedInput, 'at' | 'by'>, what: string, outcome: Outcome): void {
    this.#happened.push({ at, by, what, outcome, line: this.line });
  }

  /** Notes the engine's answer to a command. A refusal tells non-players how to join. */
  answer(head: Pick<RecordedInput, 'at' | 'by'>, what: string, made: Outcome): Outcome {
    const outcome = made.ok ? made : this.withWayIn(head, made);
    this.note(head, what, outcome);
    return outcome;
  }

  withWayIn(
    { at, by }: Pick<RecordedInput, 'at' | 'by'>,
    refused: Outcome & { ok: false },
  ): Outcome & { ok: false } {
    const join = unlessAborted(() => this.play.query(at, [['way-in', by]])[0]?.value ?? null, null);
    if (join === null) return refused;
    return { ...refused, refusal: { ...refused.refusal, join: join as NonNullable<RefusalData['join']> } };
  }

  take(input: Input): Outcome {
    const { at, by } = input;
    const act = input.type === 'act';
    const what = act ? input.action : 'on' in input ? `${input.type} on ${input.on}` : input.type;
    const { comment } = this;
    const isCall = act && input.disclosed === undefined && comment !== null;
    const { calls, privateSide } = this.#options;
    const here = privateSide && !(isCall && calls.isAnswered(comment) && !this.#canRunAgain());
    const earlier = this.#happened.filter(({ line }) => line === this.line).length;
    const outcome = this.#run({ input, what, draws: describeInput(input), earlier }, () =>
      this.#takeWithPictures(input, here),
    );
    this.note(input, what, outcome);
    if (outcome.ok) this.#options.onChanges(outcome.changes);
    if (isCall && !outcome.ok && outcome.refusal.code === 'private-side') {
      const lines = linesIn(this.play.ledger);
      calls.add(comment, { at, by, action: input.action, words: input.with, lines });
    }
    return outcome;
  }

  /** Records words that no rule reads. Nothing happened, since the rules were not asked for anything. */
  hear({ at, by }: Pick<RecordedInput, 'at' | 'by'>): void {
    const input = { at, by, type: 'heard' } as const;
    const outcome = this.#run({ input, what: 'heard', draws: describeInput(input), earlier: 0 }, () =>
      this.play.take(input, this.#options.privateSide),
    );
    if (outcome.ok) this.#options.onChanges(outcome.changes);
  }

  /** Takes a private time as the emperor's side reports it, or runs it where everything that it depends on has been revealed. */
  takeTime({ at, by }: Pick<RecordedInput, 'at' | 'by'>, matter: string, disclosed: Disclosure): Outcome {
    const run = this.#canRunAgain() ? { privateSide: true } : { disclosed };
    const moment = this.momentOfTime(matter, at);
    const input = { at: moment, by };
    const outcome = this.#run({ input, what: matter, draws: matter, earlier: 0 }, () =>
      this.play.happen({ ...input, matter, outcome: 'happened', ...run }),
    );
    this.note(input, matter, outcome);
    if (outcome.ok) this.#options.onChanges(outcome.changes);
    return outcome;
  }

  /** The emperor's side and the engine must agree on the time for which a private time counts, whenever either of them runs. */
  momentOfTime(matter: string, now: string): string {
    const due = this.play.coming(now).find(({ id }) => id === matter)?.at ?? now;
    const last = this.play.ledger.at(-1)?.at ?? '';
    return due < last ? last : due;
  }

  resolveByHand(resolution: Resolution & { readonly by: string }): Outcome {
    const { at, by, matter } = resolution;
    const what = resolving(matter);
    const earlier = this.#happened.filter(({ line }) => line === this.line).length;
    const input = { at, by };
    const tries = this.triesOf(this.#keyOf(input, what, earlier), at);
    const outcome =
      tries === null
        ? this.#run({ input, what, draws: what, earlier }, () => this.play.resolve(resolution))
        : this.#resolveTrying(resolution, tries, what);
    this.note(resolution, what, outcome);
    if (outcome.ok) this.#options.onChanges(outcome.changes);
    return outcome;
  }

  #resolveTrying(resolution: Resolution & { readonly by: string }, tries: Tries, what: string): Outcome {
    try {
      this.tryAgain(tries, false, what, resolution);
      return this.play.resolve(resolution, tries.off, () => {
        this.tryAgain(tries, true, what, resolution);
      });
    } catch (error) {
      return this.notDrawn(error);
    }
  }

  /** How a step that did not finish is tried again; null if it isn't. */
  triesOf(key: string, at: string): Tries | null {
    const now = { at, lines: linesIn(this.play.ledger) };
    const keys = [key];
    const off: FailingClause[] = [];
    for (let known; (known = this.aborted.givenUp(keys.at(-1) ?? key, now)) !== null;) {
      const failing = known.refusal.where === undefined ? null : failingClause(known.refusal);
      if (failing === null) return null;
      off.push(failing);
      if (off.filter(({ module }) => module === failing.module).length >= MOST_TRIES) return null;
      keys.push(`${keys.at(-1) ?? key} without ${failing.module}`);
    }
    return { keys, off };
  }

  /** Begins the next try to resolve a matter, or repeats one. Unfinished tries stay on record, with their dice. */
  tryAgain(
    { keys }: Tries,
    isAgain: boolean,
    what: string,
    { at, by }: Pick<RecordedInput, 'at' | 'by'>,
  ): void {
    for (const ended of isAgain ? [] : keys.slice(0, -1)) {
      this.#beginDraws(what, { at, by });
      this.refusedAgain(ended, what, { at, by });
    }
    this.aborted.begin(keys.at(-1) ?? '', at, linesIn(this.play.ledger));
    this.#beginDraws(what, { at, by });
  }

  /** Notes that a due matter was resolved, or could not be. */
  noteResolved(resolution: Resolution, outcome: Outcome): void {
    const what = describeResolved(resolution);
    this.#happened.push({ at: resolution.at, by: 'engine', what, outcome, line: null });
    if (outcome.ok) this.#options.onChanges(outcome.changes);
  }

  beginDrawsFor(matter: string, at: string): void {
    this.#beginDraws(resolving(matter), { at, by: 'engine' });
  }

  /** Asks the rules a question without consequences. A question that destroyed its sandbox is not asked again; that is reported instead. */
  ask<T>(key: string, at: string, question: () => T, otherwise: (why: RefusalData) => T): T {
    const known = this.abortedBefore(key, at);
    if (known !== null) return otherwise(known.refusal);
    this.beginUnderRules(key, at);
    try {
      return question();
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      return otherwise({ code: error.code, reason: error.message, rule: error.rule, param: null });
    }
  }

  /** The question would end badly again under the same rules, so it is asked again only under other rules. */
  beginUnderRules(key: string, at: string): void {
    this.aborted.begin(() => this.#underRules(key), at);
  }

  abortedBefore(key: string, at: string): ReturnType<AbortedCalls['givenUp']> {
    const { aborted, play } = this;
    if (aborted.isEmpty) return null;
    return aborted.givenUp(this.#underRules(key), { at, lines: linesIn(play.ledger) });
  }

  #underRules(key: string): string {
    return `${key} under ${versionOfRules(this.play.files)}`;
  }

  /** Records a refusal without another try. Its dice were rolled and stay on record. */
  refusedAgain(key: string, what: string, input: RecordedInput): (Outcome & { readonly ok: false }) | null {
    const { record } = this.play;
    const known = this.aborted.givenUp(key, { at: input.at, lines: linesIn(record.ledger) });
    if (known === null) return null;
    const { refusal, dice, ...why } = known;
    const outcome = { ...refusedAs(refusal), draws: record.rollAgain(dice) };
    record.stopped(input, what, outcome, key, why);
    return outcome;
  }

  #beginDraws(what: string, { at, by }: Pick<RecordedInput, 'at' | 'by'>): void {
    beginDraws(this.open, this.#options.name, { what, at, by, promised: this.#options.secrets.promised });
  }

  /** A report can be checked once the seed and all sealed contents have been revealed. */
  #canRunAgain(): boolean {
    const { rerun, secrets } = this.#options;
    const { draws, play } = this.open;
    if (!rerun || secrets.promised === null || !draws.hasSecret(secrets.promised)) return false;
    return Object.values(play.state().submissions).every(({ used, contents }) => used || contents !== null);
  }

  /**
   * Takes an action with the fetched pictures: those in its own words and, on the emperor's side, those that were
   * sealed. It notes pictures that still have to be fetched, unless the action is refused anyway.
   */
  #takeWithPictures(input: Input, here: boolean): Outcome {
    const { pictures, play } = this;
    if (pictures === null || input.type !== 'act') return play.take(input, here);
    const addresses = picturesNeeded(play, this.#options.privateSide, input);
    if (addresses.length === 0) return play.take(input, here);
    const outcome = play.take({ ...input, pictures: knownOf(pictures, addresses) }, here);
    if (outcome.ok)
      for (const address of addresses)
        if (!Object.hasOwn(pictures, address)) this.wantedPictures.add(address);
    return outcome;
  }

  #keyOf({ at, by }: Pick<RecordedInput, 'at' | 'by'>, what: string, earlier: number): string {
    return `${this.line ?? at} ${by} ${what} ${earlier}`;
  }

  #run(
    { input, what, draws, earlier }: { input: RecordedInput; what: string; draws: string; earlier: number },
    take: () => Outcome,
  ): Outcome {
    const key = this.#keyOf(input, what, earlier);
    this.#beginDraws(draws, input);
    try {
      const refused = this.refusedAgain(key, draws, input);
      // A refused repetition runs nothing, so it can't be to blame for later errors.
      if (refused !== null) return refused;
      this.aborted.begin(key, '', linesIn(this.play.ledger));
      return take();
    } catch (error) {
      const outcome = this.notDrawn(error);
      // It was answered, so no later tick may draw for it, and a replay must know.
      if (this.#options.drawsHere) this.play.record.stopped(input, draws, outcome, key);
      return outcome;
    }
  }

  /** Turns a failed draw into a refusal; any other error is thrown again. */
  notDrawn(error: unknown): Outcome & { readonly ok: false } {
    const { fault } = this.open.draws;
    if (fault === null) throw error;
    return refusedOutcome(fault.code, fault.message);
  }
}

/** Sets the numbers that identify the draws of an action. */
export function beginDraws(
  { play, draws, read }: OpenGame,
  game: string,
  {
    what,
    at,
    by,
    promised = null,
  }: {
    readonly what: string;
    readonly at: string;
    readonly by: string;
    /** The hash of the promised seed for secret choices, if any. */
    readonly promised?: string | null;
  },
): void {
  const { archived } = read.facts;
  draws.begin(
    {
      game,
      what,
      at,
      promised,
      number: () =>
        1 + (archived.actions[what] ?? 0) + play.ledger.filter((line) => line.what === what).length,
      binding: () => {
        const rolls = bindingRolls(play.ledger, isResolution(what) ? null : by, what);
        return rolls && { ...rolls, number: 1 + (archived.actions[what] ?? 0) + rolls.before };
      },
      rolled: () =>
        play.ledger.reduce(
          (sum, line) => sum + line.draws.filter(({ kind }) => kind === 'dice').length,
          archived.rolls,
        ),
    },
    linesIn(play.ledger),
  );
}

/** The same files give the same name. Ledger lines use it to say which rules applied. */
export function versionOfRules(ruleset: ReadonlyMap<string, string>): string {
  const paths = [...ruleset.keys()].sort();
  const parts = paths.map((path) => `${path}\0${ruleset.get(path) ?? ''}\0`);
  return hexDigest('sha256', parts.join('')).slice(0, 16);
}
