import type { Wording } from '../language/wording.ts';
import type { EventOf, ForgeEvent, Person } from '../forge/events.ts';
import { kindFor } from '../kernel/describe-model.ts';
import type { Input } from '../kernel/inputs.ts';
import type { Outcome } from '../play/outcome.ts';
import { isNote } from '../play/secrets/private-note.ts';
import { isSealed } from '../play/secrets/sealed-text.ts';
import { isShares } from '../play/secrets/shares-text.ts';
import { throughBridge } from './bridge.ts';
import { commandsIn } from './commands.ts';
import { whyNotHeard } from './peace.ts';
import { nameNewcomer } from './name-newcomer.ts';
import { noteMachine } from './note-machine.ts';
import { linkOwnPost } from './own-post.ts';
import type { Position } from './position.ts';
import { takeCommand } from './take-command.ts';
import { takeSealed } from './take-sealed.ts';
import { takeShares } from './take-shares.ts';
import { decideTold } from './take-told.ts';
import { isTold } from './told-text.ts';
import { flag, flagComment, takeClosing } from './kept-posts.ts';
import { inert } from './inert.ts';
import { sayKept, sayNotCounted, sayPostRefused, sayTooMany } from './words.ts';

type Head = { readonly at: string; readonly by: string };

/** Takes in one thing that happened on the forge: what it means is for the rules, and a refusal is told. */
export function takeEvent(position: Position, engine: string, event: ForgeEvent, at: string): void {
  const { accounts, posts } = position;
  if (event.type === 'main-pushed') return;
  if (event.by?.id === engine) {
    if (event.type === 'opened') linkOwnPost(posts, event);
    return;
  }
  const handler = HANDLERS[event.type] as ((to: Position, event: ForgeEvent, head: Head) => void) | undefined;
  const spoken = throughBridge(position, event);
  if (spoken === 'refused') return;
  if (spoken !== null) {
    if (!isTurnedAway(position, spoken.event, at, spoken.by))
      handler?.(position, spoken.event, { at, by: spoken.by });
    return;
  }
  const newcomer = event.by !== null && accounts.known(event.by.id) === null ? event.by : null;
  if (event.by !== null) noteMachine(position, event.by);
  const by = authorOf(position, event.by, event.post);
  if (!isTurnedAway(position, event, at, by)) handler?.(position, event, { at, by });
  if (newcomer !== null) {
    nameNewcomer(position, newcomer);
    noteMachine(position, newcomer);
  }
}

/** Joining may be closed, and each may have said enough for an hour: they are told, and nothing else comes of it. */
function isTurnedAway(position: Position, event: ForgeEvent, at: string, by: string): boolean {
  const why = whyNotHeard(position, event, at, by);
  if (why === null) return false;
  const { posts, outbox } = position;
  if (event.type === 'opened') turnAway(position, event.post, why);
  else if (event.type === 'commented' && posts.has(posts.idOf(event.post)))
    outbox.comment(event.post, `c-${event.comment}-peace`, why);
  return true;
}

function turnAway({ posts, outbox }: Pick<Position, 'posts' | 'outbox'>, post: string, why: string): void {
  posts.unlink(post);
  outbox.comment(post, 'refused', why);
  outbox.tell(post, { tell: 'label', labels: ['not-accepted'] });
  outbox.tell(post, { tell: 'settle' });
}

/** Ordinary Git does not say who pushed: a push to a matter's branch is taken for its author's. */
function authorOf({ accounts, posts }: Position, by: Person | null, post: string): string {
  return by === null ? (posts.authorOf(posts.idOf(post)) ?? 'somebody') : accounts.playerOf(by);
}

/** Each is answered: without a bound one comment could have the engine write thousands. */
const MOST_COMMANDS = 20;

type Handlers = {
  readonly [T in ForgeEvent['type']]?: (to: Position, event: EventOf<T>, head: Head) => void;
};

const HANDLERS: Handlers = {
  opened: takeOpened,
  edited(to, { post, title, text }, head) {
    const words = {
      ...(title === undefined ? {} : { title }),
      ...(text === undefined ? {} : { text: plain(text) }),
    };
    onPost(
      to,
      post,
      ({ say }) => say`The edit`,
      `edit-${head.at}`,
      (on) => ({
        ...head,
        type: 'alter',
        on,
        how: 'edit',
        ...words,
      }),
    );
  },
  pushed(to, { post, head: commit, id }, head) {
    const { posts, branches } = to;
    const outcome = onPost(
      to,
      post,
      ({ say }) => say`The push of ${commit.slice(0, 7)}`,
      `push-${id}`,
      (on) => ({
        ...head,
        type: 'alter',
        on,
        how: 'push',
        changes: branches.readAt(commit)?.changes ?? [],
        replaces: true,
      }),
    );
    if (outcome?.ok === true) branches.pin(posts.idOf(post), commit);
  },
  categorised(to, { post, kind, id }, head) {
    onPost(
      to,
      post,
      ({ say }) => say`The change of category`,
      `kind-${id}`,
      (on) => ({
        ...head,
        type: 'recategorise',
        on,
        kind,
      }),
    );
  },
  commented(to, event, head) {
    to.rules.comment = event.comment;
    try {
      takeComment(to, event, head);
    } finally {
      to.rules.comment = null;
    }
  },
  'comment-edited'(to, { post, comment, text }, head) {
    changeComment(to, { post, comment, text: plain(text) }, head);
  },
  'comment-removed'(to, { post, comment }, head) {
    changeComment(to, { post, comment, text: null }, head);
  },
  reviewed(to, { post, review, verdict, text }, head) {
    onPost(
      to,
      post,
      ({ say }) => say`The review`,
      `v-${review}`,
      (on) => ({
        ...head,
        type: 'signal',
        on,
        via: 'review',
        review: verdict,
        text: plain(text),
      }),
    );
  },
  reacted(to, { post, comment, reaction, id }, head) {
    if (comment !== null) return;
    onPost(
      to,
      post,
      ({ say }) => say`The reaction`,
      `x-${id}`,
      (on) => ({
        ...head,
        type: 'signal',
        on,
        via: 'reaction',
        reaction: ICONS[reaction] ?? reaction,
      }),
    );
  },
  unreacted(to, { post, comment, reaction, id }, head) {
    if (comment !== null) return;
    onPost(
      to,
      post,
      ({ say }) => say`The withdrawal`,
      `u-${id}`,
      (on) => ({
        ...head,
        type: 'withdraw-vote',
        on,
        reaction: ICONS[reaction] ?? reaction,
      }),
    );
  },
  'review-edited'(to, { post, review }, { by }) {
    const { wording } = to.rules.play;
    const { say } = wording;
    flag(to, post, `f-${review}`, sayKept(say`${inert(by)} edited a review.`, wording));
  },
  'review-dismissed'(to, { post, review }, { by }) {
    const { wording } = to.rules.play;
    const { say } = wording;
    flag(to, post, `d-${review}`, sayKept(say`${inert(by)} dismissed a review.`, wording));
  },
  closed: takeClosing,
};

function takeOpened(
  { rules, posts, branches, outbox }: Pick<Position, 'rules' | 'posts' | 'branches' | 'outbox'>,
  { post, kind: said, title, text, head: branch }: EventOf<'opened'>,
  head: Head,
): void {
  const id = posts.idOf(post);
  const changes = branch === null ? [] : (branches.readAt(branch.oid)?.changes ?? []);
  const { model } = rules.play;
  const meant = Object.hasOwn(model.kinds, said) ? said : (kindFor(model, said) ?? said);
  const outcome = rules.take({
    ...head,
    type: 'post',
    id,
    kind: meant,
    title,
    text: plain(text),
    changes,
  });
  if (outcome.ok) {
    if (branch !== null) branches.pin(id, branch.oid);
    return;
  }
  turnAway({ posts, outbox }, post, sayPostRefused(title, outcome, rules.play.wording));
}

function takeComment(to: Position, { post, comment, text }: EventOf<'commented'>, head: Head): void {
  const { rules, posts, outbox } = to;
  // Words for one person or for a machine are a comment all the same.
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
      text: plain(text),
    }),
  );
  const commands = commandsIn(text);
  for (const [index, command] of commands.slice(0, MOST_COMMANDS).entries())
    takeCommand(to, { command, post, key: `c-${comment}-${index + 1}`, ...head });
  if (commands.length > MOST_COMMANDS)
    outbox.comment(post, `c-${comment}-more`, sayTooMany(MOST_COMMANDS, rules.play.wording));
}

/** Null: it was removed. */
function changeComment(
  to: Pick<Position, 'open' | 'rules' | 'posts' | 'outbox'>,
  { post, comment, text }: { post: string; comment: string; text: string | null },
  head: Head,
): void {
  const what = ({ say }: Wording): string =>
    text === null ? say`The removal of a comment` : say`The edit of a comment`;
  const id = to.posts.commentIdOf(comment);
  const key = `${text === null ? 'r' : 'e'}-${comment}`;
  onPost(to, post, what, key, (on) => ({ ...head, type: 'edit-comment', on, id, text }));
  flagComment(to, post, { comment, by: head.by, isRemoved: text === null });
}

/** Forges name reactions; rules show them as they look. */
const ICONS: Readonly<Record<string, string>> = {
  '+1': '👍',
  '-1': '👎',
  eyes: '👀',
  confused: '😕',
  heart: '❤️',
  hooray: '🎉',
  rocket: '🚀',
  laugh: '😄',
};

/** Events on a post that the game never took in, or that is no post of the game, are no affair of the rules. */
function onPost(
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

function plain(text: string): string {
  return text.replace(/\r\n?/gu, '\n');
}
