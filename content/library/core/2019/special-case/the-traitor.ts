import { action, optional, player, rule } from 'gitnomic/rules';
import { refuseFor } from '#core/reasons.ts';

export default rule(({ players }) => ({
  emperor: { traitor: optional(player({ who: 'anybody' }), { private: true, title: 'Traitor' }) },

  actions: {
    'appoint-traitor': action({
      title: 'Choose a Traitor',
      sentence: 'chose a Traitor',
      about: 'Any player, secretly and at random.',
      by: 'emperor',
      private: true,
      reveals: ['refusals'],
      check: ({ emperor, refuse }) =>
        refuseFor(refuse, [emperor.traitor !== null && 'there is already a Traitor']),
      effect({ emperor, secret }) {
        emperor.traitor = secret.pick(players) ?? null;
      },
    }),
  },
}));
