import { action, boolean, choice, derive, integer, optional, player, rule } from 'gitnomic/rules';

export default rule(({ value, words, players, view, hook, refuse }) => ({
  player: {
    puissance: integer({ start: value('puissance'), title: 'Puissance' }),
    allegiance: optional(player({ who: 'anybody' }), {
      none: 'none',
      start: words('allegiance'),
      title: 'Allegiance',
    }),
    influence: integer({ start: value('influence'), title: 'Influence' }),
  },

  views: {
    enthralled: derive({
      of: 'player',
      returns: boolean(),
      value: (lord) => players.has(lord) && players.has(lord.allegiance) && !lord.is(lord.allegiance),
    }),
  },

  hooks: {
    'may-take'({ action, actor, cost }, next) {
      next();
      const price = cost.puissance ?? 0;
      if (action.marks?.power !== true || price <= actor.puissance) return;
      if (view('dust', actor)) refuse(`${actor.label} is Dust, and can't spend Puissance`);
      refuse(`it costs ${price} Puissance, and ${actor.label} has ${actor.puissance}`);
    },

    'value-written'({ owner, variable, before, after }, next) {
      const written = next() ?? after;
      const rises = variable === 'influence' && players.has(owner) && Number(written) > Number(before);
      return rises && players.get(owner.id)?.sepulchre === null ? before : written;
    },
  },

  actions: {
    emancipate: action({
      marks: { power: true },
      title: 'Emancipate oneself',
      sentence: 'emancipated themselves',
      about: 'Grants a Favour to the one by whom one is Enthralled, and goes free.',
      with: { favour: choice(['incur', 'spend'], { start: 'incur' }) },
      cost: () => ({ puissance: value('emancipation-cost') }),
      check({ actor }) {
        if (!view('enthralled', actor)) refuse(`${actor.label} is not Enthralled`);
      },
      effect({ actor, favour }) {
        hook('trade-favour', {
          initiator: actor,
          provider: actor.allegiance ?? refuse('nobody is named'),
          how: favour,
        });
        actor.allegiance = null;
      },
    }),

    'zero-influence': action({
      title: 'Set Influence to 0',
      sentence: 'set the Influence of {lord} to 0',
      about: 'Of somebody who has no Sepulchre.',
      by: ['player', 'emperor'],
      with: { lord: player() },
      check({ lord }) {
        if (lord.sepulchre !== null) refuse('lord', `${lord.label} has a Sepulchre`);
      },
      effect({ lord }) {
        lord.influence = 0;
      },
    }),
  },
}));
