import { integer, list, optional, player, record, rule, text } from 'gitnomic/rules';

export default rule(() => ({
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
}));
