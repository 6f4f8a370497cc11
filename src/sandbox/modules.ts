import { API_VERSION } from '../kernel/definition.ts';
import { resolveImport } from '../ruleset/rules-that-run.ts';
import { KEEPING } from './keeping/instrument.ts';
import type { SourceCache } from './sources.ts';

const ENGINE = 'engine:';
const RULES = 'ruleset:';

export interface ModuleSources {
  /** TypeScript of the ruleset's files, by paths such as `core/votes.ts`. */
  readonly files: ReadonlyMap<string, string>;
  /** Derived from the content, so that an amended clause is a new module. */
  readonly version: string;
}

/** The sandbox's name for what `specifier` means in module `from`. */
export function resolveModule(sources: ModuleSources, from: string, specifier: string): string {
  if (from.startsWith(ENGINE))
    return ENGINE + (resolveImport(from.slice(ENGINE.length), specifier) ?? specifier);
  // Only code that the engine inserts into clauses imports this.
  if (specifier === KEEPING) return `${ENGINE}sandbox/guest/keeping.ts`;
  if (isClauseApi(specifier)) return `${ENGINE}rules/index.ts`;
  const path = resolveImport(fileOfModule(from), specifier);
  // A change of any other file would not be a change of the code.
  if (path === null || path.startsWith('../') || !path.endsWith('.ts'))
    throw new Error(
      `a clause may import "gitnomic/rules", "#core/….ts" and .ts files beside it; it can't import "${specifier}"`,
    );
  if (!sources.files.has(path))
    throw new Error(
      `there is no file ${path} in the ruleset, which ${fileOfModule(from)} imports as "${specifier}"`,
    );
  return rulesetModule(sources, path);
}

/** `gitnomic/rules` is today's clause API; `gitnomic/rules@1` names the version that a clause was written for, for later engines. */
function isClauseApi(specifier: string): boolean {
  const found = /^gitnomic\/rules(?:@(\d+))?$/.exec(specifier);
  if (found === null) return false;
  const version = found[1] === undefined ? API_VERSION : Number(found[1]);
  if (version === API_VERSION) return true;
  const way =
    version < API_VERSION
      ? 'bring the clause up to date'
      : 'bring the engine up to date with `gitnomic upgrade`';
  throw new Error(
    `written for version ${version} of the clause API, and this engine has version ${API_VERSION}: ${way}; docs/writing-a-clause.md says what changed from version to version`,
  );
}

export function rulesetModule(sources: ModuleSources, path: string): string {
  return `${RULES}${path}?${sources.version}`;
}

/** Renames the modules for another attempt to load the same texts, because those of the failed attempt may be unsealed. */
export function attempted(sources: ModuleSources, attempt: number): ModuleSources {
  return attempt === 0 ? sources : { ...sources, version: `${sources.version}-${attempt}` };
}

export function loadModule(sources: ModuleSources, name: string, made: SourceCache): string {
  if (name.startsWith(ENGINE)) return made.engine(name.slice(ENGINE.length));
  const path = fileOfModule(name);
  const source = sources.files.get(path);
  if (source === undefined) throw new Error(`there is no file ${path} in the ruleset`);
  return made.clause(source, path);
}

export function engineModule(path: string): string {
  return ENGINE + path;
}

/** `ruleset:core/votes.ts?ab12` → `core/votes.ts` */
export function fileOfModule(module: string): string {
  return module.replace(/^(ruleset|engine):/, '').replace(/\?.*$/, '');
}

/** Used before any ruleset is in force. */
export const NO_SOURCES: ModuleSources = { files: new Map(), version: '' };
