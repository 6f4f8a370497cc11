import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

/** JavaScript of a TypeScript text, made once for each text. Types are only taken out; nothing is run. */
const stripped = new Map<string, string>();

export function toJavaScript(typescript: string, name: string): string {
  const key = createHash('sha256').update(typescript).digest('base64');
  const known = stripped.get(key);
  if (known !== undefined) return known;
  const javascript = strip(typescript, name);
  if (stripped.size > 5_000) stripped.clear();
  stripped.set(key, javascript);
  return javascript;
}

export class ClauseSyntaxError extends Error {
  readonly code = 'clause-syntax';
  readonly file: string;
  constructor(file: string, cause: unknown) {
    const message = cause instanceof Error ? cause.message : String(cause);
    super(
      `${file}: is not TypeScript that can be read: ${message.split('\n').slice(0, 6).join(' ').trim()}`,
      { cause },
    );
    this.file = file;
  }
}

function strip(typescript: string, name: string): string {
  try {
    return stripTypeScriptTypes(typescript, { mode: 'strip' });
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
  const source = toJavaScript(readFileSync(new URL(path, ENGINE), 'utf8'), path);
  engine.set(path, source);
  return source;
}
