import { z } from 'zod';

import { gameSchema } from '../../../ruleset/schema/game.ts';

/** `content/game.yml` as the engine reads it: the schema of its front matter, and how the game is run. */
export const gameFileSchema = gameSchema.extend({
  core: z
    .union([z.string(), z.number()])
    .transform(String)
    .optional()
    .meta({ description: 'the era whose core rules the game began with', examples: ['first-era'] }),
  pack: z
    .string()
    .optional()
    .meta({ description: 'the dynasty of the library that the game began with', examples: ['harbour'] }),
  resolution: z
    .enum(['automatic', 'by-admin'])
    .optional()
    .meta({
      description:
        'automatic: the engine resolves what is due; by-admin: an Admin does, and the engine checks',
      examples: ['automatic'],
    }),
});

export type GameFile = z.infer<typeof gameFileSchema>;
