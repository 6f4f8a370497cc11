import { parse } from 'acorn';
import { Inserts } from './inserts.ts';
import { mayLeaveOut } from './left-out.ts';
import { RefusedCode } from './scopes.ts';
import { Walk } from './walk.ts';

/** The module that the names below come from; only the engine itself may import it. */
export const KEEPING = 'gitnomic:keeping';

const PRELUDE = `import{loading as $$l,phase as $$n,keep as $$k,refuseWrite as $$w,caught as $$x}from"${KEEPING}";`;

/** A clause's code that is no JavaScript, or has what a clause must not have. */
export class ClauseCodeError extends Error {}

/**
 * Rewrites a clause, of which the types have been taken out, so that it keeps nothing from one call to the next: while it is loaded the sandbox learns what its
 * functions hold on to, which is frozen when that ends (`guest/keeping.ts`), and what assigns a name of an earlier phase is refused.
 * Lines stay where they are.
 */
export function instrument(typescript: string, javascript: string, file: string): string {
  try {
    mayLeaveOut(typescript, javascript);
    const program = parse(javascript, {
      ecmaVersion: 2025,
      sourceType: 'module',
      preserveParens: true,
      allowHashBang: false,
    });
    const inserts = new Inserts();
    const told = new Walk(inserts, file).module(program);
    return PRELUDE + told + inserts.into(javascript);
  } catch (error) {
    throw inWords(error, javascript, file);
  }
}

function inWords(error: unknown, javascript: string, file: string): unknown {
  if (error instanceof RefusedCode) {
    const line = javascript.slice(0, error.node.start).split('\n').length;
    return new ClauseCodeError(`${file}:${line}: ${error.message}`);
  }
  if (error instanceof SyntaxError) {
    const { loc } = error as { loc?: { line: number } };
    const what = error.message.replace(/ \(\d+:\d+\)$/, '');
    return new ClauseCodeError(`${file}:${loc?.line ?? 1}: is not TypeScript that can be read: ${what}`);
  }
  if (error instanceof RangeError) return new ClauseCodeError(`${file}: is nested too deeply to be read`);
  return error;
}
