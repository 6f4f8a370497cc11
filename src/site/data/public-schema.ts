import { z } from 'zod';
import {
  countSchema,
  readonlyArray,
  matterStatusSchema,
  playerStatusSchema,
  statusSchema,
} from '../../tick/status-schema.ts';

const text = z.string().nullable();
const values = z.record(z.string(), z.unknown()).readonly();

const stateSchema = statusSchema.extend({
  game: values.describe('the tracked values of the game as a whole'),
  things: z
    .record(z.string(), z.record(z.string(), values).readonly())
    .readonly()
    .describe('collection → thing → value'),
});

const matterSchema = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  author: z.string().describe('the id of a player, or `engine`'),
  at: z.string(),
  status: text.describe('`pending`, or its outcome'),
  resolvedAt: text,
  resolvedBy: text,
  counts: readonlyArray(countSchema),
  changes: readonlyArray(z.string()).describe('its changes other than the words of rules, in words'),
  page: z.string().describe('its page, below the root of the site'),
  standing: matterStatusSchema
    .nullable()
    .describe('as `gitnomic show WHAT --json` has it; null once it is settled'),
});

const ruleSchema = z.object({
  title: z.string(),
  number: z.string(),
  path: z.string(),
  section: z.string(),
  status: z.enum(['active', 'inactive']),
  text: z.string().describe('Markdown'),
  clause: text.describe('the file of its clause; null if people play the rule'),
  'in-words': readonlyArray(z.string()).describe('the clause, a line for each definition'),
});

const drawSchema = z.object({
  kind: z.enum(['dice', 'secret']),
  size: z.union([z.number(), z.string()]),
  result: z.unknown(),
});

const lineSchema = z.looseObject({
  n: z.number(),
  at: z.string(),
  by: z.string(),
  what: z.string(),
  draws: readonlyArray(drawSchema),
  changes: readonlyArray(
    z.object({ path: readonlyArray(z.string()), before: z.unknown(), after: z.unknown() }),
  ),
  with: z.unknown().optional(),
  result: z.unknown().optional(),
  refused: z.string().optional().describe('why it was refused, if its public rolls stay on record'),
});

export const changeLogSchema = z.object({
  order: readonlyArray(z.object({ rule: z.string(), title: z.string() })),
  first: z.record(z.string(), z.string()).readonly().describe('the original texts of the rules'),
  changes: readonlyArray(
    z.object({
      at: z.string(),
      post: z.string(),
      title: z.string().optional().describe('the title of the matter'),
      rule: z.string(),
      splice: z
        .tuple([z.number(), z.number(), z.string()])
        .readonly()
        .nullable()
        .describe('start, number of characters, replacement; null removes the rule'),
    }),
  ),
});

/** The JSON that a site publishes under `api/v1/`: schemas by file name. */
export const publicSchemas = {
  state: stateSchema,
  matters: z.object({ matters: readonlyArray(matterSchema) }),
  players: z.object({ players: readonlyArray(playerStatusSchema.extend({ joined: text, values })) }),
  ruleset: z.object({ rules: readonlyArray(ruleSchema) }),
  /** For each line of `ledger.jsonl`. */
  ledger: lineSchema,
  changes: changeLogSchema,
};

export type PublicData = {
  readonly [File in Exclude<keyof typeof publicSchemas, 'ledger'>]: z.output<(typeof publicSchemas)[File]>;
} & { readonly ledger: readonly unknown[] };
