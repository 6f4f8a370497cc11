import type { LinkProblem } from '../host.ts';
import { deepFreeze } from '../../kernel/freeze.ts';
import type { Manifest, RuleEntry } from '../../kernel/manifest.ts';

/** The request before clauses are loaded. */
export interface ToLoad {
  /** Identifies clause modules by their texts. */
  readonly version: string;
  /** The modules of the rules. */
  readonly clauses: readonly string[];
  /** A hash for each rule of the kernel's information about it. */
  readonly ids: readonly string[];
}

export interface LoadingBegun {
  /** The number of failed attempts with this version, whose modules can't be reused. */
  readonly attempt: number;
  /** Whether these clauses are in force already. */
  readonly isLoaded: boolean;
  /** Indexes of rules that the kernel doesn't know yet. */
  readonly unknown: readonly number[];
  /** Steps spent when these modules were sealed before. */
  readonly spent: number;
  /** Whether unchanged rules may stay in force. */
  readonly mayKeep: boolean;
}

/** The outcome of sealing modules: forbidden contents, and the steps spent. */
export interface SealedModules {
  readonly problems: readonly LinkProblem[];
  readonly spent: number;
}

/** A ruleset with the hashes of its rules, of which the guest has been told before. */
export interface ToLink extends Omit<Manifest, 'rules'> {
  readonly ids: readonly string[];
}

export type ToldEntries = readonly (readonly [id: string, entry: RuleEntry])[];

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

/** Modules and texts of the current rules and of the next ones, which replace them only if they can be put in force. */
export class Loading {
  #inForce = NONE;
  /** The rules that were active before the current link, if one is in progress. */
  #before: Rules | null = null;
  #next: { clauses: Map<string, unknown>; version: string } = { clauses: new Map(), version: '' };
  #told: ReadonlyMap<string, RuleEntry> = new Map();
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
    // Some modules may still have to be loaded.
    modules.isSealed = isLoaded;
    const known = isLoaded ? clauses.map((path) => [path, inForce.get(path)] as const) : [];
    this.#next = { clauses: new Map(known), version };
    const unknown = ids.flatMap((id, at) => (entries.has(id) ? [] : [at]));
    return { attempt: modules.attempt, isLoaded, unknown, spent: modules.sealingTook };
  }

  /**
   * Takes rules that the kernel doesn't know yet. They are frozen here, because in a link that would take steps that the same link doesn't
   * take later.
   */
  tell(entries: ToldEntries): void {
    this.#told = new Map([...this.#inForce.entries, ...deepFreeze(entries)]);
  }

  register(path: string, clause: unknown): void {
    this.#next.clauses.set(path, clause);
  }

  get loaded(): readonly { readonly file: string; readonly value: unknown }[] {
    return [...this.#next.clauses].map(([file, value]) => ({ file, value }));
  }

  /** Records that these modules are immutable now. */
  sealed(took: number): void {
    const modules = this.#modules.get(this.#next.version);
    if (modules === undefined) return;
    modules.isSealed = true;
    modules.sealingTook += took;
  }

  /** Steps spent on sealing the modules that are being put in force. */
  get sealingTook(): number {
    return this.#modules.get(this.#next.version)?.sealingTook ?? 0;
  }

  /** Puts rules in force with `run`, which returns problems, or null if it can't tell. */
  putInForce<T>(
    { ids, ...rest }: ToLink,
    run: (manifest: Manifest) => readonly T[] | null,
  ): readonly T[] | null {
    const known = new Map(ids.map((id) => [id, this.#told.get(id) as RuleEntry]));
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

  /** Ends an interrupted link; returns whether any rules had been put in force. */
  stopped(): boolean {
    this.isPuttingInForce = false;
    if (this.#before === null) return false;
    this.#inForce = this.#before;
    return true;
  }
}
