import { z } from 'zod';
import { schemas } from './index.ts';

/** The published JSON Schemas, by file name: `rule.json`. Editors use them while somebody writes a file. */
export function renderJsonSchemas(): ReadonlyMap<string, string> {
  const rendered = Object.entries(schemas).map(([name, schema]) => {
    // What people write is the input; transforms and refinements have no words in JSON Schema.
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', target: 'draft-2020-12' });
    return [`${name}.json`, `${JSON.stringify(json, null, 2)}\n`] as const;
  });
  return new Map(rendered);
}
