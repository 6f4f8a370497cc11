import { parse } from 'acorn';
import { Inserts } from './inserts.ts';
import { mayLeaveOut } from './left-out.ts';
import { refuse, RefusedCode } from './scopes.ts';
import { Walk } from './walk.ts';

/** Exports the names below; only code from the engine may import it. */
export const KEEPING = 'gitnomic:keeping';

const PRELUDE = `import{loading as $$l,phase as $$n,keep as $$k,refuseWrite as $$w,caught as $$x}from"${KEEPING}";`;

/** A clause that isn't valid JavaScript or uses something forbidden. */
export class ClauseCodeError extends Error {}

/**
 * Rewrites a clause without types so that it keeps nothing between calls: it registers what its functions capture,
 * which is frozen after loading (`guest/keeping.ts`), and refuses assignments to variables of an earlier phase. Line
 * numbers stay the same.
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
    for (const node of program.body)
      if ('source' in node && node.source) mustBePlain(node.source, javascript);
    const inserts = new Inserts();
    const registration = new Walk(inserts, file).module(program);
    return PRELUDE + registration + inserts.into(javascript);
  } catch (error) {
    throw inWords(error, javascript, file);
  }
}

/** Others search the text for imports (`ruleset/rules-that-run.ts`), and miss one behind a comment. */
function mustBePlain({ start }: { readonly start: number }, javascript: string): void {
  if (!/\b(?:from|import)$/u.test(javascript.slice(Math.max(0, start - 99), start).trimEnd()))
    refuse({ start }, 'a clause has no comment before the name of what it imports');
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
