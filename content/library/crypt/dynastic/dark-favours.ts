import { action, boolean, optional, player, rule, text } from 'gitnomic/rules';
import { bargains, wanted } from './helpers/bargains.ts';
import { deduped, favourOf } from './helpers/favours.ts';

export default rule((g) => {
  const { hook, refuse } = g;
  const exchanges = g.table('exchanges', { exchange: text(), amongEquals: boolean(), fromAbove: boolean() });
  const { things, hooks, actions } = bargains(g, {
    ripe: false,
    exchanges,
    favourOf,
    stripped: deduped,
    gainInfluence: (lord, amount) => lord.gain('influence', amount),
    whyNoGlyph: (room) => g.maybe(() => !room.explored, false) && `${room.id} is not explored`,
  });

  return {
    things,

    hooks: {
      ...hooks,

      'may-act'({ action: taken }) {
        const row = exchanges.find(({ exchange }) => exchange === 'emancipation');
        if (taken.id === 'emancipate' && row?.amongEquals !== true)
          refuse('nobody can emancipate themselves');
      },
    },

    actions: {
      ...actions,

      'spend-favour': action({
        title: 'Spend a Favour',
        sentence: 'spent a Favour of {provider}',
        with: { provider: player({ who: 'anybody' }), ...wanted, ripe: optional(boolean()) },
        check: ({ actor, provider }) => hook('check-partner', { actor, partner: provider }),
        effect({ actor, provider, get, denizen, room, ripe }) {
          hook('trade-favour', { initiator: actor, provider, how: 'spend', ripe });
          hook('favour-gives', { initiator: actor, provider, get, denizen, room });
        },
      }),
    },
  };
});
