import type { FormField } from '../../wording/form-field.ts';
import { Failure, type Fault } from '../command.ts';
import { meantBy } from '../meant-by.ts';

const MOST_CHOICES = 12;

/** Reports all missing and all unknown parameters of an action at once. `mayLack`: some may still be missing. */
export function assertWords(
  title: string,
  fields: readonly FormField[],
  given: Readonly<Record<string, unknown>>,
  mayLack = false,
): void {
  const missing = fields
    .filter(({ id, required }) => required && !mayLack && !Object.hasOwn(given, id))
    .map((field): Fault => ({
      code: 'missing-parameter',
      what: `“${title}” needs “${field.label}”.`,
      expected: `${field.id}=… ${sayInput(field)}`,
    }));
  const problems = [...missing, ...unknownIn(title, fields, given)];
  if (problems.length > 0) throw new Failure('refused', problems);
}

function unknownIn(
  title: string,
  fields: readonly FormField[],
  given: Readonly<Record<string, unknown>>,
): readonly Fault[] {
  const names = fields.map(({ id }) => id);
  return Object.keys(given)
    .filter((name) => !names.includes(name))
    .map((name): Fault => {
      const meant = meantBy(name, names);
      return {
        code: 'no-such-parameter',
        what: `“${title}” has no parameter ${name}${meant === undefined ? '.' : `; did you mean ${meant}?`}`,
        expected: names.length === 0 ? 'none' : names.join(', '),
      };
    });
}

/** A suggestion for a refused parameter, for `failIfRefused`. */
export function meantIn(
  fields: readonly FormField[],
  words: Readonly<Record<string, unknown>>,
): (param: string, code: string) => string | undefined {
  return (param, code) =>
    code === 'oneself' ? undefined : choiceMeant(fields, words, { param, isKnown: code !== 'bad-parameter' });
}

/**
 * The choice that was probably meant, by value or name. `bertl` → `bertil`. Undefined if the value is a valid choice,
 * or if the refusal shows that the rules understood it.
 */
export function choiceMeant(
  fields: readonly FormField[],
  given: Readonly<Record<string, unknown>>,
  { param, isKnown }: { readonly param: string; readonly isKnown: boolean },
): string | undefined {
  const options = fields.find(({ id }) => id === param)?.options ?? [];
  const said = given[param];
  if (typeof said !== 'string' || options.some(({ value }) => value === said)) return undefined;
  const names = options.map(({ label }) => label.toLowerCase());
  if (isKnown && names.includes(said.toLowerCase())) return undefined;
  const all = options.flatMap((option) => namesIn(option).map((name) => [name, option.value] as const));
  const meant = meantBy(
    said,
    all.map(([name]) => name),
  );
  return all.find(([name]) => name === meant)?.[1];
}

/** `D4`, `Bone Hall (D4)` and `Bone Hall`; for a post `3`, `3 · Manners` and `Manners` */
function namesIn({ value, label }: FormField['options'][number]): readonly string[] {
  return [...new Set([value, label, label.replace(/ \([^()]*\)$/u, ''), label.replace(`${value} · `, '')])];
}

/** `one of D4 (Bone Hall), D5, …` */
function sayInput({ input, options, hint, min, max, about }: FormField): string {
  const some = options.slice(0, MOST_CHOICES).map(({ label }) => label);
  const more = options.length > MOST_CHOICES ? ', …' : '';
  const range = min !== null && max !== null ? ` from ${min} to ${max}` : '';
  const kinds: Readonly<Record<string, string>> = {
    integer: `a whole number${range}`,
    'yes-no': 'true or false',
    text: 'a text',
    lines: 'a list, such as [one, two]',
  };
  const said =
    some.length > 0
      ? `${['some-of', 'rows'].includes(input) ? 'some' : 'one'} of ${some.join(', ')}${more}`
      : (kinds[input] ?? hint ?? 'a value');
  return about === null ? said : `${said}: ${about}`;
}
