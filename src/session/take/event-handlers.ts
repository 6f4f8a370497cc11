import type { EventOf, ForgeEvent } from '../../forge/events.ts';
import { kindFor } from '../../kernel/describe-model.ts';
import { inert } from '../../wording/inert.ts';
import { ownWords } from '../../ruleset/own-words.ts';
import { flagPost, takeClosing } from './changed-posts.ts';
import { isVoteMeant, tellMissedVote } from './missed-vote.ts';
import { onPost, withUnixLines, turnAway, type EventHead } from './on-post.ts';
import type { Position } from '../position/position.ts';
import { takeCommentChange, takeComment } from './take-comment.ts';
import { sayVoteStays, sayAskedToJoin, sayPostRefused } from '../../wording/words.ts';

type Handlers = {
  readonly [T in ForgeEvent['type']]?: (to: Position, event: EventOf<T>, head: EventHead) => void;
};

export const HANDLERS: Handlers = {
  opened: takeOpened,
  edited(to, { post, title, text }, head) {
    const words = {
      ...(title === undefined ? {} : { title }),
      ...(text === undefined ? {} : { text: withUnixLines(text) }),
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
    takeCommentChange(to, { post, comment, text: withUnixLines(text) }, head);
  },
  'comment-removed'(to, { post, comment }, head) {
    takeCommentChange(to, { post, comment, text: null }, head);
  },
  reviewed(to, { post, review, verdict, text: said, marked }, head) {
    const text = marked === true ? ownWords(said) : said;
    const key = `v-${review}`;
    const taken = onPost(
      to,
      post,
      ({ say }) => say`The review`,
      key,
      (on) => ({
        ...head,
        type: 'signal',
        on,
        via: 'review',
        review: verdict,
        text: withUnixLines(text),
      }),
    );
    const { wording, model } = to.rules.play;
    if (taken?.ok === true && (verdict !== 'comment' || isVoteMeant(text, model.ballot)))
      tellMissedVote(to, { post, key, what: wording.say`The review` }, head);
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
    flagPost(to, post, `f-${review}`, sayVoteStays(say`${inert(by)} edited a review.`, wording));
  },
  'review-dismissed'(to, { post, review }, { by }) {
    const { wording } = to.rules.play;
    const { say } = wording;
    flagPost(to, post, `d-${review}`, sayVoteStays(say`${inert(by)} dismissed a review.`, wording));
  },
  closed: takeClosing,
};

function takeOpened(
  { rules, posts, branches, outbox }: Pick<Position, 'rules' | 'posts' | 'branches' | 'outbox'>,
  { post, kind: said, title, text, head: branch }: EventOf<'opened'>,
  head: EventHead,
): void {
  const id = posts.idOf(post);
  const changes = branch === null ? [] : (branches.readAt(branch.oid)?.changes ?? []);
  const { model, wording } = rules.play;
  const meant = Object.hasOwn(model.kinds, said) ? said : (kindFor(model, said) ?? said);
  const outcome = rules.take({
    ...head,
    type: 'post',
    id,
    kind: meant,
    title,
    text: withUnixLines(text),
    changes,
  });
  if (outcome.ok) {
    if (branch !== null) branches.pin(id, branch.oid);
    if (model.kinds[meant]?.purpose === 'join' && rules.play.state().players[head.by]?.['state'] !== 'active')
      outbox.comment(post, 'joining', `${sayAskedToJoin(wording)}\n`);
    return;
  }
  turnAway({ posts, outbox }, post, sayPostRefused(title, outcome, wording));
}

/** Forges name reactions, but rules show the emoji. */
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
