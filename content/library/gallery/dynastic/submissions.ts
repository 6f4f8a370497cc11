import { derive, integer, list, optional, player, record, rule, text } from 'gitnomic/rules';
import type { Problem } from './helpers/types.ts';

export interface Asks {
  /** What is wrong with what has been sent and not yet been processed: each kind adds its own. */
  'submission-problems'(): readonly Problem[];
}

export default rule(({ hook, emperor }) => ({
  emperor: {
    revelations: list(
      record({
        round: integer(),
        to: player({ who: 'anybody' }),
        about: player({ who: 'anybody' }),
        title: optional(text()),
      }),
      {
        private: true,
        title: 'What was told in private',
      },
    ),
  },

  views: {
    'invalid-submissions': derive({
      of: 'game',
      returns: list(record({ by: player({ who: 'anybody' }), submission: text(), problem: text() })),
      title: 'Invalid submissions',
      about: 'Whose senders should be told, and of what.',
      private: true,
      value: () => hook('submission-problems'),
    }),
    'told-in-private': derive({
      of: 'game',
      returns: list(record({ to: player({ who: 'anybody' }), text: text() })),
      title: 'Told in private',
      about: 'What is for one Player to know: that of their spyglasses.',
      private: true,
      value: () =>
        emperor.revelations.map(({ round, to, about, title }) => ({
          to,
          text:
            title === null
              ? `Your spyglass on ${about.label} shows nothing of round ${round} that you were not told.`
              : `Your spyglass shows that in round ${round} ${about.label} sent “${title}”.`,
        })),
    }),
  },

  hooks: { 'submission-problems': (_, next) => next() ?? [] },
}));
