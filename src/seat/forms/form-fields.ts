import { toKebab } from '../../kernel/names.ts';
import type { RefusalData } from '../../kernel/refusal.ts';
import type { FormField } from '../../wording/form-field.ts';
import { isBlank, rowsIn, type FieldProblem, type GivenTexts } from '../read-fields.ts';
import type { FilledField } from './form.ts';

/** The number of blank rows that a list offers. */
const SPARE_ROWS = 2;
const MOST_ROWS = 100;

/** Fields derived from the rules’ types, filled with the given values. */
export function fieldsWith(
  fields: readonly FormField[],
  given: GivenTexts,
  problems: readonly FieldProblem[],
): readonly FilledField[] {
  return fields.map((field) => fieldWith(field, field.id, given, problems));
}

export function startOfFields(fields: readonly FormField[]): GivenTexts {
  const start = new Map(fields.flatMap((field) => Object.entries(field.start)));
  return (name) => start.get(name) ?? [];
}

/** The fields, without “optional” where the rules refuse to do without one now. `refusalOf` asks them about more and more words. */
export function neededNow(
  fields: readonly FormField[],
  refusalOf: (words: Readonly<Record<string, string>>) => RefusalData | null,
): readonly FormField[] {
  const words: Record<string, string> = {};
  for (;;) {
    const id = toKebab(refusalOf(words)?.param ?? '');
    const field = fields.find((one) => one.id === id && one.optional);
    if (field === undefined || Object.hasOwn(words, id)) break;
    words[id] = field.options[Object.keys(words).length]?.value ?? 'x';
  }
  return fields.map((one) => (Object.hasOwn(words, one.id) ? { ...one, optional: false } : one));
}

function fieldWith(
  field: FormField,
  name: string,
  given: GivenTexts,
  problems: readonly FieldProblem[],
): FilledField {
  const { input, parts } = field;
  const [each] = parts;
  const free = (part: FormField): FormField =>
    field.required && input === 'group' ? part : { ...part, required: false };
  const within =
    input === 'group' || each === undefined
      ? parts.map((part) => fieldWith(free(part), `${name}.${part.id}`, given, problems))
      : Array.from({ length: rowsToShow(field, each, name, given) }, (_, at) =>
          fieldWith({ ...free(each), label: `${field.label} ${at + 1}` }, `${name}.${at}`, given, problems),
        );
  return {
    ...field,
    parts: within,
    name: `p-${name}`,
    most: null,
    given: given(name),
    wrong: problems.find((one) => one.field === name)?.reason ?? null,
  };
}

function rowsToShow({ min, max }: FormField, each: FormField, name: string, given: GivenTexts): number {
  let filled = rowsIn(name, given);
  while (filled > 0 && isBlank(each, `${name}.${filled - 1}`, given)) filled--;
  return Math.min(Math.max(filled + SPARE_ROWS, min ?? 0), max ?? MOST_ROWS, MOST_ROWS);
}
