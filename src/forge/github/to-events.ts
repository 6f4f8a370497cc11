import type { EventOf, ForgeEvent, Person, Verdict } from '../events.ts';
import type { CommentRead, DetailRead, PostRead, ReactionRead, TimelineRead } from './answers.ts';
import type { Details } from './details.ts';
import {
  actionOfLabel,
  commandOfForm,
  FORM_LABELS,
  kindOfForm,
  labelOfMark,
  textOfForm,
} from './form-body.ts';
import { reactionName, revisions, type Revision } from './revisions.ts';
import { kindOfLabel, purposeWithoutLabel } from './labels.ts';
import { personOf } from './people.ts';

/** GitHub allows longer names than an event. Nothing depends on a branch's name. */
const longestBranch = 200;
const nowhere = '0'.repeat(40);

/**
 * Makes events of GitHub's answers. Ids are GitHub's own, so that reading again gives the same events. The reactions and edits of
 * an unchanged comment or review are not read again and give no events.
 *
 * | GitHub                                          | event                        |
 * | ----------------------------------------------- | ---------------------------- |
 * | issue or pull request                           | opened                       |
 * | issue by the form of an action (`act/…`)        | commented, with the command  |
 * | issue by the form of a proposal, its edits      | opened with a head, pushed (`form-heads.ts`) |
 * | its edits, RenamedTitleEvent                    | edited                       |
 * | LabeledEvent with `kind/…`                      | categorised                  |
 * | ClosedEvent, ReopenedEvent                      | closed, reopened             |
 * | comment, its edits                              | commented, comment-edited    |
 * | review that was submitted, its edits            | reviewed, review-edited      |
 * | ReviewDismissedEvent                            | review-dismissed             |
 * | reaction to a post or a comment                 | reacted                      |
 * | a reaction or comment that is gone              | unreacted, comment-removed (`vanished.ts`) |
 * | a post of the last read that is gone            | vanished (`observe.ts`)      |
 * | repository activity; a changed head              | pushed, main-pushed (`pushes.ts`) |
 */
export function eventsOfPost(post: PostRead, details: Details, begun: Begun): ForgeEvent[] {
  const on = { post: String(post.number) };
  const timeline = post.timelineItems.nodes;
  const acted = formOf(post, timeline);
  if (acted !== null)
    return [
      acted,
      ...post.comments.nodes.flatMap((one) => eventsOfComment(on.post, one, details.get(one.id))),
    ];
  const { kind, later } = kindsOfPost(post, timeline);
  const kindAt = (time: string): string | undefined => later.findLast(({ at }) => at <= time)?.kind;
  const { first, edits } = revisions(post.body, post.userContentEdits.nodes);
  const titles = timeline.filter(({ __typename }) => __typename === 'RenamedTitleEvent');
  const { since } = begun;
  const opened: ForgeEvent = {
    type: 'opened',
    id: `opened-${post.number}`,
    by: personOf(post.author),
    ...on,
    ...(since === null
      ? { at: post.createdAt, kind, title: titles[0]?.previousTitle ?? post.title, text: textOfForm(first) }
      : { at: since, kind: kindAt(since) ?? kind, title: post.title, text: textOfForm(post.body) }),
    head:
      post.headRefOid === undefined
        ? null
        : { branch: (post.headRefName ?? '').slice(0, longestBranch), oid: begun.head ?? post.headRefOid },
  };
  return [
    opened,
    ...editsOf(on.post, titles, edits),
    ...later,
    ...timeline
      // After a manual merge GitHub closes it, which nobody can undo.
      .filter(({ __typename }) => !(begun.mergedByHand === true && __typename === 'ClosedEvent'))
      .flatMap((item) => happenedTo(on.post, item)),
    ...post.comments.nodes.flatMap((comment) => eventsOfComment(on.post, comment, details.get(comment.id))),
    ...eventsOfReviews(on.post, post, details),
    ...eventsOfReactions(on.post, null, post.reactions.nodes),
  ];
}

export interface Begun {
  readonly head: string | null;
  /** When it became a post, if that was after it was opened. Then it is reported as it is now. */
  readonly since: string | null;
  /** True if somebody other than the engine merged it. It isn't reported as closed, because it can't be reopened. */
  readonly mergedByHand?: boolean;
}

/** True if the label came from the form with which its author opened the issue. */
export function cameWithForm(post: PostRead, item: TimelineRead): boolean {
  return (
    post.__typename === 'Issue' &&
    personOf(item.actor).id === personOf(post.author).id &&
    Date.parse(item.createdAt) - Date.parse(post.createdAt) <= 1000
  );
}

/** An issue opened by an action's form takes that action, as a comment would. */
function formOf(post: PostRead, timeline: readonly TimelineRead[]): ForgeEvent | null {
  // Editing the text later doesn't take another action.
  const { first } = revisions(post.body, post.userContentEdits.nodes);
  const labels = timeline.flatMap((item) =>
    item.__typename === 'LabeledEvent' && cameWithForm(post, item) ? [item.label?.name ?? ''] : [],
  );
  const forms = [...labels, markOf(post) ?? ''];
  const action = forms.map(actionOfLabel).find((one) => one !== null);
  // A missing kind of post is answered like a missing action.
  const choseNothing = forms.includes(FORM_LABELS.post) && kindOfForm(first) === null;
  if (action === undefined && !choseNothing) return null;
  return {
    type: 'commented',
    id: `form-${post.number}`,
    at: post.createdAt,
    by: personOf(post.author),
    post: String(post.number),
    comment: `form-${post.number}`,
    text: action === undefined ? '/act' : commandOfForm(action, first),
  };
}

/**
 * The form with which a page opened an issue. Later edits don't change it. The engine's issues contain people's words, so they are never
 * taken for a form.
 */
function markOf(post: PostRead): string | null {
  if (post.__typename !== 'Issue' || personOf(post.author).bot) return null;
  return labelOfMark(revisions(post.body, post.userContentEdits.nodes).first);
}

/** A label that a form puts on an issue at its creation is the kind with which it was opened. */
export function kindsOfPost(
  post: PostRead,
  timeline: readonly TimelineRead[],
): { kind: string; withForm: boolean; later: EventOf<'categorised'>[] } {
  const labelled = timeline.flatMap((item) => {
    const kind = item.__typename === 'LabeledEvent' ? kindOfLabel(item.label?.name ?? '') : null;
    return kind === null ? [] : [{ item, kind }];
  });
  const [first] = labelled;
  const withIt = first !== undefined && cameWithForm(post, first.item);
  const label = (withIt ? first.item.label?.name : markOf(post)) ?? '';
  const chosen = label === FORM_LABELS.post ? kindOfForm(post.body) : kindOfLabel(label);
  const kind = chosen ?? purposeWithoutLabel(post.__typename);
  const later = (withIt ? labelled.slice(1) : labelled).map(({ item, kind: to }) => ({
    type: 'categorised' as const,
    ...headOf(`kind-${item.id}`, item),
    post: String(post.number),
    kind: to,
  }));
  return { kind, withForm: withIt || chosen !== null, later };
}

function headOf(id: string, { createdAt, actor }: TimelineRead): { id: string; at: string; by: Person } {
  return { id, at: createdAt, by: personOf(actor) };
}

/** A title and a text changed by one person in the same second are one edit. */
function editsOf(post: string, titles: readonly TimelineRead[], edits: readonly Revision[]): ForgeEvent[] {
  const left = [...titles];
  const events = edits.map(({ id, at, by, text }): ForgeEvent => {
    const beside = left.findIndex((item) => item.createdAt === at && personOf(item.actor).id === by.id);
    const [title] = beside === -1 ? [] : left.splice(beside, 1);
    const renamed = title?.currentTitle === undefined ? {} : { title: title.currentTitle };
    return { type: 'edited', id: `edit-${id}`, at, by, post, text: textOfForm(text), ...renamed };
  });
  const renames = left.map((item): ForgeEvent => ({
    type: 'edited',
    ...headOf(`title-${item.id}`, item),
    post,
    title: item.currentTitle ?? '',
  }));
  return [...events, ...renames];
}

function happenedTo(post: string, item: TimelineRead): ForgeEvent[] {
  if (item.__typename === 'ClosedEvent')
    return [{ type: 'closed', ...headOf(`closed-${item.id}`, item), post }];
  if (item.__typename === 'ReopenedEvent')
    return [{ type: 'reopened', ...headOf(`reopened-${item.id}`, item), post }];
  if (item.__typename === 'ReviewDismissedEvent' && item.review !== null && item.review !== undefined)
    return [
      {
        type: 'review-dismissed',
        ...headOf(`dismissed-${item.id}`, item),
        post,
        review: item.review.fullDatabaseId,
      },
    ];
  return [];
}

function eventsOfComment(post: string, comment: CommentRead, detail: DetailRead | undefined): ForgeEvent[] {
  const id = comment.fullDatabaseId;
  const { first, edits } = revisions(comment.body, detail?.userContentEdits.nodes ?? []);
  return [
    {
      type: 'commented',
      id: `comment-${id}`,
      at: comment.createdAt,
      by: personOf(comment.author),
      post,
      comment: id,
      text: first,
    },
    ...edits.map((edit): ForgeEvent => ({
      type: 'comment-edited',
      id: `edit-${edit.id}`,
      at: edit.at,
      by: edit.by,
      post,
      comment: id,
      text: edit.text,
    })),
    ...eventsOfReactions(post, id, detail?.reactions?.nodes ?? []),
  ];
}

const VERDICTS: Readonly<Record<string, Verdict>> = {
  APPROVED: 'approve',
  CHANGES_REQUESTED: 'request-changes',
  COMMENTED: 'comment',
};

function eventsOfReviews(post: string, { reviews, timelineItems }: PostRead, details: Details): ForgeEvent[] {
  // A dismissed review no longer shows its verdict, but the event of its dismissal does.
  const before = new Map(
    timelineItems.nodes.flatMap(({ review, previousReviewState }) =>
      review === null || review === undefined
        ? []
        : [[review.fullDatabaseId, previousReviewState ?? 'COMMENTED'] as const],
    ),
  );
  return (reviews?.nodes ?? []).flatMap((read): ForgeEvent[] => {
    const state = read.state === 'DISMISSED' ? (before.get(read.fullDatabaseId) ?? 'COMMENTED') : read.state;
    const verdict = VERDICTS[state.toUpperCase()];
    // It is still being written.
    if (verdict === undefined || read.submittedAt === null) return [];
    const review = read.fullDatabaseId;
    const { first, edits } = revisions(read.body, details.get(read.id)?.userContentEdits.nodes ?? []);
    // If the reviewed commit is gone, its name is unknown. It wasn't the current one.
    const head = read.commit?.oid ?? nowhere;
    const by = personOf(read.author);
    return [
      {
        type: 'reviewed',
        id: `review-${review}`,
        at: read.submittedAt,
        by,
        post,
        review,
        verdict,
        text: first,
        head,
      },
      ...edits.map((edit): ForgeEvent => ({
        type: 'review-edited',
        id: `edit-${edit.id}`,
        at: edit.at,
        by: edit.by,
        post,
        review,
        text: edit.text,
      })),
    ];
  });
}

function eventsOfReactions(
  post: string,
  comment: string | null,
  reactions: readonly ReactionRead[],
): ForgeEvent[] {
  return reactions.map(({ databaseId, content, createdAt, user }) => ({
    type: 'reacted',
    id: `reaction-${databaseId}`,
    at: createdAt,
    by: personOf(user),
    post,
    comment,
    reaction: reactionName(content),
  }));
}
