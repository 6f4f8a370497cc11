import { z } from 'zod';
import { nameSchema, trackedSchema } from './parts.ts';

/** The front matter of a thing in a collection. Its id is its file name. */
export const thingSchema = z
  .object({
    name: nameSchema
      .optional()
      .meta({ description: 'what people call the thing, in one line', examples: ['North Pier'] }),
  })
  .catchall(trackedSchema)
  .meta({ title: 'Thing', description: 'A thing of a collection, and what the rules track of it' });
