import { parse, tokenizer } from 'acorn';
import { RefusedCode, refuse } from './scopes.ts';
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

interface Mark {
  readonly at: number;
  /** The order at one place: what closes comes first, innermost first, then what opens, outermost first. */
  readonly rank: number;
  readonly text: string;
}

const FIRST = 0;
const OUTERMOST = 2 ** 40;

/** Collects insertions around nested parts of a text. */
export class Inserts {
  readonly #marks: Mark[] = [];

  wrap(
    { start, end }: { readonly start: number; readonly end: number },
    before: string,
    after: string,
  ): void {
    // If two surround the same part, the later one is outside.
    this.#marks.unshift({ at: start, rank: OUTERMOST - end, text: before });
    this.#marks.push({ at: end, rank: -1 - start, text: after });
  }

  /** Inserts before everything that opens there. */
  put(at: number, text: string): void {
    this.#marks.push({ at, rank: FIRST, text });
  }

  into(text: string): string {
    let result = '';
    let from = 0;
    for (const mark of this.#marks.toSorted((a, b) => a.at - b.at || a.rank - b.rank)) {
      result += text.slice(from, mark.at) + mark.text;
      from = mark.at;
    }
    return result + text.slice(from);
  }
}

const WORD = /\bdeclare\b/gu;

/**
 * Stripping must remove nothing but types. For TypeScript, `declare` at the end of a line is a name and the next line
 * runs, but the stripper removes both. Clauses don't need `declare`, so it is refused.
 */
export function mayLeaveOut(typescript: string, javascript: string): void {
  for (const { index } of typescript.matchAll(WORD)) {
    if (javascript.startsWith('declare', index)) continue;
    const isKept = (at: number): boolean => /\S/u.test(javascript[at] ?? '.');
    let [start, end] = [index, index];
    while (start > 0 && !isKept(start - 1)) start--;
    while (end < typescript.length && !isKept(end)) end++;
    if (declares(typescript.slice(start, end)))
      refuse({ start: index }, 'a clause has no `declare`: leave it out');
  }
}

/** Whether `declare` is a modifier here, and not in a comment, a text or a property name. */
function declares(leftOut: string): boolean {
  let before = '';
  try {
    for (const { type, start, end } of tokenizer(leftOut, { ecmaVersion: 2025 })) {
      const isWord = type.label === 'name' || type.label === 'string' || type.keyword !== undefined;
      if (before === 'declare' && isWord) return true;
      before = type.label === 'name' ? leftOut.slice(start, end) : '';
    }
  } catch {
    return true;
  }
  return false;
}
