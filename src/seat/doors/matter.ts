import { voteInComment, sayInComment } from '../take-step.ts';
import { matterAt, withPosition } from '../read-table.ts';
import { playerAt, previewResolution, previewVotes, votesOffered } from '../preview.ts';
import { voteLabel } from '../vote-text.ts';
import type { PostData } from '../../kernel/state.ts';
import type { Position } from '../../decide/position.ts';
import { fieldFor, formOf, matterPage, reasonOf, say, seatOf } from './door.ts';
import type { DoorAnswer, Door, DoorButton, DoorForm, Visit } from './door.ts';
import { DoorProblem } from './given.ts';
import { ownComments, ownPost } from './own.ts';

/** A form to vote on a matter. In a list, only the votes that can be cast are shown. */
export function voteForm(
  position: Position,
  { game, who }: Visit,
  post: PostData,
  inList: boolean,
): DoorForm | null {
  if (post.status !== 'pending' || who === null) return null;
  const cast = post.uses.findLast(
    ({ by, withdrawn }) => by === playerAt(position, who) && withdrawn !== true,
  )?.vote;
  const all = previewVotes(position, game.now(), who, post.id).map(({ vote, refusal }): DoorButton => ({
    name: 'vote',
    value: vote,
    label: voteLabel(vote),
    chosen: vote === cast,
    refusal: refusal === null ? null : reasonOf(refusal),
  }));
  const buttons = inList ? all.filter(({ refusal }) => refusal === null) : all;
  if (buttons.length === 0) return null;
  return formOf({
    door: 'vote',
    title: 'Vote',
    hidden: { on: post.id, ...(inList ? { list: 'yes' } : {}) },
    fields: inList
      ? []
      : [
          fieldFor({
            name: 'text',
            label: 'What you say with your vote',
            input: 'text',
            optional: true,
            most: 5000,
          }),
        ],
    buttons,
  });
}

function commentForm(post: PostData): DoorForm {
  return formOf({
    door: 'comment',
    title: 'Your comment',
    hidden: { on: post.id },
    fields: [fieldFor({ name: 'text', label: 'Your comment', input: 'words', required: true, most: 60_000 })],
    buttons: [{ name: 'do', value: 'comment', label: 'Comment' }],
  });
}

const RESOLVED = { enact: 'Enact', fail: 'Fail' } as const;

function resolveForm(position: Position, { game, who }: Visit, id: string, sure: string): DoorForm | null {
  const found = matterAt(position, game.now(), id);
  if (who === null || found === null || found.status === null) return null;
  const why = found.whyNotEnacted;
  return formOf({
    door: 'resolve',
    title: 'Resolve by hand',
    folded: 'Resolve by hand',
    lede: why === null ? 'It can be enacted now.' : `Not enacted yet: ${reasonOf(why)}`,
    hidden: { on: id, sure },
    buttons: (['enact', 'fail'] as const).map((how) => {
      const refusal = previewResolution(position, game.now(), who, id, how);
      return {
        name: 'how',
        value: how,
        label: sure === how ? `Yes, ${how} it` : RESOLVED[how],
        refusal: refusal === null ? null : reasonOf(refusal),
      };
    }),
    said:
      sure === ''
        ? []
        : [
            say(
              'plain',
              `To ${sure} a matter can’t be taken back. Nothing is done yet: press “Yes, ${sure} it” if you mean it.`,
            ),
          ],
  });
}

/** The forms on a post's own page, for the person in the seat. */
export function doorsOfMatter(position: Position, visit: Visit, id: string): readonly DoorForm[] {
  const found = matterAt(position, visit.game.now(), id);
  if (found === null || visit.who === null) return [];
  const { post } = found;
  const player = playerAt(position, visit.who);
  return [
    voteForm(position, visit, post, false),
    commentForm(post),
    resolveForm(position, visit, id, ''),
    ownPost(post, player),
    ...ownComments(post, player),
  ].filter((form) => form !== null);
}

async function openFor(visit: Visit, door: string): Promise<DoorForm> {
  const on = visit.given.one('on', 200);
  const form = await withPosition(visit.game, (position) =>
    doorsOfMatter(position, visit, on).find((one) => one.door === door),
  );
  if (form === undefined) throw new DoorProblem(404, 'There is no such matter for this.');
  return { ...form, folded: null };
}

export const voteDoor: Door = {
  open: (visit) => openFor(visit, 'vote'),
  send: async (visit): Promise<DoorAnswer> => {
    const who = seatOf(visit);
    const { given, game } = visit;
    const [on, icon] = [given.one('on', 200), given.one('vote', 40)];
    const offered = await withPosition(game, (position) => votesOffered(position, game.now(), ''));
    if (!offered.includes(icon)) throw new DoorProblem(400, `A vote is one of ${offered.join(', ')}.`);
    const step = await voteInComment(game, who, on, icon, given.one('text', 5000).trim());
    const goTo = given.one('list', 10) === '' ? matterPage(on) : '';
    return { step, done: `${who.name} votes ${icon}.`, goTo };
  },
};

export const commentDoor: Door = {
  open: (visit) => openFor(visit, 'comment'),
  send: async (visit): Promise<DoorAnswer> => {
    const who = seatOf(visit);
    const [on, text] = [visit.given.one('on', 200), visit.given.one('text', 60_000).trim()];
    if (text === '') throw new DoorProblem(400, 'A comment needs words.');
    return {
      step: await sayInComment(visit.game, who, on, text),
      done: 'The comment is there.',
      goTo: matterPage(on),
    };
  },
};

export const resolveDoor: Door = {
  open: (visit) => openFor(visit, 'resolve'),
  send: async (visit): Promise<DoorAnswer> => {
    const who = seatOf(visit);
    const [on, how] = [visit.given.one('on', 200), visit.given.one('how', 10)];
    if (how !== 'enact' && how !== 'fail') throw new DoorProblem(400, 'A matter is enacted, or it fails.');
    if (visit.given.one('sure', 10) !== how) {
      const form = await withPosition(visit.game, (position) => resolveForm(position, visit, on, how));
      if (form === null) throw new DoorProblem(404, 'There is no such matter that is pending.');
      return { form: { ...form, folded: null }, status: 200 };
    }
    const step = await sayInComment(visit.game, who, on, `/${how}`);
    return { step, done: `It is ${how}ed.`, goTo: matterPage(on) };
  },
};
