import { boolean, derive, list, optional, picture, rule, text } from 'gitnomic/rules';
import type { Person } from 'gitnomic/rules';
import { aboutToSend, filled, latest } from '../helpers/submissions.ts';
import type { Contents } from '../helpers/submissions.ts';
import type { SentPiece } from '../helpers/types.ts';

export interface Asks {
  'art-sent'(words: { unloadable: readonly string[] }): readonly SentPiece[];
  'piece-of'(words: { handle: string; by: Person; contents: Contents }): SentPiece | null;
  'is-unloadable'(words: { piece: SentPiece; unloadable: readonly string[] }): boolean;
}

export default rule(({ game, hook, refuse, submissions, pictureProblem }) => ({
  submissions: {
    art: {
      title: 'Art Submission',
      about:
        'One image for the theme of the round. A later one takes its place; with "amend" only what is named changes.',
      with: {
        title: optional(text()),
        image: optional(picture({ about: 'an https link to the image, or the image itself' })),
        source: optional(text({ about: 'where it is from, or that it is your own work' })),
        amend: optional(boolean()),
      },
      check() {
        hook('check-round-open');
        if (!hook('has-theme', { round: game.round }))
          refuse(`round ${game.round} has no theme, and takes no art`);
      },
    },
  },

  views: {
    'art-by-line': derive({
      of: 'text',
      returns: list(text()),
      about: 'What would be sent as art, before it is sealed.',
      value(words) {
        const { title, image, amend } = aboutToSend(words);
        if (amend !== true && filled(title) === null) refuse('title', 'it needs a title');
        if (amend !== true && filled(image) === null) refuse('image', 'it needs an image');
        return [
          amend === true
            ? 'It changes what you sent.'
            : `“${filled(title) ?? ''}”, for ${game.theme ?? 'no theme'}.`,
        ];
      },
    }),
  },

  hooks: {
    /** The valid art of the closing round, in the order in which players first sent some. */
    'art-sent'({ unloadable }) {
      const sent = submissions('art');
      const valid = latest(sent).flatMap(({ by, contents }) => {
        const piece = hook('piece-of', { handle: by.id, by, contents });
        return piece === null || hook('is-unloadable', { piece, unloadable }) ? [] : [piece];
      });
      sent.forEach((one) => one.use());
      return valid;
    },

    'submission-problems'(_, next) {
      const lacking = latest(submissions('art')).filter(
        ({ by, contents }) => hook('piece-of', { handle: by.id, by, contents }) === null,
      );
      const problem = 'it needs a title and an image';
      return [...(next() ?? []), ...lacking.map(({ by }) => ({ by, submission: 'art', problem }))];
    },

    /** What the emperor says they can't load, and what their side of the engine could not. */
    'is-unloadable': ({ piece, unloadable }) =>
      unloadable.includes(piece.handle) || pictureProblem(piece.image) !== null,

    /** Art as somebody described it; null where its title or image is missing. */
    'piece-of'({ handle, by, contents }) {
      const [title, image] = [filled(contents['title']), filled(contents['image'])];
      return title === null || image === null
        ? null
        : { handle, by, title, image, source: filled(contents['source']) ?? '' };
    },
  },
}));
