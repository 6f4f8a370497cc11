import { action, optional, player, rule } from 'gitnomic/rules';
import { hiatusInWords } from '#core/figures.ts';
import { refuseFor } from '#core/reasons.ts';

export default rule(({ view, players }) => ({
  emperor: { traitor: optional(player({ who: 'anybody' }), { private: true, title: 'Traitor' }) },

  actions: {
    'appoint-traitor': action({
      title: 'Choose a Traitor',
      sentence: 'chose a Traitor',
      about: 'One of the others, secretly and at random.',
      by: 'emperor',
      private: true,
      reveals: ['refusals'],
      check({ emperor, refuse }) {
        const hiatus = view('hiatus', 'game');
        refuseFor(refuse, [
          hiatus.length > 0 && `the game is in hiatus: ${hiatusInWords(hiatus)}`,
          emperor.traitor !== null && 'there is already a Traitor',
        ]);
      },
      effect({ actor, emperor, secret }) {
        emperor.traitor = secret.pick(players.filter((other) => !other.is(actor))) ?? null;
      },
    }),
  },
}));
