import { z } from 'zod';
import { termsSchema } from './terms.ts';

/** A name in YAML may look like a number, such as a year. */
const name = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^[a-z0-9][a-z0-9-]*$/));

/** `pack.yml`: a ruleset to start from, either the core rules of an era or a dynasty's. */
export const packSchema = z
  .strictObject({
    name: name.meta({ description: "the name of the pack's folder", examples: ['harbour'] }),
    title: z
      .string()
      .trim()
      .min(1)
      .meta({ description: 'what people call the pack', examples: ['The Harbour'] }),
    kind: z
      .enum(['core', 'dynasty'])
      .optional()
      .meta({
        description: 'core or dynasty; a pack that names its core is a dynasty',
        examples: ['dynasty'],
      }),
    core: name
      .optional()
      .meta({ description: 'the core rules that a dynasty is played under', examples: ['first-era'] }),
    terms: termsSchema.optional(),
    resolution: z
      .enum(['automatic', 'by-admin'])
      .optional()
      .meta({
        description: 'how games under these core rules are resolved, unless somebody says otherwise',
        examples: ['by-admin'],
      }),
    theme: z
      .string()
      .trim()
      .optional()
      .meta({
        description: 'what the dynasty is about, in a sentence',
        examples: ['Sailors look for the lost light.'],
      }),
    recommended: z
      .boolean()
      .optional()
      .meta({
        description: 'true if a game begins with this dynasty unless somebody chooses another',
        examples: [true],
      }),
    paces: z
      .record(
        name,
        z.strictObject({
          title: z.string().trim().min(1),
          about: z.string().trim().min(1),
          values: z.record(z.string(), z.record(z.string(), z.string())).optional(),
        }),
      )
      .optional()
      .meta({
        description:
          'how fast a game under these core rules can be played: for each pace the live values of rules that it sets; the first is the default',
        examples: [
          {
            slow: {
              title: 'Slow',
              about: 'a vote takes a week',
              values: { 'core/votes': { window: '168' } },
            },
          },
        ],
      }),
    'special-cases': z
      .record(z.string(), z.enum(['active', 'inactive']))
      .optional()
      .meta({
        description: 'titles of special-case rules, each active or inactive',
        examples: [{ Dormancy: 'inactive' }],
      }),
    'said-twice': z
      .record(z.string(), z.array(z.string()))
      .optional()
      .meta({
        description:
          'numbers that appear in a rule’s text and its clause on purpose, so that lint doesn’t report them',
        examples: [{ 'dynastic/lamps': ['two'] }],
      }),
    'tracking-page': z
      .string()
      .trim()
      .min(1)
      .optional()
      .meta({ description: 'the name of the page that shows the gamestate', examples: ['Harbour'] }),
    begins: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({
        description: 'initial values in addition to the rules’ own, by their paths',
        examples: [{ 'game.tide': 3, 'islets.eel.light': true }],
      }),
    'emperor-name': z
      .string()
      .trim()
      .min(1)
      .optional()
      .meta({ description: 'whom the emperor plays', examples: ['The Admiral'] }),
    description: z
      .string()
      .trim()
      .optional()
      .meta({
        description: 'a sentence or two for people who choose a pack',
        examples: ['Ships, weather and debts.'],
      }),
    about: z
      .string()
      .trim()
      .optional()
      .meta({ description: 'the same as description', examples: ['Ships, weather and debts.'] }),
  })
  .meta({ title: 'Pack', description: 'A ruleset to start from' });

export type PackMatter = z.infer<typeof packSchema>;
