import type { Draw } from '../kernel/chance.ts';
import type { Input, Resolution } from '../kernel/inputs.ts';
import type { Manifest, RulesetChange, Terms } from '../kernel/manifest.ts';
import type { RefusalData } from '../kernel/refusal.ts';
import type { State } from '../kernel/state.ts';
import { applyChange } from '../ruleset/amend.ts';
import { describeProblem } from '../ruleset/problem.ts';
import { readRuleset } from '../ruleset/read.ts';
import { createReadCache } from '../ruleset/rule-file.ts';
import { giveBack, takeSandbox } from '../sandbox/sandbox-pool.ts';
import { isolatedSandbox } from '../sandbox/isolated-sandbox.ts';
import type { Runner } from '../sandbox/runner.ts';
import { Sandbox } from '../sandbox/sandbox.ts';
import { DEFAULT_LIMITS, SandboxError, type SandboxHost } from '../sandbox/host.ts';
import { moduleSources } from './ruleset-sources.ts';
import {
  UnplayableError,
  type LedgerLine,
  type Merge,
  type Outcome,
  type PlayOptions,
} from './play-types.ts';
import { rulesThatAreMissing } from './must-have.ts';
import { onlyDynasticText, whyNothingResolves } from './trial.ts';

export type { LedgerLine, Merge, Outcome, PlayOptions } from './play-types.ts';
export { UnplayableError } from './play-types.ts';

const readCache = createReadCache();

/** A game in play: a tree of rule files, the sandbox in which they are in force, and what has happened. */
export class Play {
  readonly #sandbox: Runner;
  readonly #isolated: boolean;
  readonly ledger: LedgerLine[];
  readonly #merge: Merge | null;
  #files: ReadonlyMap<string, string>;
  #terms: Terms;
  #manifest: Manifest;

  static async start(options: PlayOptions): Promise<Play> {
    const ledger = options.ledger ?? [];
    const host = {
      draw: options.draw,
      ledger: {
        get length() {
          return ledger.length;
        },
        at: (index: number) => ledger.at(index) ?? null,
      },
    };
    const sandbox = await runnerFor(host, options);
    const play = new Play(sandbox, options, ledger);
    const problems = play.#link(options.files, options.terms);
    if (problems.length > 0) {
      release(sandbox, options.isolated === true);
      throw new UnplayableError(problems);
    }
    sandbox.load(options.state);
    return play;
  }

  private constructor(sandbox: Runner, { files, terms, merge, isolated }: PlayOptions, ledger: LedgerLine[]) {
    this.#merge = merge ?? null;
    this.#sandbox = sandbox;
    this.#isolated = isolated === true;
    this.#files = files;
    this.#terms = terms;
    this.#manifest = { rules: [], terms };
    this.ledger = ledger;
  }

  get files(): ReadonlyMap<string, string> {
    return this.#files;
  }
  get terms(): Terms {
    return this.#terms;
  }
  get manifest(): Manifest {
    return this.#manifest;
  }
  get sandbox(): Runner {
    return this.#sandbox;
  }

  /** Puts a tree of rules in force, or says what is wrong and leaves the one before. */
  #link(files: ReadonlyMap<string, string>, terms: Terms): readonly string[] {
    const { manifest, problems } = readRuleset(files, terms, readCache);
    if (problems.length > 0) return problems.map(describeProblem);
    const found = this.#sandbox.link(manifest, moduleSources(files));
    if (found.length > 0) return found.map(({ message }) => message);
    this.#files = files;
    this.#terms = terms;
    this.#manifest = manifest;
    return [];
  }

  take(input: Input, privateSide = false): Outcome {
    const result = guarded(() => this.#sandbox.take(input, privateSide));
    if (!result.ok) return result;
    const outcome = result.amendments.length === 0 ? result : this.#settle(result, result.amendments);
    if (outcome.ok && RECORDED.has(input.type)) this.#record(input, outcome);
    return outcome;
  }

  #record(input: Input, outcome: Outcome & { ok: true }): void {
    const what = input.type === 'act' ? input.action : input.type;
    const words = input.type === 'act' ? { with: input.with } : {};
    this.#append({ at: input.at, by: input.by, what, ...words, ...outcome });
  }

  #append({
    at,
    by,
    what,
    draws,
    changes,
    result,
    ...rest
  }: Omit<LedgerLine, 'n'> & { readonly ok?: true }): void {
    const words = 'with' in rest ? { with: rest.with } : {};
    this.ledger.push({
      n: this.ledger.length,
      at,
      by,
      what,
      ...words,
      draws,
      changes,
      ...(result === null || result === undefined ? {} : { result }),
    });
  }

  /** The text changes that an action asked for: made together with it, or neither is. */
  #settle(result: Outcome & { ok: true }, amendments: readonly RulesetChange[]): Outcome {
    const before = { files: this.#files, terms: this.#terms };
    const problem = this.#amend(amendments);
    if (problem === null) return { ...result, changes: this.#sandbox.settle() };
    this.#link(before.files, before.terms);
    this.#sandbox.undo();
    return {
      ok: false,
      refusal: { code: 'ruleset', reason: problem, rule: null, param: null },
      draws: result.draws,
    };
  }

  #amend(changes: readonly RulesetChange[]): string | null {
    let files = this.#files;
    let terms = this.#terms;
    for (const change of changes) {
      const { files: next, problem } = applyChange(files, change, terms);
      if (problem !== undefined) return describeProblem(problem);
      files = next;
      if (change.type === 'set-terms') terms = change.terms;
    }
    return this.#linkPlayable(files, terms);
  }

  /** Why nothing could be enacted any more under the rules that have just been put in force, where it could before. */
  #whyStuck(
    before: { readonly files: ReadonlyMap<string, string>; readonly terms: Terms },
    at: string,
  ): string | null {
    if (onlyDynasticText(before.files, this.#files)) return null;
    const state = this.#sandbox.state();
    const reason = whyNothingResolves({ files: this.#files, terms: this.#terms, state, at });
    if (reason === null || whyNothingResolves({ ...before, state, at }) !== null) return null;
    return `the game could not go on: nothing could be enacted any more: ${reason}`;
  }

  /** A game that could not resolve anything any more is not let in. */
  #linkPlayable(files: ReadonlyMap<string, string>, terms: Terms): string | null {
    const problems = this.#link(files, terms);
    if (problems.length > 0) return problems.join('; ');
    const missing = rulesThatAreMissing(this.#sandbox.describe());
    return missing.length === 0 ? null : `the game could not go on: ${missing.join('; ')}`;
  }

  /** Resolves what is due at this time, one matter at a time, until nothing is. */
  tick(at: string): readonly Resolution[] {
    const done: Resolution[] = [];
    const stuck = new Set<string>();
    for (;;) {
      const step = this.resolveNext(at, stuck);
      if (step === null) return done;
      if (step.outcome.ok) done.push(step.resolution);
    }
  }

  /** One step of a tick. A matter that is due and yet can't be resolved goes to `stuck`, and its outcome says why. */
  resolveNext(
    at: string,
    stuck: Set<string>,
  ): { readonly resolution: Resolution; readonly outcome: Outcome } | null {
    const due = this.#sandbox.due(at, [...stuck]);
    if (due === null) return null;
    const resolution: Resolution = { at, matter: due.matter, by: null, outcome: due.outcome };
    const outcome = due.outcome === 'failed' ? this.#fail(resolution) : this.enact(resolution);
    if (!outcome.ok) stuck.add(due.matter);
    return { resolution, outcome };
  }

  #fail(resolution: Resolution): Outcome {
    const result = guarded(() => this.#sandbox.failMatter(resolution));
    if (!result.ok) return result;
    const outcome = result.amendments.length === 0 ? result : this.#settle(result, result.amendments);
    if (outcome.ok)
      this.#append({ at: resolution.at, by: 'engine', what: `fail ${resolution.matter}`, ...outcome });
    return outcome;
  }

  /** An admin resolves by hand, or the rules say why not. */
  resolve(resolution: Resolution & { readonly by: string }): Outcome {
    if (resolution.outcome === 'enacted') return this.enact(resolution);
    return this.take({
      type: 'fail',
      at: resolution.at,
      by: resolution.by,
      matter: resolution.matter,
      byHand: true,
    });
  }

  /** Enacts: the rules' own effects, the changed ruleset, then the values, all or nothing. */
  enact(resolution: Resolution): Outcome {
    const begun = guarded(() => this.#sandbox.beginEnactment(resolution));
    if (!begun.ok) return { ok: false, refusal: begun.refusal, draws: [] };
    const before = { files: this.#files, terms: this.#terms };
    const { omitted, conflict } = this.#amendEach(begun.enactment, begun.amendments);
    const problem =
      conflict ?? this.#linkPlayable(this.#files, this.#terms) ?? this.#whyStuck(before, resolution.at);
    const result: Outcome =
      problem === null
        ? this.#finish(resolution, { ...begun.enactment, omitted })
        : refused(conflict === null ? 'unplayable' : 'conflict', problem);
    if (result.ok) {
      this.#append({
        at: resolution.at,
        by: resolution.by ?? 'engine',
        what: `enact ${resolution.matter}`,
        ...result,
      });
      return result;
    }
    this.#link(before.files, before.terms);
    if (problem !== null) this.#sandbox.undo();
    return result;
  }

  #finish(resolution: Resolution, enactment: Parameters<Runner['finishEnactment']>[1]): Outcome {
    const result = guarded(() => this.#sandbox.finishEnactment(resolution, enactment));
    if (!result.ok || result.amendments.length === 0) return result;
    return this.#settle(result, result.amendments);
  }

  /** Makes those changes of a matter that can be made; the rest is left out and named. */
  #amendEach(
    enactment: Parameters<Runner['finishEnactment']>[1],
    own: readonly RulesetChange[],
  ): { omitted: { change: string; reason: string }[]; conflict: string | null } {
    const omitted = [...enactment.omitted];
    let files = this.#files;
    for (const asked of [...enactment.ruleset, ...own]) {
      const merged = this.#merged(files, asked);
      if (typeof merged === 'string') return { omitted, conflict: merged };
      const change = merged;
      const { files: next, problem } = applyChange(files, change, this.#terms);
      if (problem === undefined) files = next;
      else omitted.push({ change: change.type, reason: describeProblem(problem) });
      if (change.type === 'set-terms') this.#terms = change.terms;
    }
    this.#files = files;
    return { omitted, conflict: null };
  }

  /** A change of a whole file that has changed since: both together, or what they disagree about. */
  #merged(files: ReadonlyMap<string, string>, change: RulesetChange): RulesetChange | string {
    if (change.type !== 'write-file' || change.base === undefined || this.#merge === null) return change;
    const ours = files.get(change.path) ?? null;
    if (ours === change.base) return change;
    const merged = this.#merge(change.path, change.base, ours, change.content);
    return merged.ok ? { ...change, content: merged.text } : merged.conflict;
  }

  query(at: string, paths: readonly (readonly string[])[]): readonly { readonly value?: unknown }[] {
    return this.#sandbox.query(at, paths);
  }

  state(): State {
    return this.#sandbox.state();
  }

  dispose(): void {
    release(this.#sandbox, this.#isolated);
  }
}

/** Inputs that stand in the ledger; what is said and voted stands in the journal. */
const RECORDED: ReadonlySet<Input['type']> = new Set(['act', 'fail']);

function refused(code: string, reason: string): Outcome {
  return { ok: false, refusal: { code, reason, rule: null, param: null }, draws: [] };
}

/** Too many steps or too much memory refuses the action; the sandbox counts steps, so it is so everywhere. */
function guarded<T extends { readonly ok: boolean }>(
  run: () => T,
): T | { readonly ok: false; readonly refusal: RefusalData; readonly draws: readonly Draw[] } {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    return {
      ok: false,
      refusal: { code: error.code, reason: error.message, rule: null, param: null },
      draws: [],
    };
  }
}

async function runnerFor(
  host: SandboxHost,
  { limits = DEFAULT_LIMITS, isolated }: PlayOptions,
): Promise<Runner> {
  if (isolated !== true) return takeSandbox(host, limits);
  await Sandbox.prepare();
  return isolatedSandbox({ host, limits });
}

function release(runner: Runner, isolated: boolean): void {
  if (isolated) runner.dispose();
  else giveBack(runner as Sandbox);
}
