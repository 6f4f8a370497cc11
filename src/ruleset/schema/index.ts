import type { z } from 'zod';
import { dynastySchema } from './dynasty.ts';
import { gameFileSchema } from './game.ts';
import { packSchema } from './pack.ts';
import { playerSchema } from './player.ts';
import { archivedPostSchema } from './post.ts';
import { ruleSchema } from './rule.ts';
import { thingSchema } from './thing.ts';

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
