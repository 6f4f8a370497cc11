import { z } from 'zod';
import { gameSchemaWith } from './game.ts';
import { schemas } from './index.ts';

/** The published JSON Schemas by file name, such as `rule.json`, for use in editors. */
export function renderJsonSchemas(
  forges: readonly z.ZodObject[],
  others: Readonly<Record<string, z.ZodType>> = {},
): ReadonlyMap<string, string> {
  const all = { ...schemas, game: gameSchemaWith(forges), ...others };
  const rendered = Object.entries(all).map(([name, schema]) => {
    // People write the input. JSON Schema can't express transforms and refinements.
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', target: 'draft-2020-12' });
    return [`${name}.json`, `${JSON.stringify(json, null, 2)}\n`] as const;
  });
  return new Map(rendered);
}
