import type { Person } from '../../forge/events.ts';
import type { HomeGame } from '../../host/game.ts';
import type { Wording } from '../../language/wording.ts';
import { isSealed } from '../../play/secrets/sealed-text.ts';
import { FormProblem } from '../../seat/forms/given.ts';

/** A game as played from a borrowed seat: a note below each comment tells everybody that the host wrote it. */
export function inLentSeat(game: HomeGame, { say }: Wording): HomeGame {
  const signed = (by: Person, text: string): string => {
    if (isSealed(text))
      throw new FormProblem(403, () => say`Only ${by.name} can send secrets from here. Nothing has changed.`);
    return `${text}\n\n*${say`The host did this in the seat of ${by.name}.`}*`;
  };
  const { people } = game;
  return {
    ...game,
    say: (by, post, text) => game.say(by, post, signed(by, text)),
    people: {
      ...people,
      open: (by, draft) => people.open(by, { ...draft, text: signed(by, draft.text) }),
      comment: (by, post, text) => people.comment(by, post, signed(by, text)),
      edit: (by, post, change) =>
        people.edit(
          by,
          post,
          change.text === undefined ? change : { ...change, text: signed(by, change.text) },
        ),
      editComment: (by, post, comment, text) => people.editComment(by, post, comment, signed(by, text)),
      review: (by, post, verdict, text) => people.review(by, post, verdict, signed(by, text)),
    },
  };
}
