import { encode, isPlainlyLegal } from './kinds/index.ts';
import type { References } from './kinds/kind.ts';
import type { LinkedRule } from './model.ts';
import { cite, Refusal } from './refusal.ts';
import type { ValueType } from './value-types.ts';
import { IllegalValue, isPlainObject, showValue } from './values.ts';

/** An answer may refer to anything, so nothing is looked up. */
const AS_GIVEN: References = { player: idOf, thing: (_, value) => idOf(value), post: idOf };

function idOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  const id = (value as { readonly id?: unknown } | null | undefined)?.id;
  return typeof id === 'string' ? id : null;
}

/** Refuses what a rule answers for a view unless it is of the view's type. The refusal names the rule, whoever asked. */
export function checkView(id: string, type: ValueType, answer: unknown, rule: LinkedRule): unknown {
  if (isPlainlyLegal(type, answer)) return answer;
  try {
    encode(type, answer, AS_GIVEN);
    return answer;
  } catch (error) {
    if (!(error instanceof IllegalValue)) throw error;
    throw illegal(`the view "${id}" ${error.message}`, rule);
  }
}

const isPost = (one: unknown): boolean => typeof one === 'object' && idOf(one) !== null;

const IS_OF: Readonly<Record<string, (answer: unknown) => boolean>> = {
  'a number': (answer) => typeof answer === 'number',
  'a text': (answer) => typeof answer === 'string',
  'a list': Array.isArray,
  'a list of posts': (answer) => Array.isArray(answer) && answer.every(isPost),
  'a record': isPlainObject,
};

/** The kernel counts on these answers, and does without any that isn't a list. Only the compiler checks answers to other questions. */
const SHAPES: ReadonlyMap<string, string> = new Map([
  ...['amount', 'below-minimum'].map((id) => [id, 'a number'] as const),
  ...['votes-in', 'figures'].map((id) => [id, 'a list'] as const),
  ...['rule-facts', 'tally', 'needed'].map((id) => [id, 'a record'] as const),
  ['resolution-order', 'a list of posts'],
  ['unnamed-rule', 'a text'],
]);

/** Refuses what a rule answers to a hook if the kernel can't use it, or if it is or holds a number that nobody can count with. */
export function checkHook(id: string, answer: unknown, rule: LinkedRule): unknown {
  if (typeof answer === 'number') mustBeFinite(id, '', answer, rule);
  else if (typeof answer === 'object' && (Array.isArray(answer) || isPlainObject(answer)))
    for (const key of Object.keys(answer))
      mustBeFinite(id, ` under "${key}"`, (answer as Record<string, unknown>)[key], rule);
  const shape = SHAPES.get(id);
  const isNothing = (answer ?? null) === null && shape?.startsWith('a list') !== true;
  if (shape === undefined || isNothing || IS_OF[shape]?.(answer) === true) return answer;
  throw illegal(`the answer to "${id}" must be ${shape}, not ${showValue(answer)}`, rule);
}

function mustBeFinite(id: string, where: string, value: unknown, rule: LinkedRule): void {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw illegal(
      `the answer to "${id}"${where} must be a number that can be counted with, and is ${value}`,
      rule,
    );
}

/** The rule that asked stands on the stack, and the one that answered no longer does, so no line is named. */
function illegal(message: string, rule: LinkedRule): Refusal {
  return new Refusal(message, { code: 'illegal-value', rule: cite(rule) });
}
