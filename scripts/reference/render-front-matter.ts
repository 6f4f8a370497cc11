import { forgeSchemas } from '../../src/host/read-forge.ts';
import { hosts } from '../../src/host/registry.ts';
import { renderJsonSchemas } from '../../src/ruleset/schema/json-schema.ts';
import { table } from './table.ts';

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const listed = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** Renders the keys of each kind of front matter and YAML file, from the schemas that parse them. */
export async function renderFrontMatter(): Promise<string> {
  const parts = [
    '# Front matter\n\nWritten by `scripts/write-reference.ts` from the schemas that files are read with; they are in `schemas/` as\nJSON Schemas, for editors.\n',
  ];
  for (const [name, source] of renderJsonSchemas(await forgeSchemas(hosts))) {
    const schema: unknown = JSON.parse(source);
    if (isObject(schema)) parts.push(`\n## ${text(schema['title']) || name}\n\n${partOf(schema, name)}`);
  }
  return parts.join('');
}

function partOf(schema: Json, name: string): string {
  const required = listed(schema['required']);
  const properties = isObject(schema['properties']) ? Object.entries(schema['properties']) : [];
  const rows = properties.map(([key, given]) => {
    const property = isObject(given) ? given : {};
    const [example] = listed(property['examples']);
    return [
      `\`${key}\``,
      typeOf(property),
      required.includes(key) ? 'yes' : '',
      text(property['description']),
      example === undefined ? '' : `\`${JSON.stringify(example)}\``,
    ];
  });
  const others =
    schema['patternProperties'] !== undefined
      ? 'Keys that begin with `x-` are free, for rules to read; no other key is known.'
      : schema['additionalProperties'] === false
        ? 'No other key is known.'
        : 'Other keys are what rules track.';
  const about = text(schema['description']);
  return `${about === '' ? '' : `${about}. `}[Schema](../../schemas/${name}). ${others}\n\n${table(['key', 'type', 'needed', 'what', 'example'], rows)}`;
}

function typeOf(schema: Json): string {
  const choices = listed(schema['enum']);
  if (choices.length > 0) return choices.map((one) => `\`${String(one)}\``).join(', ');
  if (schema['const'] !== undefined) return `\`${JSON.stringify(schema['const'])}\``;
  const any = [...listed(schema['anyOf']), ...listed(schema['oneOf'])].filter(isObject);
  if (any.length > 0) return [...new Set(any.map(typeOf))].join(' or ');
  if (schema['type'] === 'array')
    return `list of ${isObject(schema['items']) ? typeOf(schema['items']) : 'anything'}`;
  if (schema['type'] === 'object') {
    const inner = isObject(schema['properties']) ? Object.keys(schema['properties']) : [];
    return inner.length === 0 ? 'record' : `record: ${inner.map((key) => `\`${key}\``).join(', ')}`;
  }
  return text(schema['type']) || 'anything';
}
