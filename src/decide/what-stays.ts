import type { EventOf } from '../forge/events.ts';
import { postOf, takeInput, tell, type Table } from './table.ts';
import { sayKept, sayNotRemoved } from './words.ts';

/** Whoever reads a matter that is voted on has to know what was changed there, though no vote is. */
export function flag(table: Table, forgePost: string, key: string, text: string): void {
  const post = table.open.play.state().posts[postOf(table, forgePost)];
  if (post?.status === 'pending') tell(table, forgePost, { tell: 'comment', key, text });
}

export function flagComment(
  table: Table,
  forgePost: string,
  comment: string,
  by: string,
  what: string,
): void {
  const id = table.commentIds[comment] ?? comment;
  const { comments = [] } = table.open.play.state().posts[postOf(table, forgePost)] ?? {};
  const votes = comments.find((one) => one.id === id)?.votes ?? [];
  if (votes.length > 0) flag(table, forgePost, `f-${comment}`, sayKept(by, what, votes));
}

/** Somebody closes a post. Where the rules don't take that for a removal it is opened again. */
export function takeClosing(
  table: Table,
  { post, id }: EventOf<'closed'>,
  head: { readonly at: string; readonly by: string },
): void {
  const on = postOf(table, post);
  const { kind, status } = table.open.play.state().posts[on] ?? {};
  const known = kind === undefined ? undefined : table.open.play.model.kinds[kind];
  if (known === undefined || !(known.votable || known.official) || (known.votable && status !== 'pending'))
    return;
  const outcome = takeInput(table, { ...head, type: 'remove', on });
  if (outcome.ok) return;
  tell(table, post, { tell: 'comment', key: `closed-${id}`, text: sayNotRemoved(outcome) });
  tell(table, post, { tell: 'reopen' });
}
