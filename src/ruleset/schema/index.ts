import type { z } from 'zod';
import { dynastySchema } from './dynasty.ts';
import { gameFileSchema } from './game.ts';
import { packSchema } from './pack.ts';
import { playerSchema } from './player.ts';
import { archivedPostSchema } from './post.ts';
import { ruleSchema } from './rule.ts';
import { thingSchema } from './thing.ts';

/** Every kind of front matter and YAML file, by the name under which its JSON Schema is published. */
export const schemas = {
  dynasty: dynastySchema,
  game: gameFileSchema,
  pack: packSchema,
  player: playerSchema,
  post: archivedPostSchema,
  rule: ruleSchema,
  thing: thingSchema,
} as const satisfies Readonly<Record<string, z.ZodObject>>;
