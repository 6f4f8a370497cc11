import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ClauseCodeError, instrument } from './keeping/instrument.ts';
import { isCompiled, ownFile } from './own-file.ts';
import { keptSource } from './source-store.ts';
import { stripTypes } from './strip-types.ts';

/** JavaScript of clauses, made once for each text. Types are only taken out; nothing is run. */
const made = new Map<string, string>();

/** A clause's TypeScript as the sandbox runs it: the sandbox learns what the clause could keep from call to call. */
export function clauseSource(typescript: string, path: string): string {
  const key = `${path}\u0000${createHash('sha256').update(typescript).digest('base64')}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const javascript = keptSource(key, () => instrumented(strip(typescript, path), path));
  if (made.size > 5_000) made.clear();
  made.set(key, javascript);
  return javascript;
}

function instrumented(javascript: string, path: string): string {
  try {
    return instrument(javascript, path);
  } catch (error) {
    if (error instanceof ClauseCodeError) throw new ClauseSyntaxError(path, error);
    throw error;
  }
}

export class ClauseSyntaxError extends Error {
  readonly code = 'clause-syntax';
  readonly file: string;
  constructor(file: string, cause: unknown) {
    super(cause instanceof ClauseCodeError ? cause.message : unreadable(file, cause), { cause });
    this.file = file;
  }
}

function unreadable(file: string, cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  return `${file}: is not TypeScript that can be read: ${message.split('\n').slice(0, 6).join(' ').trim()}`;
}

function strip(typescript: string, name: string): string {
  try {
    return stripTypes(typescript);
  } catch (error) {
    throw new ClauseSyntaxError(name, error);
  }
}

const ENGINE = new URL('../', import.meta.url);
const engine = new Map<string, string>();

/** A file of the engine itself, such as `kernel/kernel.ts`, as the sandbox loads it. */
export function engineSource(path: string): string {
  const known = engine.get(path);
  if (known !== undefined) return known;
  // What is kept is kept for this engine alone, so the file need not be read to know that it is the same.
  const source = keptSource(`engine ${path}`, () => {
    const text = readFileSync(ownFile(new URL(path, ENGINE)), 'utf8');
    return isCompiled ? text : strip(text, path);
  });
  engine.set(path, source);
  return source;
}
