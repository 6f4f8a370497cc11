import { z } from 'zod';
import { kebabPattern, nameSchema, timeSchema, trackedSchema } from './parts.ts';

const person = z.string().min(1);

/** The front matter of an archived official post. */
export const postSchema = z
  .strictObject({
    id: z
      .string()
      .regex(kebabPattern)
      .meta({ description: 'the id of the post, in kebab-case', examples: ['proposal-12'] }),
    kind: z
      .string()
      .regex(kebabPattern)
      .meta({ description: 'the category of the post, in kebab-case', examples: ['proposal'] }),
    title: z
      .string()
      .trim()
      .min(1)
      .max(300)
      .meta({ description: 'the title of the post', examples: ['A longer night'] }),
    author: person.meta({ description: 'the name of whoever posted it', examples: ['ana'] }),
    posted: timeSchema.meta({
      description: 'when it was posted, in UTC',
      examples: ['2024-03-01T09:00:00Z'],
    }),
    tags: z
      .array(z.string())
      .optional()
      .meta({ description: 'the tags in its title', examples: [['Core']] }),
    status: z
      .enum(['pending', 'enacted', 'failed'])
      .optional()
      .meta({ description: 'pending, enacted or failed, of a votable matter', examples: ['enacted'] }),
    resolved: timeSchema
      .optional()
      .meta({ description: 'when it was resolved, in UTC', examples: ['2024-03-03T09:00:00Z'] }),
    'resolved-by': person
      .nullable()
      .optional()
      .meta({ description: 'who resolved it, null for the engine', examples: ['bo'] }),
    tally: z
      .record(z.string(), trackedSchema)
      .optional()
      .meta({ description: 'the votes as they were counted at the end', examples: [{ for: 4, against: 1 }] }),
    votes: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: 'the vote of each voter', examples: [{ ana: 'FOR', bo: 'AGAINST' }] }),
    commit: z
      .string()
      .optional()
      .meta({ description: 'the commit that was voted on', examples: ['4f2d1c0'] }),
    link: z
      .string()
      .optional()
      .meta({ description: 'where it was discussed', examples: ['https://example.org/12'] }),
    dynasty: z
      .string()
      .optional()
      .meta({ description: 'the dynasty it belongs to', examples: ['The First Dynasty of Ana'] }),
    number: nameSchema.optional().meta({ description: 'its number in the forge', examples: ['12'] }),
    fields: z
      .record(z.string(), trackedSchema)
      .optional()
      .meta({ description: 'what rules track of the post', examples: [{ illegal: false }] }),
  })
  .meta({ title: 'Post', description: 'Front matter of an archived post' });

export type PostMatter = z.infer<typeof postSchema>;
