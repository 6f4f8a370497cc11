import { nearest } from '../kernel/names.ts';
import { fileOfModule, loadModule, NO_SOURCES, resolveModule, type ModuleSources } from './modules.ts';
import type { SourceCache } from './sources.ts';

/** Stands for a module that doesn't exist; no clause can write it. */
const UNRESOLVED = 'unresolved:';

/** QuickJS calls this when a module imports another. */
export class ModuleLoader {
  readonly #made: SourceCache;
  #sources: ModuleSources = NO_SOURCES;
  #unresolved: Error | null = null;

  constructor(made: SourceCache) {
    this.#made = made;
  }

  /** Clause files are available only while they are loaded, so that modules that fail to link leave nothing behind. */
  from<T>(sources: ModuleSources, run: () => T): T {
    this.#sources = sources;
    try {
      return run();
    } finally {
      this.#sources = NO_SOURCES;
    }
  }

  readonly load = (name: string): string | { error: Error } => {
    const why = this.#unresolved;
    this.#unresolved = null;
    if (name === UNRESOLVED && why !== null) return { error: why };
    try {
      if (name.startsWith('engine:')) return loadModule(NO_SOURCES, name, this.#made);
      return loadModule(this.#sources, name, this.#made);
    } catch (error) {
      return { error: error as Error };
    }
  };

  /** QuickJS drops the reason why a name can't be resolved, so loading the module reports it. */
  readonly resolve = (from: string, specifier: string): string => {
    try {
      if (specifier.startsWith('engine:') || specifier.startsWith('ruleset:')) {
        // Only the loader's entry modules use such names.
        if (from.startsWith('ruleset:')) throw new Error(`a clause can't import "${specifier}"`);
        return specifier;
      }
      return resolveModule(this.#sources, from, specifier);
    } catch (error) {
      this.#unresolved = error as Error;
      return UNRESOLVED;
    }
  };

  /** What QuickJS says if a module doesn't export a name, in words for the clause's author. */
  readonly sayLacking = (said: string): string => {
    const [, name = '', module] = /^Could not find export '(.+)' in module '(.+)'$/u.exec(said) ?? [];
    if (module === undefined) return said;
    const text = loadModule(this.#sources, module, this.#made);
    const exported = [...text.matchAll(/\bexport (?:const|function|\{)([^}=(]*)/gu)].join(' ');
    const guess = nearest(name, exported.match(/\w+/gu) ?? []);
    const from = module.startsWith('engine:') ? 'gitnomic/rules' : fileOfModule(module);
    const what = `"${from}" exports no "${name}"${guess === null ? '' : `; did you mean "${guess}"?`}`;
    const importing = new RegExp(`\\b${RegExp.escape(name)}\\b(?=[^;]*\\bfrom\\b)`, 'u');
    for (const [path, source] of this.#sources.files) {
      const at = path.endsWith('.ts') ? source.search(importing) : -1;
      if (at >= 0) return `${path}:${source.slice(0, at).split('\n').length}: ${what}`;
    }
    return what;
  };
}
