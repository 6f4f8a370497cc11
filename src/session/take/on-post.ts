import type { Input } from '../../kernel/inputs.ts';
import type { Wording } from '../../language/wording.ts';
import type { Outcome } from '../../kernel/result.ts';
import type { Position } from '../position/position.ts';
import { sayNotCounted } from '../../wording/words.ts';

export interface EventHead {
  readonly at: string;
  readonly by: string;
}

/** Ignores events on posts that the game never took in. */
export function onPost(
  { rules, posts, outbox }: Pick<Position, 'rules' | 'posts' | 'outbox'>,
  forgePost: string,
  what: (wording: Wording) => string,
  key: string,
  inputFor: (post: string) => Input,
): Outcome | null {
  const post = posts.idOf(forgePost);
  if (!posts.has(post)) return null;
  const outcome = rules.take(inputFor(post));
  const { wording } = rules.play;
  if (!outcome.ok) outbox.comment(forgePost, key, sayNotCounted(what(wording), outcome, wording));
  return outcome;
}

/** Refuses a post: its author is told why, and the forge closes it. */
export function turnAway(
  { posts, outbox }: Pick<Position, 'posts' | 'outbox'>,
  post: string,
  why: string,
): void {
  posts.unlink(post);
  outbox.comment(post, 'refused', why);
  outbox.tell(post, { tell: 'label', labels: ['not-accepted'] });
  outbox.tell(post, { tell: 'settle' });
}

/** Windows ends lines with two characters, but rules expect one. */
export function withUnixLines(text: string): string {
  return text.replace(/\r\n?/gu, '\n');
}
