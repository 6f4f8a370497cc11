import { z } from 'zod';

import { personSchema, type Person } from '../events.ts';

const seenSchema = z.strictObject({
  /** The time of its last change, according to GitHub. */
  updated: z.string(),
  /** True if it isn't read again until it changes. */
  closed: z.boolean(),
  /** True if it is open and nothing is voted on there. */
  quiet: z.literal(true).optional(),
  head: z.string().nullable(),
  /** The ids of its events that were sent. */
  told: z.array(z.string()),
  /** Comments with author and last edit. GitHub doesn't say which one was deleted. */
  comments: z.record(z.string(), z.tuple([z.string(), z.string().nullable()])),
  /** Reviews that were edited, with the time. Empty for a review that has comments on lines and wasn't edited. */
  reviews: z.record(z.string(), z.string()),
  /** Reactions with person, comment and kind. GitHub keeps no record of withdrawn ones. */
  reactions: z.record(z.string(), z.tuple([z.string(), z.string().nullable(), z.string()])),
});
export type SeenPost = z.infer<typeof seenSchema>;

const markSchema = z.strictObject({
  version: z.literal(2),
  /** The latest change of a post that was seen. */
  since: z.string().nullable(),
  /** The time of this read, by the engine's clock. */
  looked: z.string().nullable(),
  /** The last push that was seen. */
  activity: z.int().nullable(),
  /** The pushes seen in the last minutes. One may be listed after later ones. */
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

/** With an unreadable mark, everything is sent again. */
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
