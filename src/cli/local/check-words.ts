import type { FormField } from '../../decide/form-field.ts';
import { Failure, type Fault } from '../failure.ts';
import { meantBy } from '../meant-by.ts';

const MOST_CHOICES = 12;

/** Reports all missing and all unknown parameters of an action at once. */
export function assertWords(
  /** As the rules call it. */
  title: string,
  fields: readonly FormField[],
  given: Readonly<Record<string, unknown>>,
): void {
  const missing = fields
    .filter(({ id, required }) => required && !Object.hasOwn(given, id))
    .map((field): Fault => ({
      code: 'missing-parameter',
      what: `“${title}” needs “${field.label}”.`,
      expected: `${field.id}=… ${sayInput(field)}`,
    }));
  const names = fields.map(({ id }) => id);
  const unknown = Object.keys(given)
    .filter((name) => !names.includes(name))
    .map((name): Fault => {
      const meant = meantBy(name, names);
      return {
        code: 'no-such-parameter',
        what: `“${title}” has no parameter ${name}${meant === undefined ? '.' : `; did you mean ${meant}?`}`,
        expected: names.length === 0 ? 'none' : names.join(', '),
      };
    });
  if (missing.length + unknown.length > 0) throw new Failure('refused', [...missing, ...unknown]);
}

/**
 * Finds the choice that was probably meant for a parameter, by its value or its name. `bertl` → `bertil`, and of a value that
 * can be chosen, undefined; and so of a name, where the refusal shows that the rules knew who or what was meant.
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
  const meant = meantBy(
    said,
    options.flatMap(({ value, label }) => [value, label]),
  );
  return options.find(({ value, label }) => value === meant || label === meant)?.value;
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
      ? `${input === 'some-of' ? 'some' : 'one'} of ${some.join(', ')}${more}`
      : (kinds[input] ?? hint ?? 'a value');
  return about === null ? said : `${said}: ${about}`;
}
