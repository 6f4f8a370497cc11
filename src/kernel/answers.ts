import { encode, isPlainlyLegal } from './kinds/index.ts';
import type { References } from './kinds/kind.ts';
import { Refusal } from './refusal.ts';
import type { ValueType } from './value-types.ts';
import { IllegalValue, isPlainObject } from './values.ts';

/** An answer may refer to anything, so nothing is looked up. */
const AS_GIVEN: References = { player: idOf, thing: (_, value) => idOf(value), post: idOf };

function idOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  const id = (value as { readonly id?: unknown } | null | undefined)?.id;
  return typeof id === 'string' ? id : null;
}

/** Refuses what a rule answers for a view unless it is of the view's type. */
export function checkView(id: string, type: ValueType, answer: unknown): unknown {
  if (isPlainlyLegal(type, answer)) return answer;
  try {
    encode(type, answer, AS_GIVEN);
    return answer;
  } catch (error) {
    if (!(error instanceof IllegalValue)) throw error;
    throw new Refusal(`the view "${id}" ${error.message}`, { code: 'illegal-value' });
  }
}

/** Refuses what a rule answers to a hook if it is a number that nobody can count with, or holds one. Only the compiler checks other types. */
export function checkHook(id: string, answer: unknown): unknown {
  if (typeof answer === 'number') mustBeFinite(id, '', answer);
  else if (typeof answer === 'object' && isPlainObject(answer))
    for (const key of Object.keys(answer)) mustBeFinite(id, ` under "${key}"`, answer[key]);
  return answer;
}

function mustBeFinite(id: string, where: string, value: unknown): void {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new Refusal(
      `the answer to "${id}"${where} must be a number that can be counted with, and is ${value}`,
      {
        code: 'illegal-value',
      },
    );
}
