import { parse } from 'acorn';
import { follow } from './follow.ts';
import { Inserts } from './inserts.ts';
import type { Binding, Scope } from './scopes.ts';
import { Unfollowable } from './unfollowable.ts';

/** The module that the names below come from; only the engine itself may import it. */
export const KEEPING = 'gitnomic:keeping';

const PRELUDE = `import{loading as $$l,keep as $$k,cell as $$c,touch as $$t,value as $$v,caught as $$x}from"${KEEPING}";`;

/** A clause's code that is no JavaScript, or does what can't be made to start anew at each call. */
export class ClauseCodeError extends Error {}

/**
 * Rewrites a clause's JavaScript so that the sandbox learns of everything the code could keep from one call to the next:
 * each name that a function may still see when loading is over, and each later write to one. Lines stay where they are.
 * `guest/keeping.ts` says what happens with what is learnt.
 */
export function instrument(javascript: string, file: string): string {
  try {
    const program = parse(javascript, {
      ecmaVersion: 2025,
      sourceType: 'module',
      preserveParens: true,
      allowHashBang: false,
    });
    const inserts = new Inserts();
    const scopes = follow(program, javascript, inserts);
    let prelude = PRELUDE;
    for (const scope of scopes) prelude += tell(scope, inserts, file);
    return prelude + inserts.into(javascript);
  } catch (error) {
    throw inWords(error, javascript, file);
  }
}

/** Puts what must be told of a scope at its start; what belongs to the module's is given back. */
function tell(scope: Scope, inserts: Inserts, file: string): string {
  const captured = [...scope.bindings.values()].filter((binding) => binding.captured);
  const seen = captured.map(({ name }) => `()=>${name}`);
  if (scope.thisCaptured) seen.push('()=>this');
  if (seen.length === 0) return '';
  const { place } = scope;
  const cells = captured.filter(({ written }) => written);
  const keep = `$$l&&$$k(${[JSON.stringify(file), ...seen].join(',')})`;
  switch (place.kind) {
    case 'module':
      // Hoisted functions may run before this module does.
      return `${cells.map((binding) => `var ${cellOf(binding)};`).join('')}${keep};`;
    case 'block':
      inserts.put(place.at, `${cells.map((binding) => `let ${cellOf(binding)};`).join('')}${keep};`);
      break;
    case 'statement':
      inserts.wrap(place, `{${cells.map((binding) => `let ${cellOf(binding)};`).join('')}${keep};`, '}');
      break;
    case 'expression':
      if (cells.length === 0) inserts.wrap(place, `(${keep},`, ')');
      else
        inserts.wrap(
          place,
          `{${cells.map((binding) => `let ${cellOf(binding)};`).join('')}${keep};return `,
          ';}',
        );
      break;
    case 'nowhere':
      throw new Unfollowable(place.node, place.why);
  }
  return '';
}

function cellOf({ name }: Binding): string {
  return `$$${name}=$$l?$$c(()=>${name},($$)=>{${name}=$$;}):null`;
}

function inWords(error: unknown, javascript: string, file: string): unknown {
  if (error instanceof Unfollowable) {
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
