import type { z } from 'zod';

const KEYS = 'keys with values';
const BELONGS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: KEYS,
  record: KEYS,
  null: 'nothing',
  date: 'a date',
};

const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
  object: ['key', 'keys'],
  map: ['key', 'keys'],
};

/**
 * Describes a fault that a schema found, in words that follow its place: `it is missing; a text belongs here`. A schema's own message
 * takes precedence. Pass it to `safeParse` as `error`.
 */
export const plainIssue: z.core.$ZodErrorMap = (issue) => {
  const given = sayGiven(issue.input);
  switch (issue.code) {
    case 'invalid_type':
      return `${given}; ${belonging(BELONGS[issue.expected] ?? `a ${issue.expected}`)}`;
    case 'invalid_value':
      return `${given}; ${oneOf(issue.values)}`;
    case 'too_small':
      return sayBound('at least', given, Number(issue.minimum), issue.origin, issue.inclusive);
    case 'too_big':
      return sayBound('at most', given, Number(issue.maximum), issue.origin, issue.inclusive);
    case 'unrecognized_keys':
      return `there is no key ${issue.keys.map((key) => `"${key}"`).join(', ')}`;
    case 'invalid_union': {
      const { discriminator: key, options } = issue;
      if (key === undefined) return `${given}, which has the wrong form`;
      // The place is that of the key which tells the forms apart.
      return `${sayGiven((issue.input as Readonly<Record<string, unknown>>)[key])}; ${oneOf(options as readonly unknown[])}`;
    }
    case 'invalid_key':
      return 'it has a key that does not belong here';
    case 'invalid_format':
      return `${given}, which has the wrong form`;
    case 'not_multiple_of':
      return `${given}; a multiple of ${issue.divisor} belongs here`;
    default:
      return `${given}, which does not belong here`;
  }
};

function sayGiven(value: unknown): string {
  return value === undefined ? 'it is missing' : `it is ${shown(value)}`;
}

function oneOf(values: readonly unknown[]): string {
  return `${values.length === 1 ? '' : 'one of '}${values.map(String).join(', ')} belongs here`;
}

function belonging(words: string): string {
  return `${words} belong${words === KEYS ? '' : 's'} here`;
}

function sayBound(
  bound: string,
  given: string,
  limit: number,
  origin: string,
  inclusive: boolean | undefined,
): string {
  const unit = UNITS[origin];
  if (unit !== undefined)
    return `${given}; ${bound} ${limit} ${unit[limit === 1 ? 0 : 1]} belong${limit === 1 ? 's' : ''} here`;
  const other = bound === 'at least' ? 'more than' : 'less than';
  return `${given}; ${inclusive === false ? other : bound} ${limit} belongs here`;
}

/** Shows the beginning of a long value, and for lists and maps only the kind. */
function shown(input: unknown): string {
  if (Array.isArray(input)) return input.length === 0 ? 'an empty list' : 'a list';
  if (typeof input === 'object' && input !== null) return KEYS;
  const text = JSON.stringify(input) ?? String(input);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
