import type { Definition } from './definition.ts';
import { encode, isKind, startingValue } from './kinds/index.ts';
import { ANY_NAMES } from './kinds/references.ts';
import { FIELD_SCOPES } from './model.ts';
import { toKebab } from './names.ts';
import type { ValueType } from './value-types.ts';
import { IllegalValue, showValue } from './values.ts';

/** Deeper than anybody nests types. A type that contains itself would never end. */
const DEEPEST_TYPE = 20;
/** The most starting values of a list, including those in lists within it. */
const MOST_TO_START_WITH = 1_000;
const LONGEST_NAME = 200;

interface IllFormed {
  /** The path to the fault. It is built only if there is one, which is rare. */
  readonly place: readonly string[];
  /** The rest of a sentence that begins with the place. */
  readonly says: string;
}

type Check = (value: unknown) => IllFormed | null;

/**
 * Checks a definition before anything else is done with it, because a clause may contain anything, whatever the compiler says. Returns
 * the first fault as a sentence, such as "actions.go.effect must be a function, but is 5".
 */
export function whyIllFormed(definition: Definition): string | null {
  const fault = DEFINITION(definition);
  return fault === null ? null : `${writtenAsPlace(fault.place)} ${fault.says}`;
}

/** As in `actions.go.with.to[2]`. */
function writtenAsPlace(place: readonly string[]): string {
  return place.reduce(
    (whole, part) => (part.startsWith('[') || whole === '' ? whole + part : `${whole}.${part}`),
    '',
  );
}

const here = (says: string): IllFormed => ({ place: [], says });
const within = (key: string, fault: IllFormed | null): IllFormed | null =>
  fault && { place: [key, ...fault.place], says: fault.says };

const must =
  (what: string, is: (value: unknown) => boolean): Check =>
  (value) =>
    is(value) ? null : here(`must be ${what}, but is ${shown(value)}`);

const words = must('text', (value) => typeof value === 'string');
const yesOrNo = must('true or false', (value) => typeof value === 'boolean');
const call = must('a function', (value) => typeof value === 'function');
const bound = must('a number', (value) => typeof value === 'number' && !Number.isNaN(value));
const number = must('a number', (value) => typeof value === 'number' && Number.isFinite(value));
const anything: Check = () => null;
const oneOf = (...of: readonly string[]): Check =>
  must(`one of ${of.join(', ')}`, (one) => of.includes(one as string));
const either =
  (is: (value: unknown) => boolean, one: Check, other: Check): Check =>
  (value) =>
    (is(value) ? one : other)(value);
const orCall = (check: Check): Check => either((value) => typeof value === 'function', call, check);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A definition is read several times and must stay the same, which a getter doesn't guarantee. */
function firstFault(value: object, check: (key: string, one: unknown) => IllFormed | null): IllFormed | null {
  for (const key of Object.keys(value)) {
    const own = Object.getOwnPropertyDescriptor(value, key);
    if (own?.get !== undefined || own?.set !== undefined)
      return within(key, here('must be a plain value, not a getter'));
    const fault = check(key, own?.value);
    if (fault !== null) return fault;
  }
  return null;
}

/** Checks the known parts of an object. Another engine may know more parts. */
const shape =
  (parts: Readonly<Record<string, Check>>, needed: readonly string[] = []): Check =>
  (value) => {
    if (!isObject(value)) return here(`must be an object, but is ${shown(value)}`);
    for (const key of needed) if (value[key] === undefined) return within(key, here('is missing'));
    return firstFault(value, (key, one) =>
      one === undefined || !Object.hasOwn(parts, key) ? null : within(key, (parts[key] as Check)(one)),
    );
  };

/** Checks named items. Those in `named` have names that can be used everywhere. */
const called =
  (each: Check, whyNot: (key: string) => IllFormed | null = () => null): Check =>
  (value) =>
    isObject(value)
      ? firstFault(value, (key, one) => whyNot(key) ?? within(key, each(one)))
      : here(`must be an object, but is ${shown(value)}`);

const named = (each: Check): Check => called(each, whyBadId);

const listOf =
  (each: Check): Check =>
  (value) => {
    if (!Array.isArray(value)) return here(`must be a list, but is ${shown(value)}`);
    for (const [at, one] of value.entries()) {
      const fault = each(one);
      if (fault !== null) return within(`[${at}]`, fault);
    }
    return null;
  };

const UNWRITTEN =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0020\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ud800-\udfff]/u;

const PLAIN = /^[a-z][a-z\d-]{0,100}$/iu;

/** Names defined by rules become keys in files, words of commands and parts of addresses. */
function whyBadId(id: string): IllFormed | null {
  if (PLAIN.test(id) && !(id in Object.prototype)) return null;
  const unusable = (why: string): IllFormed => here(`has a name that can’t be used: ${why}`);
  if (id === '') return unusable('it is empty');
  if (id.length > LONGEST_NAME) return unusable(`it is longer than ${LONGEST_NAME} letters`);
  if (UNWRITTEN.test(id)) return unusable(`${JSON.stringify(id)} has spaces or invisible characters`);
  if (id.normalize('NFC') !== id) return unusable(`${id} must be written in composed letters (NFC)`);
  return id in Object.prototype ? unusable(`every object already has a ${id}`) : null;
}

const SHOWN = { written: words, between: words, called: called(words) };
const OF_ALL = { title: words, about: words, private: yesOrNo, shown: yesOrNo, ...SHOWN };
const typed = (parts: Readonly<Record<string, Check>>, needed: readonly string[] = []): Check =>
  shape({ ...OF_ALL, ...parts }, needed);

const TYPES: Readonly<Record<ValueType['kind'], Check>> = {
  integer: typed({ min: either((one) => one === null, anything, bound), max: bound, start: number }),
  text: typed({ start: words, filled: yesOrNo, pattern: pattern, picture: yesOrNo }),
  boolean: typed({ start: yesOrNo }),
  choice: typed({ of: listOf(words), start: words }, ['of']),
  time: typed({}),
  list: typed({ min: bound, max: bound, start: listOf(anything) }, ['of']),
  record: typed({}, ['fields']),
  map: typed({ start: must('an object', isObject) }, ['of']),
  player: typed({ who: oneOf('player', 'anybody'), another: yesOrNo }),
  thing: typed({ collection: words }, ['collection']),
  post: typed({}),
  optional: typed({ none: either((one) => one === null, anything, words) }, ['of', 'none']),
  data: typed({}),
};

function pattern(value: unknown): IllFormed | null {
  if (typeof value !== 'string') return words(value);
  try {
    return new RegExp(value, 'u').flags === 'u' ? null : here('is not a regular expression');
  } catch (error) {
    return here(`is not a regular expression: ${(error as Error).message}`);
  }
}

function type(value: unknown): IllFormed | null {
  return typeAt(value, 0, 1);
}

function typeAt(value: unknown, depth: number, times: number): IllFormed | null {
  if (!isObject(value)) return here(`must be a type such as integer(), but is ${shown(value)}`);
  if (depth > DEEPEST_TYPE) return here(`is nested more than ${DEEPEST_TYPE} deep`);
  const { kind } = value;
  if (!isKind(kind)) return here(`is of an unknown kind: ${shown(kind)}`);
  const own = TYPES[kind](value);
  if (own !== null) return own;
  const { min, max, of, fields } = value;
  if (typeof min === 'number' && typeof max === 'number' && min > max)
    return here(`has no value: its least is ${min}, and its most ${max}`);
  const least = kind === 'list' && typeof min === 'number' ? Math.max(1, min) * times : times;
  if (least > MOST_TO_START_WITH) return here(`would start with more than ${MOST_TO_START_WITH} values`);
  if (kind === 'record')
    return within(
      'fields',
      isObject(fields)
        ? firstFault(fields, (key, one) => within(key, typeAt(one, depth + 1, least)))
        : here(`must be an object, but is ${shown(fields)}`),
    );
  return kind === 'list' || kind === 'map' || kind === 'optional'
    ? within('of', typeAt(of, depth + 1, least))
    : null;
}

/** A variable that everybody has from the start needs a starting value. */
function variable(value: unknown): IllFormed | null {
  const fault = type(value);
  if (fault !== null) return fault;
  try {
    encode(value as ValueType, startingValue(value as ValueType), ANY_NAMES);
    return null;
  } catch (error) {
    if (!(error instanceof IllegalValue)) throw error;
    return here(`has no starting value: the value ${error.message}. Give it a start, or make it optional(…)`);
  }
}

/** Collections with these names would be confused with people, posts or the game's variables. */
const OWN_PLACES: ReadonlySet<string> = new Set([
  ...FIELD_SCOPES,
  'players',
  'posts',
  'things',
  'text',
  'matter',
]);

const role = oneOf('player', 'emperor', 'admin', 'anybody');
const by = either(Array.isArray, listOf(role), role);
const variables = named(variable);
const types = named(type);

const PARTS: Readonly<Record<string, Check>> = {
  ...Object.fromEntries(FIELD_SCOPES.map((scope) => [scope, variables])),
  things: called(
    shape({
      title: words,
      fields: types,
      ids: orCall(listOf(words)),
      start: call,
      find: call,
    }),
    (id) =>
      OWN_PLACES.has(toKebab(id))
        ? here(`can’t use the name ${id}, which every game uses already`)
        : whyBadId(id),
  ),
  actions: named(
    shape({
      title: words,
      sentence: words,
      about: words,
      by,
      with: types,
      frequency: oneOf('daily', 'weekly', 'daily-communal', 'weekly-communal'),
      cost: orCall(called(number)),
      check: call,
      effect: call,
      steps: called(call),
      private: orCall(yesOrNo),
      reveals: listOf(words),
      marks: must('an object', isObject),
    }),
  ),
  views: named(
    orCall(
      shape(
        {
          of: either(Array.isArray, listOf(words), words),
          returns: type,
          title: words,
          about: words,
          private: yesOrNo,
          value: call,
        },
        ['of', 'returns', 'value'],
      ),
    ),
  ),
  hooks: named(call),
  on: named(call),
  posts: named(
    shape({
      title: words,
      about: words,
      votable: yesOrNo,
      official: yesOrNo,
      engineOnly: yesOrNo,
      purpose: oneOf('change', 'judge', 'win', 'join', 'tell'),
    }),
  ),
  submissions: named(
    shape({
      title: words,
      about: words,
      by,
      open: types,
      with: types,
      to: call,
      together: call,
      check: call,
      received: call,
      closed: call,
      opened: call,
    }),
  ),
  times: named(shape({ title: words, about: words, at: call, effect: call }, ['at', 'effect'])),
  // Only well-formed parts of these are shown; see describe-model.ts.
  votes: named(must('an object', isObject)),
  counts: named(must('an object', isObject)),
  states: named(must('an object', isObject)),
  precedence: call,
};
const DEFINITION = shape(PARTS);

/** The parts that a definition can have. */
export const DEFINABLE: readonly string[] = Object.keys(PARTS);

/** A clause may contain anything, even something that can’t be printed. */
function shown(value: unknown): string {
  try {
    return showValue(value);
  } catch {
    return 'something that can’t be printed';
  }
}
