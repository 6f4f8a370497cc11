import { changeOwn, type OwnWords } from '../own-words.ts';
import type { CommentData, PostData } from '../../kernel/state.ts';
import { fieldFor, formOf, matterPage, say, seatOf } from './door.ts';
import type { DoorAnswer, Door, DoorForm, Visit } from './door.ts';
import { DoorProblem, type Given } from './given.ts';

/** The form by which authors change their own post. */
export function ownPost(post: PostData, player: string): DoorForm | null {
  if (post.author !== player || post.byEngine || post.resolvedAt !== null) return null;
  return formOf({
    door: 'own',
    title: 'Edit or withdraw what you posted',
    folded: 'Edit or withdraw what you posted',
    lede: 'The rules say until when that is possible, and what it means.',
    hidden: { on: post.id },
    fields: [
      fieldFor({
        name: 'title',
        label: 'Title',
        input: 'text',
        value: post.title,
        required: true,
        most: 400,
      }),
      fieldFor({ name: 'text', label: 'Text', input: 'words', value: post.text }),
    ],
    buttons: [
      { name: 'do', value: 'edit', label: 'Change it', main: true },
      { name: 'do', value: 'close', label: 'Withdraw it' },
    ],
  });
}

export function ownComments(post: PostData, player: string): readonly DoorForm[] {
  return post.comments
    .filter(({ by, deleted }) => by === player && deleted !== true)
    .map((comment) => ownComment(post.id, comment));
}

function ownComment(on: string, { id, text }: CommentData): DoorForm {
  return formOf({
    door: 'own',
    title: 'Edit or remove your comment',
    folded: `Edit or remove your comment “${text.replaceAll(/\s+/gu, ' ').slice(0, 40)}”`,
    hidden: { on, comment: id },
    fields: [fieldFor({ name: 'text', label: 'Your comment', input: 'words', value: text })],
    buttons: [
      { name: 'do', value: 'edit-comment', label: 'Change it', main: true },
      { name: 'do', value: 'remove-comment', label: 'Remove it' },
    ],
  });
}

const FOR_GOOD: Readonly<Record<string, string>> = {
  close: 'A withdrawn post does not come back.',
  'remove-comment': 'A comment that is removed does not come back.',
};

/** Changes a person's own posts and comments. */
export const ownDoor: Door = {
  open: () => Promise.reject(new DoorProblem(404, 'Change your own words on the page where they stand.')),
  send: async (visit: Visit): Promise<DoorAnswer> => {
    const who = seatOf(visit);
    const { given, game } = visit;
    const [on, doing] = [given.one('on', 200), given.one('do', 20)];
    const warning = FOR_GOOD[doing];
    if (warning !== undefined && given.one('sure', 20) !== doing)
      return { form: askAgain(given, doing, warning), status: 200 };
    const step = await changeOwn(game, who, on, wantedIn(given));
    if (step === null) throw new DoorProblem(403, 'Only its author can change it.');
    return { step, done: 'It is done.', goTo: matterPage(on) };
  },
};

function askAgain(given: Given, doing: string, warning: string): DoorForm {
  return formOf({
    door: 'own',
    title: doing === 'close' ? 'Withdraw it?' : 'Remove it?',
    hidden: { on: given.one('on', 200), comment: given.one('comment', 200), sure: doing },
    links: [{ text: 'Leave it as it is', to: matterPage(given.one('on', 200)) }],
    buttons: [
      {
        name: 'do',
        value: doing,
        label: doing === 'close' ? 'Yes, withdraw it' : 'Yes, remove it',
        main: true,
      },
    ],
    said: [say('plain', `${warning} Nothing is done yet.`)],
  });
}

function wantedIn(given: Given): OwnWords {
  const [what, comment, text] = [given.one('do', 20), given.one('comment', 200), given.one('text', 60_000)];
  if (what === 'edit') {
    const title = given.one('title', 400).trim();
    if (title === '') throw new DoorProblem(400, 'A post needs a title.');
    return { do: what, title, text };
  }
  if (what === 'close') return { do: what };
  if (what === 'remove-comment') return { do: what, comment };
  if (what !== 'edit-comment') throw new DoorProblem(400, 'A post has no such action.');
  if (text.trim() === '') throw new DoorProblem(400, 'A comment needs words; remove it instead.');
  return { do: what, comment, text };
}
