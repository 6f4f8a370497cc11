import type { EventOf } from '../../forge/events.ts';
import type { Position } from '../position/position.ts';
import { inert, inertInLine } from '../../wording/inert.ts';
import { sayVoteStays, sayNotRemoved } from '../../wording/words.ts';

type Telling = Pick<Position, 'open' | 'posts' | 'outbox'>;

/** Readers of a matter under vote must learn what was changed there, even though votes stay. */
export function flagPost(
  { open, posts, outbox }: Telling,
  forgePost: string,
  key: string,
  text: string,
): void {
  const post = open.play.state().posts[posts.idOf(forgePost)];
  if (post?.status === 'pending') outbox.comment(forgePost, key, text);
}

export function flagComment(
  telling: Telling,
  forgePost: string,
  { comment, by, isRemoved }: { readonly comment: string; readonly by: string; readonly isRemoved: boolean },
): void {
  const { open, posts } = telling;
  const { wording } = open.play;
  const { say } = wording;
  const id = posts.commentIdOf(comment);
  const { comments = [] } = open.play.state().posts[posts.idOf(forgePost)] ?? {};
  const votes = comments.find((one) => one.id === id)?.votes ?? [];
  if (votes.length === 0) return;
  const [who, held] = [inert(by), inertInLine(votes.join(', '))];
  const done = isRemoved
    ? say`${who} removed a comment that held ${held}.`
    : say`${who} edited a comment that held ${held}.`;
  flagPost(telling, forgePost, `f-${comment}`, sayVoteStays(done, wording));
}

/** Reopens a post that somebody closes, unless the rules treat that as a removal. */
export function takeClosing(
  { rules, posts, outbox }: Pick<Position, 'rules' | 'posts' | 'outbox'>,
  { post, id }: EventOf<'closed'>,
  head: { readonly at: string; readonly by: string },
): void {
  const { play } = rules;
  const on = posts.idOf(post);
  const { kind, status } = play.state().posts[on] ?? {};
  const known = kind === undefined ? undefined : play.model.kinds[kind];
  if (known === undefined || !(known.votable || known.official) || (known.votable && status !== 'pending'))
    return;
  const outcome = rules.take({ ...head, type: 'remove', on });
  if (outcome.ok) return;
  outbox.comment(post, `closed-${id}`, sayNotRemoved(outcome, play.wording));
  outbox.tell(post, { tell: 'reopen' });
}
