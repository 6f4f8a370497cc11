import { z } from 'zod';

export const readonlyArray = <T extends z.ZodType>(one: T) => z.array(one).readonly();
const text = z.string().nullable();

export const countSchema = z.object({ key: z.string(), title: z.string(), count: z.number() });
const neededSchema = z.object({ title: z.string(), count: z.number() });
const figureSchema = z
  .object({
    title: z.string(),
    value: z.union([z.number(), z.string()]).exactOptional(),
    notice: z.string().exactOptional(),
  })
  .describe('a line that the rules show at the top: a number or a notice');

export const matterStatusSchema = z.object({
  id: z.string(),
  kind: z.string().describe('the id of its kind'),
  kindTitle: z.string().describe('the rules’ name for its kind'),
  title: z.string(),
  author: z.string().describe('the id of a player, or `engine`'),
  at: z.string(),
  counts: readonlyArray(countSchema),
  needed: neededSchema.nullable().describe('the number of votes that it needs, and its name'),
  told: readonlyArray(z.string())
    .exactOptional()
    .describe('the steps of the count, if a rule decides it in its own way'),
  votes: z.record(z.string(), z.string()).readonly().describe('by the id of the voter'),
  state: z.string(),
  outlook: z
    .enum(['enacted', 'failed', 'taken-back'])
    .nullable()
    .describe('the result to which the present votes lead'),
  queue: z.number().nullable().describe('its place in the queue'),
  conflict: z
    .boolean()
    .describe('true if it changes words that have changed since; then it waits for an Admin'),
  enactFrom: text.describe('when it passes with its present votes; null: never'),
  failFrom: text.describe('when it fails with its present votes; null: never'),
  fault: text.describe(
    'the obstacle if it is due, or the failure of the rules, and what people can do; null if there is none',
  ),
  refusedBy: text.describe('the path of the rule that refuses it although it is due'),
  standsStill: z.boolean().describe('whether a rule has been in its way for more than a day'),
  byAdmin: z.boolean().describe('whether the rules leave it to an Admin to resolve it'),
  waitsFor: text.describe('the number of the matter before it that can’t go on; null if it waits for none'),
});

export const playerStatusSchema = z.object({
  id: z.string(),
  name: z.string(),
  state: z.string(),
  admin: z.boolean(),
  emperor: z
    .boolean()
    .exactOptional()
    .describe('true if they lead the dynasty; missing if the rules have no leader'),
  /** True if a program has acted for them. */
  machine: z.boolean(),
  lastActive: text,
});

const hasSchema = readonlyArray(z.object({ title: z.string(), said: z.string() })).describe(
  'the public values that the rules track for them, in words',
);

/** The output of `gitnomic status --json`. */
export const statusSchema = z.object({
  name: z.string(),
  now: z.string(),
  dynasty: z
    .object({ number: z.number().nullable(), name: text, emperor: text.exactOptional() })
    .exactOptional()
    .describe('missing if the rules have no dynasties'),
  victory: z
    .object({ winner: z.string(), begins: z.string(), next: z.string().describe('the action that goes on') })
    .exactOptional()
    .describe('who has won, and who goes on; missing while nobody has won'),
  terms: z.object({
    player: z.string(),
    players: z.string(),
    emperor: z.string().exactOptional(),
    emperors: z.string().exactOptional(),
  }),
  figures: readonlyArray(figureSchema),
  resolution: z.enum(['automatic', 'by-admin']),
  /** True if its clock may be moved. */
  practice: z.boolean(),
  queue: readonlyArray(matterStatusSchema).describe('the matters that are pending'),
  coming: readonlyArray(
    z.object({ id: z.string(), at: z.string(), title: z.string(), rule: z.string() }),
  ).describe('the rules’ scheduled actions, earliest first'),
  failing: readonlyArray(z.string()).describe(
    'a sentence for each matter that has been stuck for a day, each scheduled action that fails or whose time is unknown, and a clock that may be wrong',
  ),
  stuck: readonlyArray(z.string()).describe(
    'the matters that were due at the last tick and could not be resolved, as far as known; their posts say why',
  ),
  roster: readonlyArray(playerStatusSchema.extend({ has: hasSchema })),
});
