import { boolean, derive, list, optional, rule, text } from 'gitnomic/rules';
import type { Person, Things } from 'gitnomic/rules';
import { meant } from '../helpers/references.ts';
import { aboutToSend, filled, latest } from '../helpers/submissions.ts';
import type { Contents } from '../helpers/submissions.ts';
import type { Ballot } from '../helpers/types.ts';

export interface Asks {
  'valid-ballots'(): readonly Ballot[];
}

const PLACES = ['first', 'second', 'third'] as const;

export default rule(({ game, value, art, galleries, people, hook, refuse, submissions }) => {
  const isOwn = (by: Person, piece: Things['art']): boolean =>
    by.is(hook('submitter-of', { piece: piece.id }, null));
  const hung = (): readonly Things['art'][] =>
    (galleries.get(`gallery-${game.round - 1}`)?.art ?? []).flatMap((id) => art.get(id) ?? []);

  /** The three pieces of a ballot, best first; or what makes it invalid, in words. */
  const choicesOf = (by: Person, contents: Contents): readonly string[] | string => {
    if (galleries.get(`gallery-${game.round - 1}`) === null)
      return `round ${game.round - 1} has no gallery to vote on`;
    const targets = hung().filter((piece) => !isOwn(by, piece));
    const ids: string[] = [];
    for (const place of PLACES) {
      const piece = meant(contents[place], art.all(), targets);
      if (piece === null) return `"${place}" does not clearly name one piece of the gallery`;
      if (isOwn(by, piece)) return `${piece.title} is your own`;
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
        about:
          'Three pieces of the gallery of the round before, the best first. A later ballot takes its place; with "amend" only what is named changes.',
        with: {
          first: optional(text({ from: 'may-praise' })),
          second: optional(text({ from: 'may-praise' })),
          third: optional(text({ from: 'may-praise' })),
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

    views: {
      'may-praise': derive({
        of: 'player',
        returns: optional(list(text())),
        own: true,
        title: 'You may praise',
        value: (person) =>
          galleries.get(`gallery-${game.round - 1}`) === null || game.closed
            ? null
            : hung().flatMap((piece) => (isOwn(person, piece) ? [] : [piece.id])),
      }),
      'ballot-by-line': derive({
        of: 'text',
        returns: list(text()),
        own: true,
        about: 'What a ballot says, before it is sealed.',
        value(words) {
          const { by: id, ...contents } = aboutToSend(words);
          const by = people.get(String(id)) ?? refuse(`nobody is called ${String(id)}`);
          const sent = latest([...submissions('ballot'), { by, contents }]);
          const whole = sent.find((one) => one.by.is(by))?.contents ?? contents;
          const empty = PLACES.find((place) => filled(whole[place]) === null);
          if (empty !== undefined) refuse(empty, 'a ballot ranks three pieces');
          const choices = choicesOf(by, whole);
          if (typeof choices === 'string') return refuse(choices);
          return choices.map((piece, at) => `${at + 1}: ${art.get(piece)?.title ?? piece}`);
        },
      }),
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
