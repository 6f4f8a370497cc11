import type { Wording } from '../../language/wording.ts';
import type { CommentData, PostData } from '../../kernel/state.ts';
import {
  fieldFor,
  formOf,
  matterPage,
  seatOf,
  tell,
  type FormAnswer,
  type FormHandler,
  type FilledForm,
  type Visit,
} from './form.ts';
import { rulesProposed, titleOfText } from '../proposed-texts.ts';
import { FormProblem, type Given } from './given.ts';
import type { Person } from '../../forge/events.ts';
import type { HomeGame } from '../../host/game.ts';
import { withPosition } from '../read-table.ts';
import { actAndTell, type StepOutcome } from '../take-step.ts';

/** Authors change their own posts with this form. */
export function ownPost(
  post: PostData,
  player: string,
  may: { readonly edit: boolean; readonly withdraw: boolean },
  { say }: Wording,
): FilledForm | null {
  if (post.author !== player || post.byEngine || post.resolvedAt !== null) return null;
  if (!may.edit && !may.withdraw) return null;
  const title = !may.withdraw
    ? say`Edit your post`
    : may.edit
      ? say`Edit or withdraw your post`
      : say`Withdraw your post`;
  return formOf({
    kind: 'own',
    title,
    folded: title,
    hidden: { on: post.id },
    links: !may.edit
      ? []
      : [...rulesProposed(post)].map(([path, text]) => ({
          text: say`Change the text of “${titleOfText(path, text)}”`,
          to: `do/rule/?of=${encodeURIComponent(post.id)}&path=${encodeURIComponent(path)}`,
        })),
    fields: !may.edit
      ? []
      : [
          fieldFor({
            name: 'title',
            label: say`Title`,
            input: 'text',
            value: post.title,
            required: true,
            most: 400,
          }),
          fieldFor({ name: 'text', label: say`Text`, input: 'words', value: post.text }),
        ],
    buttons: [
      ...(may.edit ? [{ name: 'do', value: 'edit', label: say`Change it`, main: true }] : []),
      ...(may.withdraw ? [{ name: 'do', value: 'close', label: say`Withdraw it` }] : []),
    ],
  });
}

/** If the rules let nobody withdraw a proposal, its author can still vote against it. */
export function againstOwn(post: PostData, vote: string, { say }: Wording): FilledForm {
  return formOf({
    kind: 'vote',
    title: say`Withdraw your post`,
    folded: say`Withdraw your post`,
    lede: say`The rules don’t let you take it back. To withdraw yours, vote against it.`,
    hidden: { on: post.id },
    buttons: [{ name: 'vote', value: vote, label: say`Vote against it` }],
  });
}

/** Nobody wrote what a form asks of the engine, so nobody edits it. */
export function ownComments(post: PostData, player: string, wording: Wording): readonly FilledForm[] {
  return post.comments
    .filter(({ by, deleted, text }) => by === player && deleted !== true && !/^\s*\/[a-z].*\s*$/u.test(text))
    .map((comment) => ownComment(post.id, comment, wording));
}

function ownComment(on: string, { id, text }: CommentData, { say }: Wording): FilledForm {
  // A vote given by a button has no words to edit.
  if (/^\s*:[a-z-]+:\s*$/u.test(text))
    return formOf({
      kind: 'own',
      title: say`Take back your vote`,
      folded: say`Take back your vote`,
      hidden: { on, comment: id },
      buttons: [{ name: 'do', value: 'remove-comment', label: say`Take it back` }],
    });
  const beginning = text.replaceAll(/\s+/gu, ' ').slice(0, 40);
  return formOf({
    kind: 'own',
    title: say`Edit or remove your comment`,
    folded: say`Edit or remove your comment “${beginning}”`,
    hidden: { on, comment: id },
    fields: [fieldFor({ name: 'text', label: say`Your comment`, input: 'words', value: text })],
    buttons: [
      { name: 'do', value: 'edit-comment', label: say`Change it`, main: true },
      { name: 'do', value: 'remove-comment', label: say`Remove it` },
    ],
  });
}

/** Returns the question that is asked before an action that can't be undone. */
function warningOf(doing: string, { say }: Wording): string | null {
  if (doing === 'close') return say`A withdrawn post can’t be brought back. It hasn’t been withdrawn yet.`;
  return doing === 'remove-comment'
    ? say`A removed comment can’t be brought back. It hasn’t been removed yet.`
    : null;
}

export const ownHandler: Pick<FormHandler, 'send'> = {
  send: async (visit: Visit): Promise<FormAnswer> => {
    const who = seatOf(visit);
    const { given, game, wording } = visit;
    const { say } = wording;
    const [on, doing] = [given.one('on', 200), given.one('do', 20)];
    const warning = warningOf(doing, wording);
    if (warning !== null && given.one('sure', 20) !== doing)
      return { form: askAgain(given, doing, { warning, wording }) };
    const step = await changeOwn(game, who, on, wantedIn(given));
    if (step === null) throw new FormProblem(403, () => say`Only its author can change it.`);
    return { step, done: say`Done.`, goTo: matterPage(on) };
  },
};

function askAgain(
  given: Given,
  doing: string,
  { warning, wording: { say } }: { readonly warning: string; readonly wording: Wording },
): FilledForm {
  return formOf({
    kind: 'own',
    title: doing === 'close' ? say`Withdraw it?` : say`Remove it?`,
    hidden: { on: given.one('on', 200), comment: given.one('comment', 200), sure: doing },
    links: [{ text: say`Leave it unchanged`, to: matterPage(given.one('on', 200)) }],
    buttons: [
      {
        name: 'do',
        value: doing,
        label: doing === 'close' ? say`Yes, withdraw it` : say`Yes, remove it`,
        main: true,
      },
    ],
    said: [tell('plain', warning)],
  });
}

function wantedIn(given: Given): OwnWords {
  const [what, comment, text] = [given.one('do', 20), given.one('comment', 200), given.one('text', 60_000)];
  if (what === 'edit') {
    const title = given.one('title', 400).trim();
    if (title === '') throw new FormProblem(400, ({ say }) => say`A post needs a title.`);
    return { do: what, title, text };
  }
  if (what === 'close') return { do: what };
  if (what === 'remove-comment') return { do: what, comment };
  if (what !== 'edit-comment') throw new FormProblem(400, ({ say }) => say`This post can’t do that.`);
  if (text.trim() === '')
    throw new FormProblem(400, ({ say }) => say`A comment can’t be empty. You can remove it instead.`);
  return { do: what, comment, text };
}

/** Changes that authors make to their own posts; the rules define the consequences, as on any forge. */
type OwnWords =
  | { readonly do: 'edit'; readonly title: string; readonly text: string }
  | { readonly do: 'close' }
  | { readonly do: 'edit-comment'; readonly comment: string; readonly text: string }
  | { readonly do: 'remove-comment'; readonly comment: string };

/** Makes the change; null if the post is not theirs. The embedded forge doesn't check authors, so this does. */
async function changeOwn(
  game: HomeGame,
  who: Person,
  post: string,
  wanted: OwnWords,
): Promise<StepOutcome | null> {
  const place = await withPosition(game, (position) => {
    const found = position.open.play.state().posts[post];
    const player = position.accounts.all[who.id] ?? who.id;
    if (found === undefined) return null;
    const author =
      'comment' in wanted
        ? found.comments.find(({ id }) => id === wanted.comment)?.by
        : found.byEngine
          ? null
          : found.author;
    return author === player ? position.posts.forgePostOf(post) : null;
  });
  if (place === null) return null;
  return actAndTell(game, async () => {
    if (wanted.do === 'edit') await game.people.edit(who, place, { title: wanted.title, text: wanted.text });
    else if (wanted.do === 'close') await game.people.close(who, place);
    else if (wanted.do === 'edit-comment')
      await game.people.editComment(who, place, wanted.comment, wanted.text);
    else await game.people.removeComment(who, place, wanted.comment);
    return null;
  });
}
