import type { Definition } from './definition.ts';
import { encode, isKind, startingValue } from './kinds/index.ts';
import type { References } from './kinds/kind.ts';
import { FIELD_SCOPES } from './model.ts';
import { toKebab } from './names.ts';
import type { ValueType } from './value-types.ts';
import { IllegalValue, showValue } from './values.ts';

/** Deeper than anybody nests types; one that holds itself goes on without end. */
const DEEPEST_TYPE = 20;
/** A list starts with so many values at most, those in the lists within it included. */
const MOST_TO_START_WITH = 1_000;
const LONGEST_NAME = 200;

/** The fault of a value, with the place where it lies; null where it has none. */
type Check = (value: unknown, place: string) => string | null;

/**
 * Whether a definition can be worked with, before anything is done with it: a clause may write down anything, whatever the compiler
 * says. Gives the first fault as a sentence, such as "actions.go.effect must be a function, and is 5".
 */
export function whyIllFormed(definition: Definition): string | null {
  return DEFINITION(definition, '');
}

const must =
  (what: string, is: (value: unknown) => boolean): Check =>
  (value, place) =>
    is(value) ? null : `${place} must be ${what}, and is ${shown(value)}`;

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
  (value, place) =>
    (is(value) ? one : other)(value, place);
const orCall = (check: Check): Check => either((value) => typeof value === 'function', call, check);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A definition is read several times and must be the same each time, which a property that is worked out at each look need not be. */
function ownValues(
  value: object,
  place: string,
): readonly (readonly [key: string, value: unknown])[] | string {
  const entries: [string, unknown][] = [];
  for (const key of Object.keys(value)) {
    const own = Object.getOwnPropertyDescriptor(value, key);
    if (own?.get !== undefined || own?.set !== undefined)
      return `${within(place, key)} must be a value, and is worked out at each look`;
    entries.push([key, own?.value]);
  }
  return entries;
}

function firstFault(
  value: object,
  place: string,
  look: (key: string, one: unknown, at: string) => string | null,
): string | null {
  const entries = ownValues(value, place);
  if (typeof entries === 'string') return entries;
  for (const [key, one] of entries) {
    const fault = look(key, one, within(place, key));
    if (fault !== null) return fault;
  }
  return null;
}

/** An object of which each part that is known is as it must be; another engine may know more parts. */
const shape =
  (parts: Readonly<Record<string, Check>>, needed: readonly string[] = []): Check =>
  (value, place) => {
    if (!isObject(value)) return `${place} must be an object, and is ${shown(value)}`;
    const missing = needed.find((key) => value[key] === undefined);
    if (missing !== undefined) return `${within(place, missing)} is missing`;
    return firstFault(value, place, (key, one, at) =>
      one === undefined || !Object.hasOwn(parts, key) ? null : (parts[key] as Check)(one, at),
    );
  };

/** Several of a kind under names; those of `named` can be written, read and told apart everywhere. */
const called =
  (each: Check, whyNot: (key: string, place: string) => string | null = () => null): Check =>
  (value, place) =>
    isObject(value)
      ? firstFault(value, place, (key, one, at) => whyNot(key, place) ?? each(one, at))
      : `${place} must be an object, and is ${shown(value)}`;

const named = (each: Check): Check => called(each, whyBadId);

const listOf =
  (each: Check): Check =>
  (value, place) => {
    if (!Array.isArray(value)) return `${place} must be a list, and is ${shown(value)}`;
    for (const [at, one] of value.entries()) {
      const fault = each(one, `${place}[${at}]`);
      if (fault !== null) return fault;
    }
    return null;
  };

const UNWRITTEN =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0020\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ud800-\udfff]/u;

/** Names of what rules define are keys of files, words of commands and parts of addresses. */
function whyBadId(id: string, place: string): string | null {
  const named = `${place} has a name that can’t be used`;
  if (id === '') return `${named}: it is empty`;
  if (id.length > LONGEST_NAME) return `${named}: it is longer than ${LONGEST_NAME} letters`;
  if (UNWRITTEN.test(id)) return `${named}: ${JSON.stringify(id)} has spaces, or letters that nobody sees`;
  if (id.normalize('NFC') !== id) return `${named}: ${id} must be written in composed letters (NFC)`;
  return id in Object.prototype ? `${named}: each object has a ${id} of its own` : null;
}

const TYPE_PARTS: Readonly<
  Record<ValueType['kind'], { parts: Readonly<Record<string, Check>>; needed: readonly string[] }>
> = {
  integer: {
    parts: { min: either((one) => one === null, anything, bound), max: bound, start: number },
    needed: [],
  },
  text: { parts: { start: words, filled: yesOrNo, pattern: pattern, picture: yesOrNo }, needed: [] },
  boolean: { parts: { start: yesOrNo }, needed: [] },
  choice: { parts: { of: choices, start: words }, needed: ['of'] },
  time: { parts: {}, needed: [] },
  list: { parts: { min: bound, max: bound, start: listOf(anything) }, needed: ['of'] },
  record: { parts: {}, needed: ['fields'] },
  map: { parts: { start: must('an object', isObject) }, needed: ['of'] },
  player: { parts: { who: oneOf('player', 'anybody'), another: yesOrNo }, needed: [] },
  thing: { parts: { collection: words }, needed: ['collection'] },
  post: { parts: {}, needed: [] },
  optional: { parts: { none: either((one) => one === null, anything, words) }, needed: ['of', 'none'] },
  data: { parts: {}, needed: [] },
};

function pattern(value: unknown, place: string): string | null {
  if (typeof value !== 'string') return words(value, place);
  try {
    return new RegExp(value, 'u').flags === 'u' ? null : `${place} is no regular expression`;
  } catch (error) {
    return `${place} is no regular expression: ${(error as Error).message}`;
  }
}

function choices(value: unknown, place: string): string | null {
  const fault = listOf(words)(value, place);
  return fault ?? ((value as readonly string[]).length === 0 ? `${place} must hold a choice` : null);
}

function type(value: unknown, place: string): string | null {
  return typeAt(value, place, 0, 1);
}

function typeAt(value: unknown, place: string, depth: number, times: number): string | null {
  if (!isObject(value)) return `${place} must be a type such as integer(), and is ${shown(value)}`;
  if (depth > DEEPEST_TYPE) return `${place} is nested more than ${DEEPEST_TYPE} deep`;
  const { kind } = value;
  if (!isKind(kind)) return `${place} is of no kind that there is: ${shown(kind)}`;
  const { parts, needed } = TYPE_PARTS[kind];
  const own = shape({ title: words, about: words, private: yesOrNo, ...parts }, needed)(value, place);
  if (own !== null) return own;
  const { min, max, of, fields } = value;
  if (typeof min === 'number' && typeof max === 'number' && min > max)
    return `${place} has no value: its least is ${min}, and its most ${max}`;
  const least = kind === 'list' && typeof min === 'number' ? Math.max(1, min) * times : times;
  if (least > MOST_TO_START_WITH) return `${place} would start with more than ${MOST_TO_START_WITH} values`;
  if (kind === 'record')
    return isObject(fields)
      ? firstFault(fields, `${place}.fields`, (_, one, at) => typeAt(one, at, depth + 1, least))
      : `${place}.fields must be an object, and is ${shown(fields)}`;
  return kind === 'list' || kind === 'map' || kind === 'optional'
    ? typeAt(of, `${place}.of`, depth + 1, least)
    : null;
}

/** Whether those named are there is seen when the state is carried over. */
const ANY_NAME: References = { player: nameIn, thing: (_, value) => nameIn(value), post: nameIn };

function nameIn(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** A variable that everybody has from the start needs a value to start with. */
function variable(value: unknown, place: string): string | null {
  const fault = type(value, place);
  if (fault !== null) return fault;
  try {
    encode(value as ValueType, startingValue(value as ValueType), ANY_NAME);
    return null;
  } catch (error) {
    if (!(error instanceof IllegalValue)) throw error;
    return `${place} has nothing to start with: the value ${error.message}. Give it a start, or make it optional(…)`;
  }
}

/** Things under such a name would lie among people, posts or the variables of the game. */
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

const DEFINITION = shape({
  ...Object.fromEntries(FIELD_SCOPES.map((scope) => [scope, variables])),
  things: called(
    shape({
      title: words,
      fields: types,
      ids: orCall(listOf(words)),
      start: call,
      find: call,
    }),
    (id, place) =>
      OWN_PLACES.has(toKebab(id))
        ? `${place} can’t have ${id} among its names: that is a part of every game`
        : whyBadId(id, place),
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
  // Of these only what is in order is shown: see describe-model.ts.
  votes: named(must('an object', isObject)),
  counts: named(must('an object', isObject)),
  states: named(must('an object', isObject)),
  precedence: call,
});

function within(place: string, key: string): string {
  return place === '' ? key : `${place}.${key}`;
}

/** A clause may have written anything, even something that can’t be written out. */
function shown(value: unknown): string {
  try {
    return showValue(value);
  } catch {
    return 'something that can’t be written out';
  }
}
