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
  .describe('a line that the rules have at the top: a number, or what everybody is to know');

export const matterStatusSchema = z.object({
  id: z.string(),
  kind: z.string().describe('the id of its kind'),
  kindTitle: z.string().describe('how the rules call its kind'),
  title: z.string(),
  author: z.string().describe('the id of a player, or `engine`'),
  at: z.string(),
  counts: readonlyArray(countSchema),
  needed: neededSchema.nullable().describe('the votes that it takes, and their name'),
  told: readonlyArray(z.string())
    .exactOptional()
    .describe('how it is counted, step by step, where a rule decides it in a way of its own'),
  votes: z.record(z.string(), z.string()).readonly().describe('by the id of the voter'),
  state: z.string(),
  outlook: z
    .enum(['enacted', 'failed', 'taken-back'])
    .nullable()
    .describe('the result to which the votes lead as they stand'),
  queue: z.number().nullable().describe('its place in the queue'),
  conflict: z
    .boolean()
    .describe('whether it changes words that have changed since: then it waits for an Admin'),
  enactFrom: text.describe('from when it can be enacted as the votes stand; null: not at all'),
  failFrom: text.describe('from when it can fail as the votes stand; null: not at all'),
  fault: text.describe(
    'what stands in its way although it is due, or the failure of the rules when they are asked about it, and what anybody can do; null where there is nothing',
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
    .describe('whether they head the dynasty; left out where rules know no head'),
  /** True if a program has acted for them. */
  machine: z.boolean(),
  lastActive: text,
});

/** The output of `gitnomic status --json`. */
export const statusSchema = z.object({
  name: z.string(),
  now: z.string(),
  dynasty: z
    .object({ number: z.number().nullable(), name: text, emperor: text.exactOptional() })
    .exactOptional()
    .describe('left out where the rules know no dynasties'),
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
  ).describe('the rules’ own acts to come, the earliest first'),
  failing: readonlyArray(z.string()).describe(
    'matters that have stood still for a day, acts of rules that fail or of which it can’t be told when they are due, and a clock that may be wrong: a sentence each',
  ),
  stuck: readonlyArray(z.string()).describe(
    'the matters that were due at the last tick and could not be resolved, as far as is known: their posts say why',
  ),
  roster: readonlyArray(playerStatusSchema),
});
