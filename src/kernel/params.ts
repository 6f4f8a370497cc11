import { encode, startOf } from './kinds/index.ts';
import type { LinkedRule } from './model.ts';
import { nearest, toCamel, toKebab } from './names.ts';
import { isPicture, pictureProblem } from './pictures.ts';
import { Refusal } from './refusal.ts';
import type { Runtime } from './runtime.ts';
import { whyNotPlayer } from './sets.ts';
import { IllegalValue } from './values.ts';
import type { ValueType } from './value-types.ts';
import { toPerson } from './world.ts';
import type { PersonEntity } from './game-entities.ts';

/** Converts what somebody wrote to what a clause receives, or refuses and names the wrong parameter. */
export function readParams(
  runtime: Runtime,
  types: Readonly<Record<string, ValueType>>,
  words: Readonly<Record<string, unknown>>,
  { actor, rule }: { readonly actor: PersonEntity; readonly rule: LinkedRule },
): Record<string, unknown> {
  const ids = new Map(Object.keys(types).map((name) => [toKebab(name), name]));
  for (const key of Object.keys(words)) {
    if (ids.has(key)) continue;
    const guess = nearest(key, ids.keys());
    const known = ids.size === 0 ? 'it takes none' : `it takes ${[...ids.keys()].join(', ')}`;
    throw new Refusal(`there is no parameter ${key}; ${guess === null ? known : `did you mean ${guess}?`}`, {
      code: 'unknown-parameter',
      param: key,
    });
  }
  const values: Record<string, unknown> = {};
  for (const [id, name] of ids)
    values[toCamel(id)] = readParam(runtime, id, types[name] as ValueType, words[id], { actor, rule });
  return values;
}

function readParam(
  runtime: Runtime,
  id: string,
  type: ValueType,
  given: unknown,
  who: { readonly actor: PersonEntity; readonly rule: LinkedRule },
): unknown {
  const value = given === undefined ? startOf(type) : asWord(type, given);
  if (value === undefined && type.kind !== 'optional') {
    throw new Refusal(`needs ${id}`, { code: 'missing-parameter', param: id });
  }
  checkPeople(runtime, id, type, value, who);
  const problem = isPicture(type) ? pictureProblem(runtime.frame.pictures, value) : null;
  if (problem !== null) throw new Refusal(`${id}: ${problem}`, { code: 'bad-picture', param: id });
  try {
    if (type.kind === 'integer' && typeof value === 'number' && !Number.isInteger(value)) {
      throw new IllegalValue(`must be a whole number, not ${value}`);
    }
    return runtime.decode(type, encode(type, value, runtime.refs));
  } catch (error) {
    if (error instanceof IllegalValue)
      throw new Refusal(`${id} ${error.message}${meant(type, value)}`, { code: 'bad-parameter', param: id });
    throw error;
  }
}

/** `"007"` → `; write it as 7` */
function meant({ kind }: ValueType, value: unknown): string {
  const isFigures =
    kind === 'integer' && typeof value === 'string' && /^(?:[+-]?\d+|0x[\da-f]+)$/iu.test(value);
  const number = isFigures ? Number(value) : Number.NaN;
  return Number.isSafeInteger(number) ? `; write it as ${number}` : '';
}

/** People write `true` and `12` for a choice, a thing or a text like any other word. */
function asWord(type: ValueType, given: unknown): unknown {
  if (type.kind === 'optional') return given === null ? given : asWord(type.of, given);
  if (type.kind === 'list') return Array.isArray(given) ? given.map((one) => asWord(type.of, one)) : given;
  if (type.kind === 'choice' && given === null) return 'null';
  if (type.kind === 'boolean' && typeof given === 'string') return TRUTHS.get(given.toLowerCase()) ?? given;
  if (!WORDS.has(type.kind)) return given;
  return typeof given === 'boolean' || typeof given === 'number' ? String(given) : given;
}

const TRUTHS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);
const WORDS: ReadonlySet<ValueType['kind']> = new Set(['choice', 'player', 'post', 'text', 'thing']);

/** A player must be somebody who counts as one for the rule that asks. */
function checkPeople(
  runtime: Runtime,
  id: string,
  type: ValueType,
  value: unknown,
  { actor, rule }: { readonly actor: PersonEntity; readonly rule: LinkedRule },
): void {
  if (type.kind === 'optional' && value !== null && value !== undefined && value !== type.none) {
    checkPeople(runtime, id, type.of, value, { actor, rule });
  }
  if (type.kind === 'list' && Array.isArray(value)) {
    for (const item of value) checkPeople(runtime, id, type.of, item, { actor, rule });
  }
  if (type.kind !== 'player') return;
  const person = toPerson(runtime, value);
  if (person === null) return;
  if (type.another === true && person.is(actor))
    throw new Refusal('choose somebody other than yourself', { code: 'oneself', param: id });
  if (type.who === 'anybody') return;
  const why = whyNotPlayer(runtime, person, rule);
  if (why !== null) throw new Refusal(why, { code: 'no-player', param: id });
}
