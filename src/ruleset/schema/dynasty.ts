import { z } from 'zod';

import { nameSchema, timeSchema } from './parts.ts';
import { termsSchema } from './terms.ts';

const line = z.number().int().min(0);

/** `dynasty.yml` of a finished dynasty. */
export const dynastySchema = z
  .strictObject({
    number: z
      .number()
      .int()
      .min(0)
      .meta({ description: 'which dynasty it was', examples: [3] }),
    name: nameSchema.meta({ description: 'what it was called', examples: ['The First Dynasty of Ana'] }),
    emperor: z
      .string()
      .min(1)
      .nullable()
      .meta({ description: 'its leader at the end; null if there was none', examples: ['ana'] }),
    theme: z
      .string()
      .optional()
      .meta({ description: 'what it was about', examples: ['Sailors look for the lost light.'] }),
    began: timeSchema
      .optional()
      .meta({ description: 'when it began, in UTC', examples: ['2024-03-01T09:00:00Z'] }),
    ended: timeSchema.meta({ description: 'when the next one began', examples: ['2024-05-01T09:00:00Z'] }),
    successor: z
      .string()
      .min(1)
      .nullable()
      .meta({ description: 'the leader of the next one when it began', examples: ['bo'] }),
    core: z
      .string()
      .optional()
      .meta({ description: 'the core pack that game.yml named at its end', examples: ['first-era'] }),
    pack: z
      .string()
      .optional()
      .meta({ description: 'the dynastic pack that game.yml named at its end', examples: ['harbour'] }),
    terms: termsSchema.meta({
      description: 'the words it used',
      examples: [{ player: 'Sailor', emperor: 'Captain' }],
    }),
    imported: z
      .strictObject({ at: timeSchema, from: z.array(z.string()) })
      .optional()
      .meta({
        description: 'for a dynasty that was played elsewhere: when it was imported, and from which files',
        examples: [{ at: '2026-03-01T09:00:00Z', from: ['matters.csv'] }],
      }),
    ledger: z
      .strictObject({ from: line, to: z.number().int().min(-1) })
      .optional()
      .meta({
        description:
          'its first line in the ledger, and its last, which comes before the first if it has none',
        examples: [{ from: 0, to: 311 }],
      }),
    journal: z
      .strictObject({ from: line, to: line })
      .optional()
      .meta({
        description: 'how far the journal had been read when it began, and when the next one had begun',
        examples: [{ from: 0, to: 702 }],
      }),
    posts: z
      .number()
      .int()
      .min(0)
      .meta({ description: 'how many posts are archived with it', examples: [57] }),
  })
  .meta({
    title: 'Dynasty',
    description: 'A dynasty that is over, as `content/dynasties/<number>` keeps it',
  });

export type DynastyMatter = z.infer<typeof dynastySchema>;
