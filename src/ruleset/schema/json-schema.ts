import { z } from 'zod';
import { gameSchemaWith, gameFileSchema } from './game.ts';
import { dynastySchema } from './dynasty.ts';
import { packSchema } from './pack.ts';
import { archivedPostSchema } from './post.ts';
import { ruleSchema } from './rule.ts';
import { nameSchema, trackedSchema } from './parts.ts';

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

/** The front matter of a player's file. Apart from the name, it has the variables that the rules define. */
const playerSchema = z
  .object({
    name: nameSchema.meta({ description: 'the name of the player, in one line', examples: ['ana'] }),
  })
  .catchall(trackedSchema)
  .meta({ title: 'Player', description: 'A player, and what the rules track of them' });

/** The front matter of a thing in a collection. Its id is its file name. */
const thingSchema = z
  .object({
    name: nameSchema
      .optional()
      .meta({ description: 'what people call the thing, in one line', examples: ['North Pier'] }),
  })
  .catchall(trackedSchema)
  .meta({ title: 'Thing', description: 'A thing of a collection, and what the rules track of it' });

/** All kinds of front matter and YAML files, by the names of their published JSON Schemas. */
export const schemas = {
  dynasty: dynastySchema,
  game: gameFileSchema,
  pack: packSchema,
  player: playerSchema,
  post: archivedPostSchema,
  rule: ruleSchema,
  thing: thingSchema,
} as const satisfies Readonly<Record<string, z.ZodObject>>;
