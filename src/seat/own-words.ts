import type { Person } from '../forge/events.ts';
import type { HomeGame } from '../host/game.ts';
import { withPosition } from './read-table.ts';
import { actAndTell, type StepOutcome } from './take-step.ts';

/** Changes that authors make to their own posts; the rules define the consequences, as on any forge. */
export type OwnWords =
  | { readonly do: 'edit'; readonly title: string; readonly text: string }
  | { readonly do: 'close' }
  | { readonly do: 'edit-comment'; readonly comment: string; readonly text: string }
  | { readonly do: 'remove-comment'; readonly comment: string };

/** Makes the change; null if the post is not theirs. The embedded forge doesn't check authors, so this does. */
export async function changeOwn(
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
