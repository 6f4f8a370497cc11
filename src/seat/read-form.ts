import { commandsIn, readValue, writeCommand } from '../decide/commands.ts';
import type { FormField } from '../decide/form-field.ts';
import { sameValue } from '../kernel/values.ts';

export interface FieldProblem {
  readonly field: string | null;
  readonly reason: string;
}

export interface ReadForm {
  readonly words: Readonly<Record<string, unknown>>;
  readonly problems: readonly FieldProblem[];
}

/** What somebody put into a form, as the action's words. What is judged here is only what no rule could read. */
export function readForm(
  action: string,
  fields: readonly FormField[],
  given: (id: string) => readonly string[],
): ReadForm {
  const words: Record<string, unknown> = {};
  const problems: FieldProblem[] = [];
  for (const field of fields) {
    const read = readField(field, given(field.id));
    if ('problem' in read) problems.push({ field: field.id, reason: read.problem });
    else if (read.value !== undefined) words[field.id] = read.value;
  }
  // The step is written as a line of a comment, like anybody's; what that line can't say must not be sent as something else.
  const [command] = commandsIn(writeCommand(action, words));
  if (problems.length === 0 && (command === undefined || !sameValue(command.words, words)))
    problems.push({
      field: null,
      reason:
        'A list with square brackets, or a mapping with curly ones, in its texts can’t be written as a command: leave those out.',
    });
  return { words, problems };
}

type Read = { readonly value: unknown } | { readonly problem: string };

function readField(field: FormField, given: readonly string[]): Read {
  const text = given[0]?.replace(/\r\n?/gu, '\n') ?? '';
  if (field.input === 'some-of') return { value: given.filter((one) => one !== '') };
  if (field.input === 'lines') return readLines(field, text);
  const isText = field.input === 'text' || field.input === 'picture';
  if (text === '' && isText && !field.required && !field.optional) return { value: '' };
  if (text === '') return field.required ? { problem: `${field.label} is missing.` } : { value: undefined };
  if (field.input === 'integer') {
    const value = Number(text.replace('−', '-'));
    if (!Number.isSafeInteger(value))
      return { problem: `${field.label} needs a whole number, and not ${text}.` };
    if (field.min !== null && value < field.min)
      return { problem: `${field.label} is at least ${field.min}.` };
    if (field.max !== null && value > field.max)
      return { problem: `${field.label} is at most ${field.max}.` };
    return { value };
  }
  if (field.input === 'yes-no') return { value: text === 'yes' };
  if (field.input === 'yaml') return { value: readValue(text) };
  return { value: text };
}

function readLines({ label, numbers }: FormField, text: string): Read {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (!numbers) return { value: lines };
  const wrong = lines.find((line) => !Number.isSafeInteger(Number(line)));
  return wrong === undefined
    ? { value: lines.map(Number) }
    : { problem: `${label} needs a whole number in each line, and not ${wrong}.` };
}
