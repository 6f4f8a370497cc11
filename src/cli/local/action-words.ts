import { answered, confirm, multiselect, select, text } from './ask.ts';
import type { FormField } from '../../wording/form-field.ts';

const TEXTS: ReadonlySet<FormField['input']> = new Set(['text', 'name', 'picture', 'time', 'one-of']);

/** Asks for the parameters that are still missing. Optional ones may be left blank. */
export async function askForWords(
  fields: readonly FormField[],
  given: Readonly<Record<string, unknown>>,
  readValue: (text: string) => unknown,
): Promise<Record<string, unknown>> {
  const words: Record<string, unknown> = { ...given };
  for (const field of fields) {
    if (Object.hasOwn(words, field.id)) continue;
    const answer = await askFor(field, readValue);
    if (answer !== undefined) words[field.id] = answer;
  }
  return words;
}

async function askFor(field: FormField, readValue: (text: string) => unknown): Promise<unknown> {
  const { label, about, optional, required, input, hint } = field;
  const message = `${label}${about === null ? '' : ` (${about})`}${optional ? ', may be left out' : ''}`;
  if (input === 'yes-no') return answered(await confirm({ message }));
  const options = [...field.options];
  if (['some-of', 'rows'].includes(input) && options.length > 0)
    return answered(await multiselect({ message, options, required }));
  if (options.length > 0) {
    const none = optional ? [{ value: '', label: '–' }] : [];
    const chosen = answered(await select({ message, options: [...none, ...options] }));
    return chosen === '' ? undefined : chosen;
  }
  const written = answered(await text({ message, placeholder: hint ?? '' }));
  if (written === undefined || written === '') return undefined;
  return TEXTS.has(input) ? written : readValue(written);
}
