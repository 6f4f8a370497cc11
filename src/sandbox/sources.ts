import { readText } from '#platform/files.ts';
import { ClauseCodeError, instrument } from './keeping/instrument.ts';
import { CodedError } from '../kernel/coded-error.ts';
import type { Memo } from '../ruleset/memo.ts';
import { readyAt, type ReadyClauses, published } from './ready-clauses.ts';
import { isCompiled } from './own-file.ts';
import { typeStripper } from './strip-types.ts';

const ENGINE = new URL('../', import.meta.url);
const MOST_CACHED = 5_000;

/** The library's clauses, which most games use. */
interface Library {
  readClauses(): ReadyClauses;
}

/** Compiles clauses and engine files once for each text. It only strips types and runs nothing. */
export class SourceCache {
  readonly #made = new Map<string, string>();
  readonly #engine = new Map<string, string>();
  readonly #library: Library | null;
  #ready: ReadyClauses | null = null;
  #stripTypes: ReturnType<typeof typeStripper> | null = null;
  #hasUsedCache = false;
  /** Keeps clauses for later processes. */
  store: Memo | null = null;

  constructor(library: Library | null = null) {
    this.#library = isCompiled ? published : library;
  }

  /** A clause's JavaScript, instrumented so that the sandbox knows what it could keep between calls. */
  clause(typescript: string, path: string): string {
    return this.#madeOr(`${path}\0${typescript}`, () => {
      const cached = this.store?.get('source', path, typescript) as string | undefined;
      if (cached !== undefined) return this.#using(cached);
      this.#ready ??= this.#library?.readClauses() ?? new Map();
      const ready = readyAt(path, typescript, this.#ready);
      // The published package contains them.
      if (ready !== undefined) return isCompiled ? ready : this.#using(ready);
      const javascript = instrumented(typescript, this.#strip(typescript, path), path);
      this.store?.set('source', path, typescript, javascript);
      return javascript;
    });
  }

  /** Whether an earlier process compiled any of the clauses. */
  get hasUsedCache(): boolean {
    return this.#hasUsedCache;
  }

  forget(): void {
    this.#made.clear();
    this.#ready = new Map();
    this.#hasUsedCache = false;
  }

  #using(cached: string): string {
    this.#hasUsedCache = true;
    return cached;
  }

  compileAll(files: ReadonlyMap<string, string>): void {
    for (const [path, text] of files) {
      if (!path.endsWith('.ts')) continue;
      try {
        this.clause(text, path);
      } catch (error) {
        // Putting the clause in force reports its syntax error.
        if (!(error instanceof ClauseSyntaxError)) throw error;
      }
    }
  }

  /** An engine file such as `kernel/kernel.ts`. It may only come from the engine, since images made from it serve all games. */
  engine(path: string): string {
    if (isCompiled && this.#engine.size === 0)
      for (const [name, javascript] of published.readGuest()) this.#engine.set(name, javascript);
    const javascript = this.#engine.get(path) ?? this.#strip(readText(new URL(path, ENGINE)), path);
    this.#engine.set(path, javascript);
    return javascript;
  }

  #strip(typescript: string, name: string): string {
    try {
      this.#stripTypes ??= typeStripper();
      return this.#stripTypes(typescript);
    } catch (error) {
      throw new ClauseSyntaxError(name, error);
    }
  }

  #madeOr(key: string, make: () => string): string {
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const javascript = make();
    if (this.#made.size > MOST_CACHED) this.#made.clear();
    this.#made.set(key, javascript);
    return javascript;
  }
}

function instrumented(typescript: string, javascript: string, path: string): string {
  try {
    return instrument(typescript, javascript, path);
  } catch (error) {
    if (error instanceof ClauseCodeError) throw new ClauseSyntaxError(path, error);
    throw error;
  }
}

class ClauseSyntaxError extends CodedError<'clause-syntax'> {
  constructor(file: string, cause: unknown) {
    super('clause-syntax', cause instanceof ClauseCodeError ? cause.message : unreadable(file, cause), {
      where: file,
      cause,
    });
  }
}

function unreadable(file: string, cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  const { startLine } = ((cause as Error).cause ?? {}) as { readonly startLine?: number };
  const place = startLine === undefined ? file : `${file}:${startLine}`;
  return `${place}: is not TypeScript that can be read: ${message.split('\n').slice(0, 6).join(' ').trim()}`;
}
