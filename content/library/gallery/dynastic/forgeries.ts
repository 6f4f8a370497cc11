import { action, boolean, derive, list, optional, rule, text } from 'gitnomic/rules';
import type { Things } from 'gitnomic/rules';
import { roundOf } from './helpers/art.ts';
import { repriced, repricedPieces } from './helpers/collections.ts';
import type { Piece } from './helpers/collections.ts';
import { asWords } from './helpers/gallery-post.ts';
import { plainTitle } from './helpers/references.ts';
import { aboutToSend } from './helpers/submissions.ts';

export default rule(({ game, value, art, people, post, refuse, submissions }) => {
  const names = (words: unknown, piece: Things['art']): boolean =>
    typeof words === 'string' && [piece.id, plainTitle(piece.title)].includes(plainTitle(words));
  const pieceCalled = (words: string): Things['art'] =>
    art.find((piece) => names(words, piece)) ?? refuse('art', `there is no such piece of art as ${words}`);

  return {
    things: { art: { fields: { forgery: boolean({ title: 'Forgery' }) } } },

    submissions: {
      'decry-forgery': {
        title: 'Decry a forgery',
        about: 'Which piece holds a spider, by id or full title, and where in it. At any time.',
        with: { art: optional(text({ from: 'art' })), where: optional(text()) },
      },
    },

    views: {
      'decry-forgery-by-line': derive({
        of: 'text',
        returns: list(text()),
        about: 'Which piece would be decried, before it is sealed.',
        value(words) {
          const { art: named } = aboutToSend(words);
          const piece = art.find((one) => names(named, one)) ?? refuse('art', 'it names no piece of art');
          return [piece.title];
        },
      }),
    },

    actions: {
      'announce-forgery': action({
        title: 'Announce a forgery',
        sentence: 'announced that {art} is a forgery',
        by: 'emperor',
        private: true,
        reveals: ['art', 'players', 'game', 'posts', 'refusals'],
        with: { art: text({ from: 'art' }) },
        check({ art: words }) {
          const piece = pieceCalled(words);
          if (roundOf(piece) <= value('safe-until'))
            refuse('art', `art of round ${value('safe-until')} and earlier is never a forgery`);
          if (piece.forgery) refuse('art', `${piece.title} was already announced`);
          const decried = submissions('decry-forgery').some(({ contents }) => names(contents['art'], piece));
          if (!decried) refuse('art', `nobody has decried ${piece.title}`);
        },
        effect({ actor, art: words }) {
          const piece = pieceCalled(words);
          const worthless = (held: Piece): number => (held.art === piece.id ? value('price') : held.price);
          piece.forgery = true;
          for (const person of people) person.collection = repriced(person.collection, worthless);
          game.vault = repricedPieces(game.vault, worthless);
          post({
            kind: 'plain',
            title: `A forgery: ${piece.title}`,
            text: `[${asWords(piece.title)}](#thing:art/${piece.id}) is a forgery.`,
            author: actor,
          });
        },
      }),
    },
  };
});
