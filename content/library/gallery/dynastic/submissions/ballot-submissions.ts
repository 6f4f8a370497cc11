import { boolean, optional, rule, text } from 'gitnomic/rules';
import { meant } from '../helpers/references.ts';
import { latest } from '../helpers/submissions.ts';

export default rule(({ game, value, art, galleries, hook, refuse, submissions }) => {
  /** The three pieces of a ballot, best first; null where it is invalid. */
  const choicesOf = (by, contents) => {
    const isOwn = (piece) => by.is(hook('submitter-of', { piece: piece.id }));
    const gallery = galleries.get(`gallery-${game.round - 1}`);
    const hung = (gallery?.art ?? []).map((id) => art.get(id)).filter((piece) => piece !== null);
    const targets = hung.filter((piece) => !isOwn(piece));
    const choices = [contents.first, contents.second, contents.third].map((words) => meant(words, art.all(), targets));
    const ids = choices.map((piece) => (piece !== null && targets.some((target) => target.is(piece)) ? piece.id : null));
    return ids.includes(null) || new Set(ids).size < ids.length ? null : ids;
  };

  return {
    submissions: {
      ballot: {
        title: 'Ballot Submission',
        about: 'Three pieces of the gallery of the round before, the best first, by id or by title.',
        with: { first: optional(text()), second: optional(text()), third: optional(text()), amend: optional(boolean()) },
        check() {
          hook('check-round-open');
          if (game.round < value('first-round')) refuse(`ballots are taken from round ${value('first-round')} on`);
          if (!hook('has-gallery', { round: game.round - 1 })) refuse(`round ${game.round - 1} has no gallery to vote on`);
        },
      },
    },

    hooks: {
      'valid-ballots'() {
        const sent = submissions('ballot');
        const valid = latest(sent).flatMap(({ by, contents }) => {
          const choices = choicesOf(by, contents);
          return choices === null ? [] : [{ by, art: choices }];
        });
        sent.forEach((one) => one.use());
        return valid;
      },
    },
  };
});
