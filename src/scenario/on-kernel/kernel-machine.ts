import { compileFunction } from 'node:vm';

import { transformSync } from 'esbuild';

import type { Clause } from '../../kernel/definition.ts';
import { describeModel } from '../../kernel/describe-model.ts';
import { Kernel } from '../../kernel/kernel.ts';
import type { Manifest } from '../../kernel/manifest.ts';
import { Refusal, RuleError } from '../../kernel/refusal.ts';
import * as rules from '../../rules/index.ts';
import { callsOf } from '../../sandbox/guest/calls.ts';
import type { LoadingBegun, SealedModules } from '../../sandbox/guest/loading.ts';
import { DEFAULT_LIMITS, SandboxError, type LinkProblem, type SandboxHost } from '../../sandbox/host.ts';
import { fileOfModule, resolveModule, type ModuleSources } from '../../sandbox/modules.ts';
import type { RunsKernel } from '../../sandbox/sandbox.ts';

type Exported = Readonly<Record<string, unknown>>;
type Compiled = (require: (specifier: string) => unknown, exports: object, module: object) => void;

/** Compiled clauses by file, then by text. */
export type CompiledClauses = Map<string, Map<string, Compiled>>;

/**
 * Runs the kernel in Node, in its caller's process. Nothing limits or isolates the clauses, so they must be trusted.
 * Tests of rules use it if they don't depend on the sandbox.
 */
export class KernelMachine implements RunsKernel {
  readonly limits = DEFAULT_LIMITS;
  readonly dead = false;
  readonly heapBytes = 0;
  moduleMarked: RunsKernel['moduleMarked'] = () => undefined;
  readonly #compiled: CompiledClauses;
  /** The clauses of the rules in force, and those of rules that are being loaded. */
  #clauses: ReadonlyMap<string, Clause> = new Map();
  #loaded = new Map<string, Clause>();
  #isPuttingInForce = false;
  readonly #kernel: Kernel;
  readonly #calls: ReturnType<typeof callsOf>;
  #host: SandboxHost;

  constructor(host: SandboxHost, compiled: CompiledClauses) {
    this.#host = host;
    this.#compiled = compiled;
    this.#kernel = new Kernel({
      clauseOf: (module) => (this.#isPuttingInForce ? this.#loaded : this.#clauses).get(module) ?? null,
      chance: {
        dice: (size, options) => this.#host.draw({ kind: 'dice', size, options, labels: [] }),
        secret: (options, labels) =>
          Number(this.#host.draw({ kind: 'secret', size: options.length, options, labels })),
      },
      ledger: this.#ledger(),
    });
    this.#calls = {
      ...callsOf(this.#kernel),
      link: (manifest: Manifest) => this.#link(manifest),
      beginLoading: (): LoadingBegun => {
        this.#loaded = new Map();
        return { attempt: 0, isLoaded: false, spent: 0 };
      },
      sealLoaded: (): SealedModules => ({ problems: [], spent: 0 }),
      abandonLoading: () => null,
      describe: () => describeModel(this.#kernel.runtime),
    };
  }

  #link(manifest: Manifest): readonly LinkProblem[] {
    this.#isPuttingInForce = true;
    const problems = this.#kernel.link(manifest);
    this.#isPuttingInForce = false;
    if (problems.length === 0) this.#clauses = this.#loaded;
    return problems.map(({ code, file, line, message }) => ({ code, file, line, message }));
  }

  #ledger(): SandboxHost['ledger'] {
    const host = (): SandboxHost => this.#host;
    return {
      get length() {
        return host().ledger.length;
      },
      at: (index) => copied(host().ledger.at(index) ?? null),
    };
  }

  ask<T>(name: string, given: unknown): T {
    const call = this.#calls[name];
    if (call === undefined) throw new Error(`a kernel has no call "${name}"`);
    try {
      this.#kernel.runtime.frame.scratch.clear();
      return copied(call(copied(given ?? null) as never) ?? null) as T;
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof RuleError)) throw error;
      throw new SandboxError('guest-fails', error.message, error instanceof Refusal ? error.rule : null);
    }
  }

  loadClauses(
    clauses: readonly { readonly path: string; readonly module: string }[],
    sources: ModuleSources,
  ): void {
    const made = new Map<string, Exported>();
    for (const { path, module } of clauses)
      this.#loaded.set(path, this.#load(module, sources, made)['default'] as Clause);
  }

  #load(name: string, sources: ModuleSources, made: Map<string, Exported>): Exported {
    if (name.startsWith('engine:')) return rules;
    const known = made.get(name);
    if (known !== undefined) return known;
    const exported = {};
    made.set(name, exported);
    const path = fileOfModule(name);
    const module = { exports: exported };
    const require = (specifier: string): unknown =>
      this.#load(resolveModule(sources, name, specifier), sources, made);
    this.#compile(path, sources.files.get(path) ?? '')(require, exported, module);
    // The compiled code may have replaced the object that it was given.
    made.set(name, module.exports);
    return module.exports;
  }

  #compile(path: string, typescript: string): Compiled {
    const ofFile = this.#compiled.get(path) ?? new Map<string, Compiled>();
    const known = ofFile.get(typescript);
    if (known !== undefined) return known;
    const { code } = transformSync(typescript, { loader: 'ts', format: 'cjs', sourcefile: path });
    const compiled = compileFunction(code, ['require', 'exports', 'module'], { filename: path }) as Compiled;
    this.#compiled.set(path, ofFile.set(typescript, compiled));
    return compiled;
  }

  serve(host: SandboxHost): void {
    this.#host = host;
  }

  image(): null {
    return null;
  }

  memoryBytes(): number {
    return 0;
  }

  dispose(): void {}
}

/** Values are copied in both directions, as they would be if the kernel ran elsewhere. */
function copied<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
