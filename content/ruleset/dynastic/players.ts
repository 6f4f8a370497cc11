import { action, integer, player, rule } from 'gitnomic/rules';

export default rule(({ value, players, refuse }) => ({
  player: {
    puissance: integer({ start: value('puissance'), title: 'Puissance' }),
    influence: integer({ start: value('influence'), title: 'Influence' }),
    bloodManaCrystals: integer({ start: value('crystals'), title: 'Blood Mana Crystals' }),
  },

  hooks: {
    'value-written'({ owner, variable, before, after }, next) {
      const written = next() ?? after;
      const rises = variable === 'influence' && players.has(owner) && Number(written) > Number(before);
      return rises && players.get(owner.id)?.sepulchre === null ? before : written;
    },
  },

  actions: {
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
