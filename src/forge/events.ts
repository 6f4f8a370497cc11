import { z } from 'zod';

import { BOUNDS } from '../kernel/bounds.ts';
import { isMoment, TIME_EXAMPLE, TIME_FORM } from '../kernel/time.ts';

/** When something happened. */
export const atSchema = z.string().regex(TIME_FORM, TIME_EXAMPLE).refine(isMoment, TIME_EXAMPLE);
export const oidSchema = z.string().regex(/^[0-9a-f]{40}$/u, 'the name of a commit, 40 hexadecimal digits');
const idSchema = z.string().min(1).max(200);
const titleSchema = z.string().max(BOUNDS.title.read);
/** It bounds what a line of the journal can be. */
const textSchema = z.string().max(BOUNDS.told.read);
export const kindSchema = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/u, 'a category in kebab-case, such as proposal');
const branchSchema = z.string().min(1).max(255);

/** Somebody with an account. The id stays when the name is changed. */
export const personSchema = z.strictObject({
  id: idSchema,
  name: z.string().min(1).max(200),
  bot: z.boolean(),
});

export const verdictSchema = z.enum(['approve', 'request-changes', 'comment']);
const reactionSchema = z
  .string()
  .regex(/^[a-z0-9_+-]{1,32}$/u, 'the name of a reaction, such as +1 or heart');

const happened = {
  /** The same each time that the forge is asked. */
  id: idSchema,
  /** By the forge's clock. */
  at: atSchema,
  /** Null where the forge can't tell: ordinary Git does not say who pushed. */
  by: personSchema.nullable(),
};
const onPost = { ...happened, post: idSchema };

/**
 * Of the text only its author's own words count: there is also something quoted, code, struck out or hidden in it. The journal says so
 * since votes are read by that; in lines from before it isn't said, and all words count in them as they did then.
 */
const marked = { marked: z.literal(true).optional() };

export const forgeEventSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('opened'),
    ...onPost,
    /** The rules' own kind; where nobody said one, what it is for: `change` or `tell`. */
    kind: kindSchema,
    title: titleSchema,
    text: textSchema,
    /** The branch that a matter's changes are on, and the commit it stood at. Null for a post that changes nothing. */
    head: z.strictObject({ branch: branchSchema, oid: oidSchema }).nullable(),
  }),
  z.strictObject({
    type: z.literal('edited'),
    ...onPost,
    title: titleSchema.optional(),
    text: textSchema.optional(),
  }),
  z.strictObject({ type: z.literal('categorised'), ...onPost, kind: kindSchema }),
  /** `forced`: what was there before is no longer part of it. Null where the forge did not give the commits to tell. */
  z.strictObject({ type: z.literal('pushed'), ...onPost, head: oidSchema, forced: z.boolean().nullable() }),
  z.strictObject({ type: z.literal('closed'), ...onPost }),
  z.strictObject({ type: z.literal('reopened'), ...onPost }),
  /** It was deleted, moved elsewhere or hidden by the forge, with all that was said there. */
  z.strictObject({ type: z.literal('vanished'), ...onPost }),
  z.strictObject({ type: z.literal('commented'), ...onPost, comment: idSchema, text: textSchema, ...marked }),
  z.strictObject({ type: z.literal('comment-edited'), ...onPost, comment: idSchema, text: textSchema }),
  z.strictObject({ type: z.literal('comment-removed'), ...onPost, comment: idSchema }),
  z.strictObject({
    type: z.literal('reviewed'),
    ...onPost,
    review: idSchema,
    verdict: verdictSchema,
    text: textSchema,
    /** The commit that was reviewed. */
    head: oidSchema,
    ...marked,
  }),
  z.strictObject({ type: z.literal('review-edited'), ...onPost, review: idSchema, text: textSchema }),
  z.strictObject({ type: z.literal('review-dismissed'), ...onPost, review: idSchema }),
  /** `comment`: what was reacted to; null for the post itself. */
  z.strictObject({
    type: z.literal('reacted'),
    ...onPost,
    comment: idSchema.nullable(),
    reaction: reactionSchema,
  }),
  z.strictObject({
    type: z.literal('unreacted'),
    ...onPost,
    comment: idSchema.nullable(),
    reaction: reactionSchema,
  }),
  /** Somebody who is not the engine moved main. */
  z.strictObject({
    type: z.literal('main-pushed'),
    ...happened,
    from: oidSchema.nullable(),
    to: oidSchema.nullable(),
  }),
]);

export type ForgeEvent = z.infer<typeof forgeEventSchema>;
type ForgeEventType = ForgeEvent['type'];
export type EventOf<T extends ForgeEventType> = Extract<ForgeEvent, { type: T }>;
export type Person = z.infer<typeof personSchema>;
export type Verdict = z.infer<typeof verdictSchema>;
