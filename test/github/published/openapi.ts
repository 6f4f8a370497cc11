import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

import { closed, isObject, Schemas, type Json, type JsonObject } from './json-schema.ts';

/**
 * GitHub's published description of its REST interface, all of it. What is asked has to be what it
 * describes, with no field, parameter or call besides; and so has what the stand-in answers.
 */
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
  readonly components: JsonObject;
}

const description = JSON.parse(
  brotliDecompressSync(readFileSync(new URL('./openapi.json.br', import.meta.url))).toString(),
) as Description;
const schemas = new Schemas(description.components);

export interface Operation {
  readonly id: string;
  readonly described: JsonObject;
  /** What stands in the path, by name. */
  readonly inPath: Readonly<Record<string, string>>;
}

const partsOf = (path: string): number => path.split('/').length;

/** By how many parts a path has, those with the fewest variables first. */
const PATTERNS = Map.groupBy(
  Object.keys(description.paths)
    .toSorted((a, b) => a.split('{').length - b.split('{').length)
    .map((path) => ({
      path,
      names: [...path.matchAll(/\{([\w-]+)\}/gu)].map(([, name]) => name ?? ''),
      pattern: new RegExp(`^${path.replaceAll(/\{[\w-]+\}/gu, '([^/]+)')}$`, 'u'),
    })),
  ({ path }) => partsOf(path),
);

/** The call that a request makes; null where GitHub has none such. */
export function findOperation(method: string, path: string): Operation | null {
  for (const { path: known, names, pattern } of PATTERNS.get(partsOf(path)) ?? []) {
    const found = pattern.exec(path);
    const described = description.paths[known]?.[method.toLowerCase()];
    if (found === null || described === undefined) continue;
    const inPath = names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')]);
    return { id: String(described['operationId']), described, inPath: Object.fromEntries(inPath) };
  }
  return null;
}

/** What GitHub would not understand of a request, or ignore. */
export function requestProblems(operation: Operation, query: URLSearchParams, body: Json): string[] {
  const { id, described, inPath } = operation;
  const listed = Array.isArray(described['parameters']) ? described['parameters'] : [];
  const parameters = listed.map((one) => schemas.resolve(one));
  const problems: string[] = [];
  const given = [
    ...[...query].map(([name, text]) => ({ name, text, place: 'query' })),
    ...Object.entries(inPath).map(([name, text]) => ({ name, text, place: 'path' })),
  ];
  for (const { name, text, place } of given) {
    const parameter = parameters.find((one) => one['name'] === name && one['in'] === place);
    if (parameter === undefined) {
      problems.push(`there is no parameter ${name} in the ${place}`);
      continue;
    }
    const schema = schemas.resolve(parameter['schema']);
    const value = schema['type'] === 'integer' && /^-?\d+$/u.test(text) ? Number(text) : text;
    problems.push(
      ...schemas
        .problems(`${id} ${place} ${name}`, parameter['schema'] ?? {}, value)
        .map((why) => `${name}: ${why}`),
    );
    if (name === 'per_page' && Number(text) > 100) problems.push('per_page is more than 100');
  }
  return [...problems, ...bodyProblems(operation, body)];
}

function bodyProblems({ id, described }: Operation, body: Json): string[] {
  const request = schemas.resolve(described['requestBody']);
  const schema = contentOf(request);
  if (schema === undefined) return body === null ? [] : ['it takes no body'];
  if (body === null) return request['required'] === true ? ['it needs a body'] : [];
  return schemas.problems(`${id} body`, closed(schema), body);
}

/** An answer with all that GitHub's would have, and what is wrong with it all the same. */
export function describeAnswer(
  { id, described }: Operation,
  status: number,
  answer: Json | undefined,
): { answer: Json | undefined; problems: string[] } {
  const responses = isObject(described['responses']) ? described['responses'] : {};
  if (responses[String(status)] === undefined)
    return { answer, problems: [`${id} never answers with ${status}`] };
  const schema = contentOf(schemas.resolve(responses[String(status)]));
  if (schema === undefined)
    return { answer, problems: answer === undefined ? [] : [`${id} answers ${status} with no body`] };
  const whole = schemas.complete(schema, answer);
  return { answer: whole, problems: schemas.problems(`${id} ${status}`, schema, whole) };
}

function contentOf(part: JsonObject): Json | undefined {
  const content = isObject(part['content']) ? part['content']['application/json'] : undefined;
  return isObject(content) ? content['schema'] : undefined;
}
