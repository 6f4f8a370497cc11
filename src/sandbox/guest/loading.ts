import type { LinkProblem } from '../host.ts';

/** The request before clauses are loaded. */
export interface ToLoad {
  /** Identifies clause modules by their texts. */
  readonly version: string;
  /** The modules of the rules' clauses. */
  readonly clauses: readonly string[];
}

export interface LoadingBegun {
  /** The number of failed attempts with this version, whose modules can't be reused. */
  readonly attempt: number;
  /** Whether these clauses are in force already. */
  readonly isLoaded: boolean;
  /** Steps spent when these modules were sealed before. */
  readonly spent: number;
}

/** The outcome of sealing modules: forbidden contents, and the steps spent. */
export interface SealedModules {
  readonly problems: readonly LinkProblem[];
  readonly spent: number;
}

interface Modules {
  readonly attempt: number;
  isSealed: boolean;
  sealingTook: number;
}

interface Rules {
  readonly clauses: ReadonlyMap<string, unknown>;
  readonly version: string;
}

const NONE: Rules = { clauses: new Map(), version: '' };

/** Modules of the current rules and of the next ones, which replace them only if they can be put in force. */
export class Loading {
  #inForce = NONE;
  /** The rules that were active before the current link, if one is in progress. */
  #before: Rules | null = null;
  #next: { clauses: Map<string, unknown>; version: string } = { clauses: new Map(), version: '' };
  readonly #modules = new Map<string, Modules>();
  isPuttingInForce = false;

  clauseOf(module: string): unknown {
    return (this.isPuttingInForce ? this.#next : this.#inForce).clauses.get(module) ?? null;
  }

  begin({ version, clauses }: ToLoad): LoadingBegun {
    this.#before = null;
    const { clauses: inForce, version: versionInForce } = this.#inForce;
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
    return { attempt: modules.attempt, isLoaded, spent: modules.sealingTook };
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

  /** Puts rules in force with `run`, which returns problems. */
  putInForce<T>(run: () => readonly T[]): readonly T[] {
    this.isPuttingInForce = true;
    this.#before = this.#inForce;
    try {
      const problems = run();
      if (problems.length === 0) this.#inForce = this.#next;
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
