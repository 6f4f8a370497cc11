import { z } from 'zod';

import type { Json } from '../published/json-schema.ts';
import type { Account, Post, World, Written } from './world.ts';

export interface Asked {
  readonly world: World;
  readonly by: Account;
  readonly query: URLSearchParams;
  readonly body: Json;
}
export type Answer = readonly [status: number, body?: Json];

/** What GitHub refuses. */
export class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** It is in another repository: GitHub sends there whoever asks. */
export class Moved extends Error {
  readonly to: string;
  constructor(to: string) {
    super('Moved Permanently');
    this.to = to;
  }
}
const elsewhere = (number: string): string => `/repositories/2/issues/${Number(number) + 1000}`;

export type Route = (asked: Asked, ...parts: string[]) => Answer;

export const textSchema = z
  .string()
  .refine((text) => text.length <= 65_536, 'body is too long (maximum is 65536 characters)');
export const read = <T extends z.ZodType>(schema: T, body: unknown): z.infer<T> => {
  const { success, data, error } = schema.safeParse(body ?? {});
  if (!success)
    throw new Refused(
      422,
      `Validation Failed: ${error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}`,
    );
  return data;
};

export const postOf = ({ world }: Asked, number: string): Post => {
  const post = world.posts.find((one) => String(one.number) === number);
  if (post !== undefined) return post;
  const how = world.gone.get(Number(number));
  if (how === 'deleted') throw new Refused(410, 'This issue was deleted');
  throw how === 'transferred' ? new Moved(elsewhere(number)) : new Refused(404, 'Not Found');
};
export const commentOf = ({ world }: Asked, id: string): { post: Post; comment: Written } => {
  for (const post of world.posts)
    for (const comment of post.comments) if (String(comment.id) === id) return { post, comment };
  throw new Refused(404, 'Not Found');
};
export const writer = ({ by }: Asked): void => {
  if (by.permission !== 'write') throw new Refused(403, 'Resource not accessible');
};
export const ownOrWriter = (asked: Asked, author: Account | null): void => {
  if (author !== asked.by) writer(asked);
};
export const unlocked = (asked: Asked, post: Post): void => {
  if (post.locked && asked.by.permission !== 'write')
    throw new Refused(403, 'Unable to comment on a locked issue');
};
