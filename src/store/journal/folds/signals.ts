import type { Person, Verdict } from '../../../forge/events.ts';
import { listAt, type JournalEvent } from './happening.ts';

/**
 * One thing by which somebody may have voted: a comment, a review, a reaction to the post. What it means, and whether
 * an edit or a withdrawal changes that, is for the rules to say; here it only stands in the order it happened.
 */
export interface Signal {
  readonly via: 'comment' | 'review' | 'reaction';
  /** Of the comment or review; of a reaction, the id of its event. */
  readonly id: string;
  readonly n: number;
  readonly at: string;
  readonly by: Person | null;
  /** What it says and said, the first first; none for a reaction. */
  readonly texts: readonly { readonly at: string; readonly text: string; readonly redacted: boolean }[];
  readonly review: Verdict | null;
  readonly reaction: string | null;
  /** The commit that a review was given on. */
  readonly head: string | null;
  /** When the comment was removed, the review dismissed, the reaction taken back. */
  readonly withdrawnAt: string | null;
}

/** Signals by post, each list in the order in which they were given. */
export function foldSignals(happenings: readonly JournalEvent[]): ReadonlyMap<string, readonly Signal[]> {
  const signals = new Map<string, Signal[]>();
  for (const happening of happenings) {
    const { event } = happening;
    if (!('post' in event)) continue;
    const given = signalOf(happening);
    if (given === null) alter(signals.get(event.post) ?? [], happening);
    else listAt(signals, event.post).push(given);
  }
  return signals;
}

function signalOf({ n, at, event, redacted }: JournalEvent): Signal | null {
  const none = { review: null, reaction: null, head: null, withdrawnAt: null };
  const { by } = event;
  switch (event.type) {
    case 'commented':
      return {
        ...none,
        via: 'comment',
        id: event.comment,
        n,
        at,
        by,
        texts: [{ at, text: event.text, redacted }],
      };
    case 'reviewed': {
      const { review: id, verdict, head, text } = event;
      return {
        ...none,
        via: 'review',
        id,
        n,
        at,
        by,
        texts: [{ at, text, redacted }],
        review: verdict,
        head,
      };
    }
    case 'reacted':
      // To a comment people react as they chat; to the post itself, as they vote.
      if (event.comment !== null) return null;
      return { ...none, via: 'reaction', id: event.id, n, at, by, texts: [], reaction: event.reaction };
    default:
      return null;
  }
}

function alter(signals: Signal[], { at, event, redacted }: JournalEvent): void {
  switch (event.type) {
    case 'comment-edited':
    case 'review-edited': {
      const id = event.type === 'comment-edited' ? event.comment : event.review;
      const said = { at, text: event.text, redacted };
      return replaceLast(
        signals,
        (one) => one.id === id,
        (one) => ({ ...one, texts: [...one.texts, said] }),
      );
    }
    case 'comment-removed':
    case 'review-dismissed': {
      const id = event.type === 'comment-removed' ? event.comment : event.review;
      return replaceLast(
        signals,
        (one) => one.id === id,
        (one) => ({ ...one, withdrawnAt: one.withdrawnAt ?? at }),
      );
    }
    case 'unreacted': {
      if (event.comment !== null) return undefined;
      const { by, reaction } = event;
      const standing = (one: Signal): boolean =>
        one.reaction === reaction && one.by?.id === by?.id && one.withdrawnAt === null;
      return replaceLast(signals, standing, (one) => ({ ...one, withdrawnAt: at }));
    }
    default:
      return undefined;
  }
}

function replaceLast(signals: Signal[], which: (one: Signal) => boolean, to: (one: Signal) => Signal): void {
  const index = signals.findLastIndex(which);
  const found = signals[index];
  if (found !== undefined) signals[index] = to(found);
}
