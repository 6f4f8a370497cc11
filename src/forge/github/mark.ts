import { z } from 'zod';

import { personSchema, type Person } from '../events.ts';

const seenSchema = z.strictObject({
  /** When GitHub says that it changed last. */
  updated: z.string(),
  /** Whether it is not read again until it changes. */
  closed: z.boolean(),
  /** Whether it is open, and nothing is voted on there. */
  quiet: z.literal(true).optional(),
  head: z.string().nullable(),
  /** Ids of its events that were told. */
  told: z.array(z.string()),
  /** Comments: by whom, and when edited last. They can go without GitHub saying which. */
  comments: z.record(z.string(), z.tuple([z.string(), z.string().nullable()])),
  /** Reviews that were edited: when last. Empty for one that has comments on lines, and was not edited. */
  reviews: z.record(z.string(), z.string()),
  /** By whom, to which comment, and what. They can go without GitHub keeping a record. */
  reactions: z.record(z.string(), z.tuple([z.string(), z.string().nullable(), z.string()])),
});
export type SeenPost = z.infer<typeof seenSchema>;

const markSchema = z.strictObject({
  version: z.literal(2),
  /** The latest change to a post that was seen. */
  since: z.string().nullable(),
  /** When this look was, by the engine's clock. */
  looked: z.string().nullable(),
  /** The last push that was seen. */
  activity: z.int().nullable(),
  /** Those of the last minutes that were seen: one may be listed later than others that came after it. */
  recent: z.array(z.int()).default([]),
  people: z.record(z.string(), personSchema),
  posts: z.record(z.string(), seenSchema),
});
export interface MarkState {
  readonly version: 2;
  readonly since: string | null;
  readonly looked: string | null;
  readonly activity: number | null;
  readonly recent: readonly number[];
  readonly people: Readonly<Record<string, Person>>;
  readonly posts: Readonly<Record<string, SeenPost>>;
}

const beginning: MarkState = {
  version: 2,
  since: null,
  looked: null,
  activity: null,
  recent: [],
  people: {},
  posts: {},
};

/** A mark that means nothing tells everything. */
export function readMark(mark: string | null): MarkState {
  if (mark === null) return beginning;
  try {
    return markSchema.parse(JSON.parse(mark));
  } catch {
    return beginning;
  }
}

export function writeMark(state: MarkState): string {
  return JSON.stringify(state);
}
