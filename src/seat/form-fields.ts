import type { ActionDescription } from '../kernel/describe-model.ts';
import { toKebab } from '../kernel/names.ts';
import type { ValueType } from '../kernel/value-types.ts';
import { isPlainObject, sameValue } from '../kernel/values.ts';
import { commandsIn, readValue, writeCommand } from '../decide/commands.ts';
import type { Position } from '../decide/position.ts';
import { capitalised } from '../kernel/sentence.ts';

interface Option {
  readonly value: string;
  readonly label: string;
}

/** One parameter of an action, as a form shows it. */
export interface FormField {
  readonly id: string;
  readonly label: string;
  readonly about: string | null;
  /** Whether a form must not be sent without it. */
  readonly required: boolean;
  /** Whether the rules do without it. */
  readonly optional: boolean;
  readonly input: 'integer' | 'text' | 'yes-no' | 'one-of' | 'some-of' | 'lines' | 'yaml' | 'time';
  readonly options: readonly Option[];
  readonly min: number | null;
  readonly max: number | null;
  /** Of `lines`: whether each is a number. */
  readonly numbers: boolean;
  readonly start: readonly string[];
}

export function formFieldsOf(
  position: Position,
  action: Pick<ActionDescription, 'with'>,
): readonly FormField[] {
  return Object.entries(action.with).map(([name, type]) => fieldOf(position, toKebab(name), type));
}

function fieldOf(position: Position, id: string, declared: ValueType): FormField {
  const optional = declared.kind === 'optional';
  const type = optional ? declared.of : declared;
  const start = startOf(declared) ?? startOf(type);
  const field: FormField = {
    id,
    label: declared.title ?? type.title ?? capitalised(id.replaceAll('-', ' ')),
    about: declared.about ?? type.about ?? null,
    required: !optional && start === undefined && type.kind !== 'text',
    optional: optional || start !== undefined,
    input: 'text',
    options: [],
    min: null,
    max: null,
    numbers: false,
    start:
      start === undefined || start === null ? [] : Array.isArray(start) ? start.map(String) : [asText(start)],
  };
  if (type.kind === 'text') return { ...field, required: !optional && type.filled === true };
  if (type.kind === 'integer')
    return {
      ...field,
      input: 'integer',
      min: type.min === null ? null : (type.min ?? 0),
      max: type.max ?? null,
    };
  if (type.kind === 'boolean') return { ...field, input: 'yes-no', start: field.start };
  if (type.kind === 'time') return { ...field, input: 'time' };
  const options = optionsOf(position, type);
  if (options !== null) return { ...field, input: 'one-of', options };
  if (type.kind === 'list') {
    const each = optionsOf(position, type.of);
    const required = (type.min ?? 0) > 0;
    if (each !== null) return { ...field, required, input: 'some-of', options: each };
    if (type.of.kind === 'text' || type.of.kind === 'integer')
      return { ...field, required, input: 'lines', numbers: type.of.kind === 'integer' };
  }
  return {
    ...field,
    required: false,
    input: 'yaml',
    start: start === undefined ? [] : [JSON.stringify(start)],
  };
}

function startOf(type: ValueType): unknown {
  return 'start' in type ? type.start : undefined;
}

function asText(value: unknown): string {
  return typeof value === 'boolean'
    ? value
      ? 'yes'
      : 'no'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
}

/** What may be chosen; null where it is not a matter of choosing. */
function optionsOf(position: Position, type: ValueType): readonly Option[] | null {
  const state = position.open.play.state();
  if (type.kind === 'choice') return type.of.map((value) => ({ value, label: value }));
  if (type.kind === 'player') return Object.entries(state.players).map(([id, fields]) => option(id, fields));
  if (type.kind === 'thing') {
    const things = state.things[toKebab(type.collection)] ?? state.things[type.collection] ?? {};
    return Object.entries(things).map(([id, fields]) => option(id, fields));
  }
  if (type.kind === 'post')
    return Object.values(state.posts).map(({ id, title }) => ({ value: id, label: `${id} · ${title}` }));
  return null;
}

function option(id: string, fields: unknown): Option {
  const name = isPlainObject(fields) ? fields['name'] : undefined;
  const named = typeof name === 'string' && name !== '' && name !== id;
  return {
    value: id,
    label: named ? (id.toLowerCase() === name.toLowerCase() ? name : `${name} (${id})`) : id,
  };
}

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
  if (text === '' && field.input === 'text' && !field.required && !field.optional) return { value: '' };
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
