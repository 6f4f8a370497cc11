import { z } from 'zod';
import { stringify } from 'yaml';
import { plainIssue } from './plain-issue.ts';
import { nearest } from '../../kernel/names.ts';
import { asSentence } from '../../kernel/sentence.ts';
import { dig } from '../../kernel/values.ts';
import type { Problem } from '../problem.ts';

export interface Validated<Value> {
  /** Null if anything was wrong. */
  readonly value: Value | null;
  readonly problems: readonly Problem[];
}

/** Checks data from YAML and reports everything that is wrong at once, in the words of the schema. */
export function validate<Schema extends z.ZodObject>(
  schema: Schema,
  data: unknown,
  file: string,
  keyLines: Readonly<Record<string, number>> = {},
): Validated<z.infer<Schema>> {
  const result = schema.safeParse(data, { error: plainIssue });
  if (result.success) return { value: result.data, problems: [] };
  const problems: Problem[] = [];
  const seen = new Set<string>();
  for (const issue of result.error.issues) {
    const key = String(issue.path[0] ?? '');
    if (issue.code === 'unrecognized_keys') {
      problems.push(
        ...issue.keys.map((name) => unknownKey(schema, issue.path.map(String), name, file, keyLines)),
      );
    } else if (!seen.has(issue.path.join('.'))) {
      seen.add(issue.path.join('.'));
      problems.push(badValue(schema, issue, data, file, keyLines[key]));
    }
  }
  return { value: null, problems };
}

function unknownKey(
  schema: z.ZodObject,
  path: readonly string[],
  name: string,
  file: string,
  keyLines: Readonly<Record<string, number>>,
): Problem {
  const known = Object.keys(innerShape(schema, path));
  const near = nearest(name, known);
  const message = `There is no such key${near === null ? '' : `; did you mean "${near}"?`}`;
  const field = [...path, name].join('.');
  const line = keyLines[path[0] ?? name];
  const example = near === null ? 'the key removed' : exampleOf(schema, [...path, near]);
  return {
    code: 'unknown-key',
    file,
    line,
    field,
    message: asSentence(message),
    expected: `one of ${known.join(', ')}`,
    example,
  };
}

function badValue(
  schema: z.ZodObject,
  issue: z.core.$ZodIssue,
  data: unknown,
  file: string,
  line: number | undefined,
): Problem {
  const path = issue.path.map(String);
  const missing = issue.code === 'invalid_type' && dig(data, path) === undefined;
  const expected = wordsAt(schema, path).description ?? issue.message;
  const message = missing
    ? 'It is missing.'
    : issue.code === 'custom'
      ? issue.message
      : `It is ${show(dig(data, path))}.`;
  const code = missing ? 'key-missing' : 'bad-value';
  return {
    code,
    file,
    line: line ?? 1,
    field: path.join('.'),
    message,
    expected,
    example: exampleOf(schema, path),
  };
}

interface Words {
  readonly key: string;
  readonly description: string | undefined;
  readonly example: unknown;
}

/** The schema's description of the innermost key of a path that has one. */
function wordsAt(schema: z.ZodObject, path: readonly string[]): Words {
  let found: Words = { key: path[0] ?? '', description: undefined, example: undefined };
  let field: unknown = schema;
  for (const key of path) {
    if (!(field instanceof z.ZodObject)) break;
    const outer = field.shape[key] as z.ZodType | undefined;
    field = unwrap(outer);
    const meta = outer?.meta() ?? (field as z.ZodType | undefined)?.meta();
    const examples: unknown = meta?.['examples'];
    if (meta?.description === undefined) continue;
    found = {
      key,
      description: meta.description,
      example: Array.isArray(examples) ? examples[0] : undefined,
    };
  }
  return found;
}

function unwrap(field: unknown): unknown {
  let inner = field;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable) inner = inner.unwrap();
  return inner;
}

function innerShape(schema: z.ZodObject, path: readonly string[]): Record<string, unknown> {
  let field: unknown = schema;
  for (const key of path) field = field instanceof z.ZodObject ? unwrap(field.shape[key]) : undefined;
  return field instanceof z.ZodObject ? field.shape : {};
}

function exampleOf(schema: z.ZodObject, path: readonly string[]): string {
  const { key, example } = wordsAt(schema, path);
  if (example === undefined) return `${key}: …`;
  const text = stringify({ [key]: example }, { lineWidth: 0, collectionStyle: 'flow' });
  return text.trim().replace(/^\{ (.*) \}$/, '$1');
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
