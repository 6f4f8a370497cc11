import { z } from 'zod';
import { nameSchema, trackedSchema } from './parts.ts';

/** The front matter of a player's file; besides the name it holds whatever the rules in force track. */
export const playerSchema = z
  .object({
    name: nameSchema.meta({ description: 'the name of the player, in one line', examples: ['ana'] }),
  })
  .catchall(trackedSchema)
  .meta({ title: 'Player', description: 'A player, and what the rules track of them' });
