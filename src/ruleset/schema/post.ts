import { z } from 'zod';

import { timeSchema, trackedSchema } from './parts.ts';

const tracked = z.record(z.string(), trackedSchema);

/** The front matter of a post in `content/posts`: its content and its outcome. */
export const archivedPostSchema = z
  .strictObject({
    id: z
      .string()
      .min(1)
      .meta({ description: 'the id of the post', examples: ['12'] }),
    kind: z
      .string()
      .min(1)
      .meta({ description: 'the category of the post', examples: ['proposal'] }),
    title: z.string().meta({ description: 'the title of the post', examples: ['A longer night'] }),
    author: z
      .string()
      .min(1)
      .meta({ description: 'who posted it', examples: ['ana'] }),
    posted: timeSchema.meta({
      description: 'when it was posted, in UTC',
      examples: ['2024-03-01T09:00:00Z'],
    }),
    order: z
      .number()
      .int()
      .meta({ description: 'its place among all posts of the game', examples: [12] }),
    'by-engine': z
      .boolean()
      .optional()
      .meta({ description: 'whether the rules posted it', examples: [true] }),
    altered: timeSchema
      .optional()
      .meta({ description: 'when it was last altered', examples: ['2024-03-01T10:00:00Z'] }),
    status: z
      .string()
      .optional()
      .meta({ description: 'the outcome of a votable matter', examples: ['enacted'] }),
    resolved: timeSchema
      .optional()
      .meta({ description: 'when it was resolved', examples: ['2024-03-03T09:00:00Z'] }),
    'resolved-by': z
      .string()
      .optional()
      .meta({ description: 'the Admin who resolved it by hand', examples: ['bo'] }),
    tally: tracked
      .optional()
      .meta({ description: 'the votes as they were counted at the end', examples: [{ for: 4, against: 1 }] }),
    omitted: z
      .array(z.strictObject({ change: z.string(), reason: z.string() }))
      .optional()
      .meta({
        description: 'changes that were not made, and why',
        examples: [[{ change: 'edit the rule Night', reason: 'there is none' }]],
      }),
    fields: tracked
      .optional()
      .meta({ description: 'what rules track of the post', examples: [{ illegal: false }] }),
  })
  .meta({ title: 'Post', description: 'Front matter of an archived post' });

export type ArchivedPost = z.infer<typeof archivedPostSchema>;
