import { z } from 'zod';
import { nameSchema, trackedSchema } from './parts.ts';

/** The front matter of a player's file. Apart from the name, it has the variables that the rules define. */
export const playerSchema = z
  .object({
    name: nameSchema.meta({ description: 'the name of the player, in one line', examples: ['ana'] }),
  })
  .catchall(trackedSchema)
  .meta({ title: 'Player', description: 'A player, and what the rules track of them' });
