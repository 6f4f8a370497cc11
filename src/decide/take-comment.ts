import type { EventOf } from '../forge/events.ts';
import type { Wording } from '../language/wording.ts';
import { isNote } from '../play/secrets/private-note.ts';
import { isSealed } from '../play/secrets/sealed-text.ts';
import { isShares } from '../play/secrets/shares-text.ts';
import { ownWords } from '../ruleset/own-words.ts';
import { commandsIn } from './commands.ts';
import { flagComment } from './kept-posts.ts';
import { onPost, withUnixLines, type EventHead } from './on-post.ts';
import type { Position } from './position.ts';
import { takeCommand } from './take-command.ts';
import { takeSealed } from './take-sealed.ts';
import { takeShares } from './take-shares.ts';
import { decideTold } from './take-told.ts';
import { isTold } from './told-text.ts';
import { sayTooMany } from './words.ts';

/** Each command is answered, so an unlimited comment could make the engine write thousands of answers. */
const MOST_COMMANDS = 20;

export function takeComment(
  to: Position,
  { post, comment, text, marked }: EventOf<'commented'>,
  head: EventHead,
): void {
  const { rules, posts, outbox } = to;
  // Machine-readable comments count as comments too.
  const isPlain = !isNote(text) && !isTold(text) && !isSealed(text) && !isShares(text);
  if (!isPlain && posts.has(posts.idOf(post))) rules.hear(head);
  if (isTold(text)) decideTold(to, post, comment, text, head);
  else if (isSealed(text)) takeSealed(to, post, comment, head);
  else if (isShares(text)) takeShares(to, post, comment, head);
  if (!isPlain) return;
  onPost(
    to,
    post,
    ({ say }) => say`The comment`,
    `c-${comment}`,
    (on) => ({
      ...head,
      type: 'comment',
      on,
      id: posts.commentIdOf(comment),
      text: withUnixLines(text),
      ...(marked === true ? { own: ownWords(withUnixLines(text)) } : {}),
    }),
  );
  const commands = commandsIn(text);
  for (const [index, command] of commands.slice(0, MOST_COMMANDS).entries())
    takeCommand(to, { command, post, key: `c-${comment}-${index + 1}`, ...head });
  if (commands.length > MOST_COMMANDS)
    outbox.comment(post, `c-${comment}-more`, sayTooMany(MOST_COMMANDS, rules.play.wording));
}

/** Null text means that it was removed. */
export function takeCommentChange(
  to: Pick<Position, 'open' | 'rules' | 'posts' | 'outbox'>,
  { post, comment, text }: { post: string; comment: string; text: string | null },
  head: EventHead,
): void {
  const what = ({ say }: Wording): string =>
    text === null ? say`The removal of a comment` : say`The edit of a comment`;
  const id = to.posts.commentIdOf(comment);
  const key = `${text === null ? 'r' : 'e'}-${comment}`;
  onPost(to, post, what, key, (on) => ({ ...head, type: 'edit-comment', on, id, text }));
  flagComment(to, post, { comment, by: head.by, isRemoved: text === null });
}
