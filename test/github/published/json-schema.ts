import { Ajv, type ValidateFunction } from 'ajv';
import addFormatsModule from 'ajv-formats';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

// Its types describe another module system than the one that Node gives it.
const addFormats = addFormatsModule as unknown as (ajv: Ajv) => void;

/** `{ type: string, nullable: true }`, as OpenAPI 3.0 has it, → `{ anyOf: [{ type: string }, { type: null }] }` */
function withNull(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(withNull);
  if (!isObject(schema)) return schema;
  const { nullable, ...rest } = schema;
  const inner = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, withNull(value)]));
  return nullable === true ? { anyOf: [inner, { type: 'null' }] } : inner;
}

/** Where a schema says which properties there are, others are refused: what GitHub ignores is a mistake of ours. */
export function closed(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(closed);
  if (!isObject(schema)) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return isObject(schema['properties']) && schema['additionalProperties'] === undefined
    ? { ...inner, additionalProperties: false }
    : inner;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A description's components, and schemas that refer to them. */
export class Schemas {
  readonly #ajv = new Ajv({ strict: false, allErrors: true, validateFormats: true, validateSchema: false });
  readonly #components: JsonObject;
  readonly #added = new Set<string>();
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(components: JsonObject) {
    this.#components = components;
    addFormats(this.#ajv);
    this.#ajv.addFormat('repo.nwo', /^[^/]+\/[^/]+$/u);
  }

  /** What is wrong with a value; nothing where all is well. `name` is kept to compile each schema once. */
  problems(name: string, schema: Json, value: unknown): string[] {
    let validate = this.#compiled.get(name);
    if (validate === undefined) {
      validate = this.#ajv.compile(this.#standingAlone(schema));
      this.#compiled.set(name, validate);
    }
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message = '', params }) =>
        `${instancePath || 'it'} ${message} ${JSON.stringify(params)}`,
    );
  }

  /** What a schema refers to is added as it is first referred to: of thousands few ever are. */
  #standingAlone(schema: Json): JsonObject {
    const text = JSON.stringify(withNull(schema));
    for (const [, section = '', name = ''] of text.matchAll(/"#\/components\/([\w-]+)\/([\w.-]+)"/gu)) {
      const id = `github:${section}/${name}`;
      if (this.#added.has(id)) continue;
      this.#added.add(id);
      const found = this.#components[section];
      this.#ajv.addSchema(this.#standingAlone(isObject(found) ? (found[name] ?? {}) : {}), id);
    }
    return JSON.parse(text.replaceAll('"#/components/', '"github:')) as JsonObject;
  }

  resolve(schema: Json | undefined): JsonObject {
    if (!isObject(schema)) return {};
    const reference = schema['$ref'];
    if (typeof reference !== 'string') return schema;
    const [, , section = '', name = ''] = reference.split('/');
    const found = this.#components[section];
    return this.resolve(isObject(found) ? found[name] : undefined);
  }

  /** What is said, with what a schema requires besides and nobody looks at: `{ id: 3 }` → `{ id: 3, url: '…', … }`. */
  complete(schema: Json | undefined, given: Json | undefined): Json {
    const all = this.#merged(schema);
    if (given === undefined) return this.#least(all);
    if (Array.isArray(given)) return given.map((one) => this.complete(all['items'], one));
    if (!isObject(given) || !isObject(all['properties'])) return given;
    const properties = all['properties'];
    const required = (Array.isArray(all['required']) ? all['required'] : []).map(String);
    const there = Object.entries(given).map(([key, value]) => [key, this.complete(properties[key], value)]);
    const missing = required.filter((key) => !Object.hasOwn(given, key));
    const added = missing.map((key) => [key, this.complete(properties[key], undefined)]);
    return Object.fromEntries([...there, ...added]) as JsonObject;
  }

  /** One schema in place of alternatives: the first of them that is more than null. */
  #merged(schema: Json | undefined): JsonObject {
    const own = this.resolve(schema);
    const alternatives = own['oneOf'] ?? own['anyOf'];
    if (Array.isArray(alternatives)) {
      const found = alternatives.map((one) => this.#merged(one)).find((one) => one['type'] !== 'null');
      return { ...own, ...found };
    }
    const parts = own['allOf'];
    return Array.isArray(parts) ? { ...own, ...this.#merged(parts[0]) } : own;
  }

  #least(schema: JsonObject): Json {
    if (schema['nullable'] === true) return null;
    const [option] = Array.isArray(schema['enum']) ? schema['enum'] : [];
    if (option !== undefined) return option;
    switch (schema['type']) {
      case 'integer':
      case 'number':
        return typeof schema['minimum'] === 'number' ? schema['minimum'] : 0;
      case 'boolean':
        return false;
      case 'array':
        return [];
      case 'object':
        return this.complete(schema, {});
      default:
        return leastText(schema['format']);
    }
  }
}

function leastText(format: Json | undefined): string {
  if (format === 'uri') return 'https://api.github.com/';
  if (format === 'date-time') return '2021-01-01T00:00:00Z';
  return '';
}
