import { z } from 'zod';
import { nameSchema, timeSchema, trackedSchema } from './parts.ts';
import { termsSchema } from './terms.ts';

/** The other keys belong to the host for this kind of forge. */
const forgeSchema = z.looseObject({ kind: z.string().min(1) });
const FORGE = {
  description: 'where people meet: the kind of forge, and the settings for it',
  examples: [{ kind: 'local' }],
};

const diceSchema = z.discriminatedUnion('source', [
  z.strictObject({ source: z.literal('drand'), chain: z.string().optional() }),
  z.strictObject({ source: z.literal('committed'), hash: z.string().optional() }),
  z.strictObject({ source: z.literal('fixed'), values: z.array(z.number().int()) }),
]);

/** Where published pages let players sign in. */
export const signInSchema = z.strictObject({
  service: z.url({ protocol: /^https?$/u }),
  client: z.string().regex(/^[\w.-]{1,100}$/u),
  scope: z
    .string()
    .regex(/^[\w:-]{1,60}$/u)
    .optional(),
});

/** The kinds of news that receivers elsewhere can get. */
const NOTICE_KINDS = [
  'opened',
  'closing',
  'enacted',
  'failed',
  'refused',
  'dice',
  'actions',
  'rounds',
  'dynasties',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export const noticesSchema = z.record(
  z.string().regex(/^[a-z][a-z0-9-]{0,39}$/u),
  z.strictObject({ tell: z.array(z.enum(NOTICE_KINDS)).min(1), every: z.enum(['day', 'week']).optional() }),
);

/** `game.yml`, which is about the game rather than its play. */
export const gameFileSchema = z
  .strictObject({
    name: nameSchema.meta({ description: 'the name of the game', examples: ['Harbour Nomic'] }),
    forge: forgeSchema.optional().meta(FORGE),
    'sign-in': signInSchema
      .nullable()
      .optional()
      .meta({
        description:
          'where the published pages let players sign in: the address of the group’s own `gitnomic sign-in`, the client that the forge knows it by, and a scope where the forge needs one',
        examples: [{ service: 'https://sign-in.example', client: 'Iv23liExample' }],
      }),
    notices: noticesSchema
      .nullable()
      .optional()
      .meta({
        description:
          'which receivers elsewhere get which notices, at once or in a digest; their addresses are secrets, in GITNOMIC_NOTICES',
        examples: [{ chat: { tell: ['opened', 'enacted'] }, list: { tell: ['enacted'], every: 'week' } }],
      }),
    admins: z
      .array(z.string().min(1))
      .optional()
      .meta({
        description: 'the Admins it began with; who is one now is tracked of each player',
        examples: [['ana']],
      }),
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
    practice: z
      .boolean()
      .optional()
      .meta({
        description:
          'the game is for practice: at home the host may move its clock, go back in a copy of it, and sit in for others',
        examples: [true],
      }),
    sandbox: z
      .strictObject({
        steps: z.number().int().min(100).max(1_000_000).optional(),
        'memory-mb': z.number().int().min(16).max(2_048).optional(),
      })
      .optional()
      .meta({
        description:
          'what one call of the rules may use: steps, in thousands of instructions, and memory; the engine’s own bounds, unless said',
        examples: [{ steps: 20_000, 'memory-mb': 256 }],
      }),
    terms: termsSchema.optional(),
    dice: diceSchema
      .optional()
      .meta({ description: 'where dice come from', examples: [{ source: 'drand' }] }),
    dynasty: z
      .strictObject({
        number: z.number().int().min(1),
        name: z.string().min(1),
        emperor: z.string().min(1).nullable(),
        theme: z.string().optional(),
        began: timeSchema.optional(),
      })
      .optional()
      .meta({
        description: 'the current dynasty',
        examples: [{ number: 1, name: 'The First Dynasty of Ana', emperor: 'ana' }],
      }),
    tracked: z
      .record(z.string(), trackedSchema)
      .optional()
      .meta({
        description: 'what rules track of the whole game',
        examples: [{ 'tracking-page': 'Harbour' }],
      }),
  })
  .meta({ title: 'Game', description: 'The game: its name, forge, Admins, terms, dice and dynasty' });

/** The same, including all keys for these kinds of forge, for editors. */
export function gameSchemaWith(forges: readonly z.ZodObject[]): z.ZodObject {
  return gameFileSchema
    .extend({ forge: z.union(forges).optional().meta(FORGE) })
    .meta(gameFileSchema.meta() ?? {});
}

export type GameFile = z.infer<typeof gameFileSchema>;
