import { z } from 'zod';
import { BOUNDS } from '../kernel/bounds.ts';
import { isMoment, TIME_EXAMPLE, TIME_FORM } from '../kernel/time.ts';
import { CodedError, type ErrorDetails } from '../kernel/coded-error.ts';

export const atSchema = z.string().regex(TIME_FORM, TIME_EXAMPLE).refine(isMoment, TIME_EXAMPLE);
export const oidSchema = z.string().regex(/^[0-9a-f]{40}$/u, 'the name of a commit, 40 hexadecimal digits');
const idSchema = z.string().min(1).max(200);
const titleSchema = z.string().max(BOUNDS.title.read);
/** Limits the length of a line in the journal. */
const textSchema = z.string().max(BOUNDS.forgeText.read);
export const kindSchema = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/u, 'a category in kebab-case, such as proposal');
const branchSchema = z.string().min(1).max(255);

/** Somebody with an account. The id stays the same when the name changes. */
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
  /** The same each time the forge is read. */
  id: idSchema,
  /** By the forge's clock. */
  at: atSchema,
  /** Null if the forge can't tell. Ordinary Git doesn't say who pushed. */
  by: personSchema.nullable(),
};
const onPost = { ...happened, post: idSchema };

/**
 * Set if the text also contains something quoted, code, struck out or hidden, so that only its author's own words count. Older lines of
 * the journal lack it, and all words in them count as they did then.
 */
const marked = { marked: z.literal(true).optional() };

export const forgeEventSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('opened'),
    ...onPost,
    /** The kind as the rules name it, or if nobody gave one, its purpose: `change` or `tell`. */
    kind: kindSchema,
    title: titleSchema,
    text: textSchema,
    /** The branch and commit with a matter's changes. Null for a post that changes nothing. */
    head: z.strictObject({ branch: branchSchema, oid: oidSchema }).nullable(),
  }),
  z.strictObject({
    type: z.literal('edited'),
    ...onPost,
    title: titleSchema.optional(),
    text: textSchema.optional(),
  }),
  z.strictObject({ type: z.literal('categorised'), ...onPost, kind: kindSchema }),
  /** `forced` means that earlier commits are no longer part of it. Null if the forge lacks the commits to tell. */
  z.strictObject({ type: z.literal('pushed'), ...onPost, head: oidSchema, forced: z.boolean().nullable() }),
  z.strictObject({ type: z.literal('closed'), ...onPost }),
  z.strictObject({ type: z.literal('reopened'), ...onPost }),
  /** It was deleted, moved elsewhere or hidden by the forge, with everything on it. */
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
  /** `comment` is the one reacted to, or null for the post itself. */
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
  /** Somebody other than the engine moved main. */
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

export type ForgeErrorCode =
  | 'bad-request'
  | 'branch-taken'
  | 'log-broken'
  | 'log-lost'
  | 'no-such-comment'
  | 'no-such-commit'
  | 'no-such-post'
  | 'not-yours'
  | 'own-review'
  | 'settled'
  | 'unavailable';

/** The forge refuses or fails. After `unavailable` trying again may help; the other errors say what to change. */
export class ForgeError extends CodedError<ForgeErrorCode> {
  readonly data: Readonly<Record<string, unknown>>;
  constructor(
    code: ForgeErrorCode,
    message: string,
    data: Readonly<Record<string, unknown>> = {},
    options?: ErrorDetails,
  ) {
    super(code, message, options);
    this.data = data;
  }
}

/** Nobody can be notified on a post that was deleted or moved elsewhere, or that is full. */
export function unlessGone<T>(known: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof ForgeError && ['no-such-post', 'settled'].includes(error.code)) return known;
    throw error;
  };
}

/** For optional steps that may be skipped if the forge doesn't answer. */
export function nullIfUnavailable(error: unknown): null {
  if (error instanceof ForgeError && error.code === 'unavailable') return null;
  throw error;
}
