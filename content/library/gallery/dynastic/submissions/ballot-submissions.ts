import { boolean, optional, rule, text } from 'gitnomic/rules';
import type { Person, Things } from 'gitnomic/rules';
import { meant } from '../helpers/references.ts';
import { latest } from '../helpers/submissions.ts';
import type { Contents } from '../helpers/submissions.ts';
import type { Ballot } from '../helpers/types.ts';

export interface Asks {
  'valid-ballots'(): readonly Ballot[];
}

export default rule(({ game, value, art, galleries, hook, refuse, submissions }) => {
  /** The three pieces of a ballot, best first; or what makes it invalid, in words. */
  const choicesOf = (by: Person, contents: Contents): readonly string[] | string => {
    const isOwn = (piece: Things['art']): boolean => by.is(hook('submitter-of', { piece: piece.id }, null));
    const gallery = galleries.get(`gallery-${game.round - 1}`);
    if (gallery === null) return `round ${game.round - 1} has no gallery to vote on`;
    const hung = gallery.art.flatMap((id) => art.get(id) ?? []);
    const targets = hung.filter((piece) => !isOwn(piece));
    const ids: string[] = [];
    for (const place of ['first', 'second', 'third']) {
      const piece = meant(contents[place], art.all(), targets);
      if (piece === null) return `"${place}" does not clearly name one piece of the gallery`;
      if (isOwn(piece)) return `${piece.title} is your own`;
      if (!targets.some((target) => target.is(piece))) return `${piece.title} hangs in another gallery`;
      if (ids.includes(piece.id)) return `${piece.title} is named twice`;
      ids.push(piece.id);
    }
    return ids;
  };

  return {
    submissions: {
      ballot: {
        title: 'Ballot Submission',
        about: 'Three pieces of the gallery of the round before, the best first, by id or by title.',
        with: {
          first: optional(text()),
          second: optional(text()),
          third: optional(text()),
          amend: optional(boolean()),
        },
        check() {
          hook('check-round-open');
          if (game.round < value('first-round'))
            refuse(`ballots are taken from round ${value('first-round')} on`);
          if (!hook('has-gallery', { round: game.round - 1 }))
            refuse(`round ${game.round - 1} has no gallery to vote on`);
        },
      },
    },

    hooks: {
      'valid-ballots'() {
        const sent = submissions('ballot');
        const valid = latest(sent).flatMap(({ by, contents }) => {
          const choices = choicesOf(by, contents);
          return typeof choices === 'string' ? [] : [{ by, art: choices }];
        });
        sent.forEach((one) => one.use());
        return valid;
      },

      'submission-problems'(_, next) {
        const wrong = latest(submissions('ballot')).flatMap(({ by, contents }) => {
          const problem = choicesOf(by, contents);
          return typeof problem === 'string' ? [{ by, submission: 'ballot', problem }] : [];
        });
        return [...(next() ?? []), ...wrong];
      },
    },
  };
});
