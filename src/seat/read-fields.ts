import type { Say } from '../language/wording.ts';
import { ROWS } from '../wording/field-names.ts';
import type { FormField } from '../wording/form-field.ts';
import { readTypedJson } from '../ruleset/plain-data.ts';

export interface FieldProblem {
  readonly field: string | null;
  readonly reason: string;
}

export interface ReadForm {
  readonly words: Readonly<Record<string, unknown>>;
  readonly problems: readonly FieldProblem[];
}

export type GivenTexts = (name: string) => readonly string[];

/** The values in a form, and the language for its problems. */
interface Written {
  readonly given: GivenTexts;
  readonly say: Say;
}

type Read = { readonly value: unknown } | { readonly problems: readonly FieldProblem[] };

const MOST_ROWS = 200;

/**
 * Converts the contents of a form to the values that its rule asks for. Only a value that no rule could read is refused
 * here.
 */
export function readFields(fields: readonly FormField[], given: GivenTexts, say: Say): ReadForm {
  const words: Record<string, unknown> = {};
  const problems: FieldProblem[] = [];
  for (const field of fields) {
    const read = readField(field, field.id, { given, say });
    if ('problems' in read) problems.push(...read.problems);
    else if (read.value !== undefined) words[field.id] = read.value;
  }
  return { words, problems };
}

export function rowsIn(name: string, given: GivenTexts): number {
  const count = Number(given(`${name}.${ROWS}`)[0] ?? 0);
  return Number.isSafeInteger(count) ? Math.min(Math.max(count, 0), MOST_ROWS) : 0;
}

/** True if a field and all of its parts are empty. */
export function isBlank({ input, parts }: FormField, name: string, given: GivenTexts): boolean {
  const [each] = parts;
  if (input === 'group') return parts.every((part) => isBlank(part, `${name}.${part.id}`, given));
  if (each === undefined) return given(name).every((text) => text.trim() === '');
  return Array.from({ length: rowsIn(name, given) }).every((_, at) => isBlank(each, `${name}.${at}`, given));
}

function readField(field: FormField, name: string, written: Written): Read {
  const { given, say } = written;
  const { input, label, required, optional } = field;
  const text = given(name)[0]?.replace(/\r\n?/gu, '\n') ?? '';
  const problem = (reason: string): Read => ({ problems: [{ field: name, reason }] });
  if (input === 'some-of') return { value: given(name).filter((one) => one !== '') };
  if (input === 'lines') return readLines(field, given(name).join('\n'), { say, refuse: problem });
  const blank = isBlank(field, name, given);
  if (blank && optional) return { value: undefined };
  if (input === 'group') return readGroup(field, name, written);
  if (blank && required) return problem(say`${label} is missing.`);
  if (input === 'rows' || input === 'entries') return readRows(field, name, { ...written, refuse: problem });
  if (blank) return { value: input === 'text' || input === 'picture' ? '' : undefined };
  if (input === 'one-of' && field.numbers) return { value: Number(text) };
  if (input === 'integer') return readInteger(field, text, { say, refuse: problem });
  if (input === 'yes-no') return { value: text === 'yes' };
  return { value: input === 'anything' ? readAnything(text) : text };
}

function readGroup({ parts }: FormField, name: string, written: Written): Read {
  const value: Record<string, unknown> = {};
  const problems: FieldProblem[] = [];
  for (const part of parts) {
    const read = readField(part, `${name}.${part.id}`, written);
    if ('problems' in read) problems.push(...read.problems);
    else if (read.value !== undefined) value[part.id] = read.value;
  }
  return problems.length > 0 ? { problems } : { value };
}

interface Refusing {
  readonly say: Say;
  readonly refuse: (reason: string) => Read;
}

/** Blank rows are ignored. */
function readRows(
  { input, label, parts: [each] }: FormField,
  name: string,
  written: Written & Refusing,
): Read {
  const { given, say, refuse } = written;
  const values: unknown[] = [];
  const problems: FieldProblem[] = [];
  const count = each === undefined ? 0 : rowsIn(name, given);
  for (let at = 0; at < count; at++) {
    if (each === undefined || isBlank(each, `${name}.${at}`, given)) continue;
    const read = readField(each, `${name}.${at}`, written);
    if ('problems' in read) problems.push(...read.problems);
    else values.push(read.value);
  }
  if (problems.length > 0) return { problems };
  if (input === 'rows') return { value: values };
  const entries = values as readonly { readonly name: string; readonly value?: unknown }[];
  const twice = entries.find(({ name: one }, at) => entries.findIndex((other) => other.name === one) < at);
  if (twice !== undefined) return refuse(say`${label} has ${twice.name} twice.`);
  return { value: Object.fromEntries(entries.map((one) => [one.name, one.value ?? ''])) };
}

/** Accepts digits only, since 1e3, 0x10 and 1.000 may mean different things to different people. */
function wholeNumber(text: string): number | null {
  const figures = text.trim().replace('−', '-');
  const value = /^[+-]?\d+$/u.test(figures) ? Number(figures) + 0 : Number.NaN;
  return Number.isSafeInteger(value) ? value : null;
}

function readInteger({ label, min, max }: FormField, text: string, { say, refuse }: Refusing): Read {
  const value = wholeNumber(text);
  if (value === null) return refuse(say`${label} needs a whole number, not ${text}.`);
  if (min !== null && value < min) return refuse(say`${label} is at least ${min}.`);
  if (max !== null && value > max) return refuse(say`${label} is at most ${max}.`);
  return { value };
}

/** For a rule that accepts any value: numbers and lists are parsed, and anything else is text, such as a number that would be written otherwise. */
function readAnything(text: string): unknown {
  const { value, fault } = readTypedJson(text);
  return fault === null ? value : text;
}

function readLines({ label, numbers }: FormField, text: string, { say, refuse }: Refusing): Read {
  const lines = text
    .split(/\r\n?|\n/u)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (!numbers) return { value: lines };
  const wrong = lines.find((line) => wholeNumber(line) === null);
  return wrong === undefined
    ? { value: lines.map(wholeNumber) }
    : refuse(say`${label} needs a whole number on each line, not ${wrong}.`);
}
