import { action, boolean, player, rule, text } from 'gitnomic/rules';
import { bargains, wanted } from './helpers/bargains.ts';
import { deduped } from './helpers/favours.ts';

export default rule((g) => {
  const { people, view, hook, maybe, refuse } = g;
  const exchanges = g.table('exchanges', { exchange: text(), amongEquals: boolean(), fromAbove: boolean() });
  const { things, hooks, actions } = bargains(g, {
    ripe: true,
    exchanges,
    favourOf: (held, provider) => held.find(({ lender }) => lender.is(provider)),
    stripped: (favours) => deduped(favours).map(({ lender }) => ({ lender, ripe: false })),
    gainInfluence: (lord, amount) => hook('accrue', { lord, variable: 'influence', amount }),
    whyNoGlyph: (room) =>
      (maybe(() => !room.lit, false) && `${room.id} is not Lit`) ||
      (maybe(() => view('ritual-chamber', room), false) && "a Ritual Chamber can't contain a Glyph"),
  });

  return {
    things,

    on: {
      // However a Favour came about: in this dynasty it is ripe, until an Interregnum makes it otherwise.
      changed({ dynasty }) {
        if (dynasty.interregnum) return;
        for (const person of people) {
          const { favours } = person;
          if (favours.some(({ ripe }) => !ripe))
            person.favours = favours.map(({ lender }) => ({ lender, ripe: true }));
        }
      },
    },

    hooks: {
      ...hooks,

      'may-act'({ action: taken }) {
        const emancipation = exchanges.find(({ exchange }) => exchange === 'emancipation');
        if (taken.id === 'emancipate' && emancipation?.amongEquals !== true)
          refuse('nobody can emancipate themselves');
        if (taken.id === 'claim-favour')
          refuse('in this dynasty Favours are not claimed, only used in a transaction');
      },
    },

    actions: {
      ...actions,

      'spend-favour': action({
        title: 'Spend a Favour',
        sentence: 'spent a Favour of {provider}',
        with: { provider: player({ who: 'anybody' }), ...wanted },
        check: ({ actor, provider }) => hook('check-partner', { actor, partner: provider }),
        effect({ actor, provider, get, denizen, room }) {
          hook('trade-favour', { initiator: actor, provider, how: 'spend' });
          hook('favour-gives', { initiator: actor, provider, get, denizen, room });
        },
      }),
    },
  };
});
