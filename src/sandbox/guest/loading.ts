import type { LinkProblem } from '../host.ts';
import type { Manifest, RuleEntry } from '../../kernel/manifest.ts';

/** Asked before clauses are loaded. */
export interface ToLoad {
  /** Tells clauses' modules apart by their texts. */
  readonly version: string;
  /** The modules of the rules. */
  readonly clauses: readonly string[];
  /** Each rule by a hash of all that the kernel is told about it. */
  readonly ids: readonly string[];
}

export interface LoadingBegun {
  /** Modules that this version was loaded into before, where that led to nothing, must not be gone on with: these are for others. */
  readonly attempt: number;
  /** Whether the clauses are those in force, and need not be loaded. */
  readonly isLoaded: boolean;
  /** The places of the rules that have to be told. */
  readonly unknown: readonly number[];
  /** The steps that were counted when these modules were sealed before. */
  readonly spent: number;
  /** Whether rules that have not changed may stay as they are in force. */
  readonly mayKeep: boolean;
}

/** Modules that can't be changed any more: what must not be kept in them, and the steps that were counted. */
export interface SealedModules {
  readonly problems: readonly LinkProblem[];
  readonly spent: number;
}

/** A ruleset, of whose rules only those are told that the kernel doesn't know. */
export interface ToLink extends Omit<Manifest, 'rules'> {
  readonly ids: readonly string[];
  readonly entries: readonly (readonly [id: string, entry: RuleEntry])[];
}

interface Modules {
  readonly attempt: number;
  isSealed: boolean;
  sealingTook: number;
}

interface Rules {
  readonly clauses: ReadonlyMap<string, unknown>;
  readonly version: string;
  readonly entries: ReadonlyMap<string, RuleEntry>;
}

const NONE: Rules = { clauses: new Map(), version: '', entries: new Map() };

/** The modules and texts of the rules in force, and of those that are being put in force: only when that succeeds do they take their place. */
export class Loading {
  #inForce = NONE;
  /** Those that were in force when rules began to be put in force last; null where that has not begun since rules began to be loaded. */
  #before: Rules | null = null;
  #next: { clauses: Map<string, unknown>; version: string } = { clauses: new Map(), version: '' };
  readonly #modules = new Map<string, Modules>();
  isPuttingInForce = false;

  clauseOf(module: string): unknown {
    return (this.isPuttingInForce ? this.#next : this.#inForce).clauses.get(module) ?? null;
  }

  begin({ version, clauses, ids }: ToLoad): Omit<LoadingBegun, 'mayKeep'> {
    this.#before = null;
    const { clauses: inForce, entries, version: versionInForce } = this.#inForce;
    const before = this.#modules.get(version);
    const modules =
      before?.isSealed === true
        ? before
        : { attempt: (before?.attempt ?? -1) + 1, isSealed: false, sealingTook: 0 };
    this.#modules.set(version, modules);
    const isLoaded =
      modules.isSealed && version === versionInForce && clauses.every((path) => inForce.has(path));
    // Some of its modules may be loaded only now.
    modules.isSealed = isLoaded;
    const known = isLoaded ? clauses.map((path) => [path, inForce.get(path)] as const) : [];
    this.#next = { clauses: new Map(known), version };
    const unknown = ids.flatMap((id, at) => (entries.has(id) ? [] : [at]));
    return { attempt: modules.attempt, isLoaded, unknown, spent: modules.sealingTook };
  }

  register(path: string, clause: unknown): void {
    this.#next.clauses.set(path, clause);
  }

  /** The exports of the modules of these rules. */
  get loaded(): readonly { readonly file: string; readonly value: unknown }[] {
    return [...this.#next.clauses].map(([file, value]) => ({ file, value }));
  }

  /** Nothing that these modules hold can change any more. */
  sealed(took: number): void {
    const modules = this.#modules.get(this.#next.version);
    if (modules === undefined) return;
    modules.isSealed = true;
    modules.sealingTook += took;
  }

  /** The steps that were counted when the modules were sealed that are being put in force. */
  get sealingTook(): number {
    return this.#modules.get(this.#next.version)?.sealingTook ?? 0;
  }

  /** Puts rules in force by `run`, which says what is wrong with them; null where it can't say. */
  putInForce<T>(
    { ids, entries, ...rest }: ToLink,
    run: (manifest: Manifest) => readonly T[] | null,
  ): readonly T[] | null {
    const told = new Map(entries);
    const known = new Map(
      ids.map((id) => [id, (this.#inForce.entries.get(id) ?? told.get(id)) as RuleEntry]),
    );
    this.isPuttingInForce = true;
    this.#before = this.#inForce;
    try {
      const problems = run({ ...rest, rules: [...known.values()] });
      if (problems?.length === 0) this.#inForce = { ...this.#next, entries: known };
      return problems;
    } finally {
      this.isPuttingInForce = false;
    }
  }

  /** It was stopped in the middle, perhaps at the last step; whether anything had been put in force. */
  stopped(): boolean {
    this.isPuttingInForce = false;
    if (this.#before === null) return false;
    this.#inForce = this.#before;
    return true;
  }
}
