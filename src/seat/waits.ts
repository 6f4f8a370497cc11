import { readStatus, type Status } from '../tick/read-status.ts';
import { choicesFrom } from './choices-from.ts';
import { isLost } from '../wording/words.ts';
import { inWords, namingOf, titleOfSubmission } from '../wording/naming.ts';
import { toKebab } from '../kernel/names.ts';
import { capitalised } from '../kernel/sentence.ts';
import { askRules } from '../session/ask/call-guard.ts';
import type { Position } from '../session/position/position.ts';
import type { Person } from '../forge/events.ts';
import type { ActionDescription } from '../kernel/describe-model.ts';
import type { State } from '../kernel/state.ts';
import type { Coming } from '../kernel/times.ts';
import { splitState } from '../store/private-values.ts';
import { ModeratedGame } from '../store/moderation.ts';
import { hasReachedGoal, readVictory } from '../session/ask/victory.ts';
import { actsAnswering, actsLettingIn, type WaitingAct } from './let-in.ts';
import { playerAt, previewPost, previewSeal, votesJudged, whyNotPlaying } from './preview.ts';
import { openActions, askRefusal } from './read-table.ts';
import { hasNothingToPick } from './try-ways.ts';

/** The steps that others, or the rules, expect of one player. */
export interface Waits {
  readonly who: string;
  /** True if the rules count them as a player. */
  readonly plays: boolean;
  /** Why others don't see what they write, if they are muted. */
  readonly muted: string | null;
  /** What only this player may see: private values, if their secrets are on this machine, and what they sent sealed. */
  readonly own: readonly { readonly title: string; readonly said: string }[];
  readonly votes: readonly {
    readonly matter: string;
    readonly title: string;
    readonly kind: string;
    /** The earliest time at which it could be resolved as the votes stand; null while it waits for the matter before it. */
    readonly due: string | null;
  }[];
  readonly acts: readonly WaitingAct[];
  /** What they could seal and send now. */
  readonly sends: readonly { readonly kind: string; readonly title: string }[];
  /** Posts by which they can claim victory, once the rules agree. */
  readonly declarations: readonly { readonly kind: string; readonly title: string }[];
  /** Matters that the rules leave to this player as an Admin. */
  readonly resolutions: readonly {
    readonly matter: string;
    readonly title: string;
    /** True if it clashes with a change that passed first, so that somebody has to choose the words. */
    readonly isChoice: boolean;
  }[];
  /** Coming acts of the rules, if the same rule asks something of this player before: actions to take or messages to send. */
  readonly deadlines: readonly (Coming & {
    readonly actions: readonly string[];
    readonly sends: readonly string[];
  })[];
}

/** Each is tried separately, so only the newest are: they are the most likely to wait for an answer. */
const MOST_TRIED = 20;

/** The status is the same for all players, so a caller that asks about many of them reads it once. */
export function waitsFor(
  position: Position,
  at: string,
  who: Person,
  status: Status = readStatus(position, at),
): Waits {
  const { play } = position.open;
  const { open } = splitState(play.state(), play.model);
  const { coming, roster, now } = status;
  const id = playerAt(position, who);
  const plays = whyNotPlaying(play, now, id) === null;
  const nothing = {
    own: [],
    votes: [],
    acts: [],
    sends: [],
    declarations: [],
    resolutions: [],
    deadlines: [],
  };
  if (!Object.hasOwn(open.players, id)) return { who: id, plays: false, muted: null, ...nothing };
  const others = roster.flatMap((one) => (one.state === 'active' && one.id !== id ? [one.id] : []));
  const isFree = (action: ActionDescription): boolean =>
    others.length > 0 && action.by.includes('player') && Object.keys(action.with).length === 0;
  const toAnswer = new Map<string, ReturnType<typeof answersTo>>();
  // Asking the rules about an action takes long, so this asks only about actions that could be expected.
  const possible = openActions(position, now, who, (action, name) => {
    const answers = answersTo(position, open, action);
    toAnswer.set(name, answers);
    return answers.length > 0 || isFree(action);
  });
  const can = asker(position, now);
  const acts: readonly WaitingAct[] = [
    ...actsLettingIn(position, roster, (action, words, said) => can(id, action, words, said)),
    ...actsAnswering(position, { id, others }, can),
    ...possible.flatMap(({ id: name, title, action }): WaitingAct[] => {
      const answers = (toAnswer.get(name) ?? []).filter(({ param, id: thing }) =>
        can(id, name, { [param]: thing }, param),
      );
      if (answers.length > 0) return answers.map((on) => ({ action: name, title, on }));
      const isAlone = isFree(action) && !others.some((other) => can(other, name, {}, null));
      return isAlone ? [{ action: name, title, on: null }] : [];
    }),
  ];
  const sends = sendsOf(position, now, who);
  return {
    who: id,
    plays,
    muted: sayMuted(position, id),
    own: [...ownViews(position, now, id), ...ownSecrets(position, id)],
    votes: plays ? votesOf(position, status, who) : [],
    acts,
    sends,
    declarations: mayDeclare(position, now, id) ? declarationsOf(position, now, who) : [],
    resolutions: resolutionsOf(status, id),
    deadlines: deadlinesOf(position, id, { coming, acts, sends }),
  };
}

/** Coming events whose rule asks something of this player before. */
function deadlinesOf(
  { open: { play } }: Position,
  id: string,
  { coming, acts, sends }: Pick<Waits, 'acts' | 'sends'> & { readonly coming: readonly Coming[] },
): Waits['deadlines'] {
  const { actions, submissions } = play.model;
  const sent = new Set(
    Object.values(play.state().submissions).flatMap(({ kind, by, used }) =>
      by === id && !used ? [kind] : [],
    ),
  );
  return coming.flatMap((one) => {
    const toTake = acts.flatMap(({ action }) => (actions[action]?.rule === one.rule ? [action] : []));
    const toSend = sends.flatMap(({ kind }) =>
      submissions[kind]?.rule === one.rule && !sent.has(kind) ? [kind] : [],
    );
    return toTake.length + toSend.length === 0
      ? []
      : [{ ...one, actions: [...new Set(toTake)], sends: toSend }];
  });
}

function mayVote(position: Position, now: string, who: Person, on: string): boolean {
  for (const { refusal } of votesJudged(position, now, who, on)) if (refusal === null) return true;
  return false;
}

function votesOf(position: Position, { queue, now }: Status, who: Person): Waits['votes'] {
  const id = playerAt(position, who);
  return queue
    .filter(({ votes, outlook }) => !Object.hasOwn(votes, id) && !isLost(outlook))
    .filter((matter) => mayVote(position, now, who, matter.id))
    .map(({ id: matter, title, kind, enactFrom, failFrom, queue: place }) => {
      const times = (place ?? 1) > 1 ? [] : [enactFrom, failFrom];
      const [due = null] = times.filter((one) => one !== null).toSorted();
      return { matter, title, kind, due };
    });
}

/** A message that is refused for its contents may be sent with others. */
function sendsOf(position: Position, now: string, who: Person): Waits['sends'] {
  const { play } = position.open;
  const { model } = play;
  const choices = choicesFrom(play, now, playerAt(position, who));
  return Object.keys(model.submissions).flatMap((kind) => {
    if (hasNothingToPick(model.submissions[kind]?.with ?? {}, choices)) return [];
    const { refusal } = previewSeal(position, now, who, kind, {});
    return refusal === null || refusal.param !== null || refusal.code === 'private-side'
      ? [{ kind, title: titleOfSubmission(model, kind) }]
      : [];
  });
}

function resolutionsOf({ roster, queue }: Status, id: string): Waits['resolutions'] {
  if (!roster.some((one) => one.id === id && one.admin)) return [];
  return queue.flatMap(({ id: matter, title, byAdmin, conflict }) =>
    byAdmin || conflict ? [{ matter, title, isChoice: conflict }] : [],
  );
}

function sayMuted({ moderation: { inForce }, open: { play } }: Position, id: string): string | null {
  const since = new ModeratedGame(inForce, play.model, play.state()).mutedSince(id);
  if (since === null) return null;
  const naming = namingOf(play);
  const { say, time } = naming.wording;
  const step = inForce.muted?.[id];
  if (since.by !== step?.by) return say`The rules have muted you: what you write is kept, and not shown.`;
  const kind = since.at === '' ? say`All that you wrote` : say`What you write`;
  return say`${naming.person(step.by)} muted you at ${time(step.at)}: ${step.why}. ${kind} is kept, and not shown, until an Admin ends it.`;
}

function ownViews({ open: { play } }: Position, now: string, who: string): Waits['own'] {
  const own = Object.entries(play.model.views).filter(([, { own, of }]) => own === true && of === 'player');
  if (own.length === 0 || !play.runsInPrivate('')) return [];
  const naming = namingOf(play);
  const ask = askRules(play, now);
  return own.flatMap(([id, { title, returns }]) => {
    const value = ask('views', id, who);
    if (value === null || value === undefined) return [];
    return [{ title: title ?? capitalised(inWords(id)), said: naming.value(value, returns) }];
  });
}

/** What they have sent in secret and the rules have not used yet; its contents only if they can be opened here. */
function ownSecrets({ open: { play } }: Position, who: string): Waits['own'] {
  const naming = namingOf(play);
  const sent = Object.values(play.state().submissions).filter(({ by, used }) => by === who && !used);
  return sent.slice(-MOST_TRIED).map(({ kind, open, contents }) => {
    const types = { ...play.model.submissions[kind]?.open, ...play.model.submissions[kind]?.with };
    const said = Object.entries({ ...open, ...contents }).map(
      ([name, value]) => `${types[name]?.title ?? inWords(name)} ${naming.value(value, types[name])}`,
    );
    const words = contents === null ? [...said, play.wording.say`sealed`] : said;
    return { title: titleOfSubmission(play.model, kind), said: words.join(', ') };
  });
}

/** True for somebody who has won, until they have told the others and these have agreed. */
function mayDeclare({ open: { play } }: Position, now: string, id: string): boolean {
  if (!hasReachedGoal(play, now, id) || readVictory(play, now) !== null) return false;
  return !Object.values(play.state().posts).some(
    ({ kind, author, status }) =>
      author === id && status === 'pending' && play.model.kinds[kind]?.purpose === 'win',
  );
}

function declarationsOf(position: Position, now: string, who: Person): Waits['declarations'] {
  return Object.entries(position.open.play.model.kinds).flatMap(([kind, { title, purpose }]) =>
    purpose === 'win' && previewPost(position, now, who, { kind, title: kind, text: '' }) === null
      ? [{ kind, title: title ?? kind }]
      : [],
  );
}

/** Tells whether somebody could take an action with one parameter given; the others may still be missing. */
function asker(position: Position, at: string) {
  const { play } = position.open;
  return (by: string, action: string, words: Record<string, string>, said: string | null): boolean => {
    const refusal = askRefusal(play, { type: 'act', at, by, action, with: words });
    if (refusal === null || ['chance', 'private-side'].includes(refusal.code)) return true;
    // Parameters that are missing so far may be wrong, but not those of other steps that the rules take.
    const isOpen = Object.keys(play.model.actions[action]?.with ?? {}).some(
      (name) => toKebab(name) === toKebab(refusal.param ?? ''),
    );
    return said !== null && isOpen && refusal.param !== said;
  };
}

/** Things announced in a post that an action refers to by a parameter: a challenge, a question, an offer. */
function answersTo(position: Position, open: State, action: ActionDescription) {
  const { collections } = position.open.play.sandbox.describe();
  return Object.entries(action.with).flatMap(([param, type]) => {
    if (type.kind !== 'thing') return [];
    const fields = Object.entries(collections[type.collection]?.fields ?? {});
    const threads = fields.flatMap(([name, { type: of }]) =>
      of.kind === 'post' || (of.kind === 'optional' && of.of.kind === 'post') ? [name] : [],
    );
    return Object.entries(open.things[type.collection] ?? {})
      .filter(([, thing]) => threads.some((name) => typeof thing[name] === 'string'))
      .slice(-MOST_TRIED)
      .map(([id, { title }]) => ({ param, id, title: typeof title === 'string' ? title : id }));
  });
}
