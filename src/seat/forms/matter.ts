import { voteInComment, sayInComment } from '../take-step.ts';
import { postOfGame, whyNotEnacted, withPosition } from '../read-table.ts';
import { playerAt, previewOwn, previewResolution, previewVotes, votesOffered } from '../preview.ts';
import { voteLabel } from '../vote-text.ts';
import type { PostData } from '../../kernel/state.ts';
import type { Wording } from '../../language/wording.ts';
import type { Position } from '../../session/position/position.ts';
import { fieldFor, formOf, matterPage, reasonOf, seatOf, tell } from './form.ts';
import type { FormAnswer, FormHandler, FormButton, FilledForm, Visit } from './form.ts';
import { FormProblem } from './given.ts';
import { againstOwn, ownComments, ownPost } from './own.ts';
import { settleForm } from './settle.ts';
import { wayForm } from './way.ts';

function voteOf({ uses }: Pick<PostData, 'uses'>, player: string): string | undefined {
  return uses.findLast(({ by, withdrawn }) => by === player && withdrawn !== true)?.vote;
}

/** A form to vote on a matter. In a list, only the votes that can be cast are shown. */
export function voteForm(
  position: Position,
  { game, who, wording }: Visit,
  post: PostData,
  inList: boolean,
): FilledForm | null {
  const { say } = wording;
  if (post.status !== 'pending' || who === null) return null;
  const cast = voteOf(post, playerAt(position, who));
  const all = previewVotes(position, game.now(), who, post.id).map(({ vote, refusal }): FormButton => ({
    name: 'vote',
    value: vote,
    label: voteLabel(vote),
    chosen: vote === cast,
    refusal: refusal === null ? null : reasonOf(refusal, wording),
  }));
  const isOpen = all.some(({ refusal }) => refusal === null);
  const buttons = inList ? all.filter(({ refusal }) => refusal === null) : all;
  // Somebody who can't vote at all sees the reason and no buttons.
  const [why] = all.flatMap(({ refusal }) => refusal ?? []);
  if (!isOpen)
    return inList || why === undefined
      ? null
      : formOf({ kind: 'vote', title: say`Vote`, hidden: { on: post.id }, said: [tell('plain', why)] });
  return formOf({
    kind: 'vote',
    title: say`Vote`,
    name: say`Vote on ${post.title}`,
    hidden: { on: post.id, ...(inList ? { list: 'yes' } : {}) },
    fields: inList
      ? []
      : [
          fieldFor({
            name: 'text',
            label: say`Why?`,
            input: 'text',
            optional: true,
            most: 5000,
          }),
        ],
    buttons,
  });
}

function commentForm(post: PostData, { say }: Wording): FilledForm {
  return formOf({
    kind: 'comment',
    title: say`Your comment`,
    hidden: { on: post.id },
    fields: [
      fieldFor({ name: 'text', label: say`Your comment`, input: 'words', required: true, most: 60_000 }),
    ],
    buttons: [{ name: 'do', value: 'comment', label: say`Comment` }],
  });
}

/** Each way to resolve a matter by hand has sentences of its own, since other languages inflect the verb. */
const RESOLUTIONS = {
  enact: {
    label: ({ say }: Wording) => say`Enact`,
    sure: ({ say }: Wording) => say`Yes, enact it`,
    warning: ({ say }: Wording) => say`Enacting this can’t be undone. Press “Yes, enact it” if you’re sure.`,
    done: ({ say }: Wording) => say`It passed.`,
  },
  fail: {
    label: ({ say }: Wording) => say`Fail`,
    sure: ({ say }: Wording) => say`Yes, fail it`,
    warning: ({ say }: Wording) => say`Failing this can’t be undone. Press “Yes, fail it” if you’re sure.`,
    done: ({ say }: Wording) => say`It failed.`,
  },
};

function resolveForm(
  position: Position,
  { game, who, wording }: Visit,
  id: string,
  sure: keyof typeof RESOLUTIONS | '',
): FilledForm | null {
  const { say } = wording;
  const post = postOfGame(position, id);
  // If the words are still to be chosen, another form asks for that.
  if (who === null || post?.status !== 'pending' || position.open.play.clashOf(post) !== null) return null;
  const why = whyNotEnacted(position, game.now(), id);
  return formOf({
    kind: 'resolve',
    title: say`Carry out by hand`,
    folded: say`Carry out by hand`,
    lede:
      why === null ? say`Passed; comes into force now.` : say`Not in force yet: ${reasonOf(why, wording)}`,
    hidden: { on: id, sure },
    buttons: (['enact', 'fail'] as const).map((how) => {
      const refusal = previewResolution(position, game.now(), who, id, how);
      return {
        name: 'how',
        value: how,
        label: RESOLUTIONS[how][sure === how ? 'sure' : 'label'](wording),
        refusal: refusal === null ? null : reasonOf(refusal, wording),
      };
    }),
    said: sure === '' ? [] : [tell('plain', RESOLUTIONS[sure].warning(wording))],
  });
}

/** The forms on a post's own page, for the person in the seat. */
export function formsOfMatter(position: Position, visit: Visit, id: string): readonly FilledForm[] {
  const post = postOfGame(position, id);
  if (post === null || visit.who === null) return [];
  const player = playerAt(position, visit.who);
  // The forge keeps a settled post as it is.
  if (post.resolvedAt !== null) return [];
  return [
    settleForm(position, visit, post),
    wayForm(position, visit, post),
    voteForm(position, visit, post, false),
    commentForm(post, visit.wording),
    resolveForm(position, visit, id, ''),
    ...ownForms(position, visit, post),
    ...ownComments(post, player, visit.wording),
  ].filter((form) => form !== null);
}

/** Authors are offered what the rules let them do with their post now. */
function ownForms(position: Position, visit: Visit, post: PostData): readonly (FilledForm | null)[] {
  const { game, who, wording } = visit;
  if (who === null) return [];
  const player = playerAt(position, who);
  const may = previewOwn(position, game.now(), who, post);
  const own = ownPost(post, player, may, wording);
  if (may.withdraw || post.author !== player || post.byEngine || post.status !== 'pending') return [own];
  const against = position.open.play.model.ballot.counts[1]?.vote;
  const canVote =
    voteOf(post, player) !== against &&
    previewVotes(position, game.now(), who, post.id).some(
      ({ vote, refusal }) => vote === against && refusal === null,
    );
  return [own, canVote && typeof against === 'string' ? againstOwn(post, against, wording) : null];
}

/** A form of a matter's page on a page of its own. */
export async function openFor(visit: Visit, kind: string): Promise<FilledForm> {
  const [on, comment] = [visit.given.one('on', 200), visit.given.one('comment', 200)];
  const form = await withPosition(visit.game, (position) =>
    formsOfMatter(position, visit, on).find(
      ({ kind: is, hidden }) => is === kind && (hidden['comment'] ?? '') === comment,
    ),
  );
  if (form === undefined) throw new FormProblem(404, ({ say }) => say`There is nothing to do here any more.`);
  return { ...form, folded: null };
}

export const voteHandler: FormHandler = {
  open: (visit) => openFor(visit, 'vote'),
  send: async (visit): Promise<FormAnswer> => {
    const who = seatOf(visit);
    const { given, game } = visit;
    const [on, icon] = [given.one('on', 200), given.one('vote', 40)];
    const offered = await withPosition(game, (position) => votesOffered(position, game.now(), ''));
    if (!offered.includes(icon))
      throw new FormProblem(400, ({ say }) => say`Vote with one of ${offered.join(', ')}.`);
    const step = await voteInComment(game, who, on, icon, given.one('text', 5000).trim());
    const goTo = given.one('list', 10) === '' ? matterPage(on) : '';
    return { step, done: visit.wording.say`${who.name} votes ${icon}.`, goTo };
  },
};

export const commentHandler: FormHandler = {
  open: (visit) => openFor(visit, 'comment'),
  send: async (visit): Promise<FormAnswer> => {
    const who = seatOf(visit);
    const [on, text] = [visit.given.one('on', 200), visit.given.one('text', 60_000).trim()];
    if (text === '') throw new FormProblem(400, ({ say }) => say`Write a comment first.`);
    return {
      step: await sayInComment(visit.game, who, on, text),
      done: visit.wording.say`Your comment is posted.`,
      goTo: matterPage(on),
    };
  },
};

export const resolveHandler: FormHandler = {
  open: (visit) => openFor(visit, 'resolve'),
  send: async (visit): Promise<FormAnswer> => {
    const who = seatOf(visit);
    const [on, how] = [visit.given.one('on', 200), visit.given.one('how', 10)];
    if (how !== 'enact' && how !== 'fail')
      throw new FormProblem(400, ({ say }) => say`A vote either passes or fails.`);
    if (visit.given.one('sure', 10) !== how) {
      const form = await withPosition(visit.game, (position) => resolveForm(position, visit, on, how));
      if (form === null) throw new FormProblem(404, ({ say }) => say`There’s no such open vote.`);
      return { form: { ...form, folded: null } };
    }
    const step = await sayInComment(visit.game, who, on, `/${how}`);
    return { step, done: RESOLUTIONS[how].done(visit.wording), goTo: matterPage(on) };
  },
};
