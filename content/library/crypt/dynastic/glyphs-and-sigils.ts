import { list, optional, player, rule } from 'gitnomic/rules';
import { engravings } from './helpers/contents.ts';

export default rule((g) => {
  const { players, hook, emit } = g;
  const { glyphOwners, hooks, actions } = engravings(g);
  const names = () => list(player({ who: 'anybody' }));

  return {
    things: {
      rooms: {
        fields: {
          glyphOwners,
          sigils: names(),
          inactiveSigils: names(),
          lastExploredBy: optional(player({ who: 'anybody' }), { none: 'none' }),
        },
      },
    },

    hooks: {
      ...hooks,

      'destroy-sigil'({ room, owner }) {
        room.sigils = room.sigils.filter((one) => !one.is(owner));
        room.inactiveSigils = room.inactiveSigils.filter((one) => !one.is(owner));
      },

      'feature-acts'({ feature, room, emperor }, next) {
        if (feature !== 'energy-from-sigils') return next();
        const active = room.sigils.length - room.inactiveSigils.length;
        emperor.energy = (emperor.energy ?? 0) + active;
        room.inactiveSigils = room.sigils;
        emit('told', { text: `${active} Energy from the Sigils` });
        return true;
      },

      wound({ cause, room }, next) {
        const lost = next() ?? 0;
        if (cause !== 'feature' || lost <= 0) return lost;
        for (const owner of room.glyphOwners)
          if (players.has(owner)) hook('accrue', { lord: owner, variable: 'influence', amount: lost }, null);
        return lost;
      },
    },

    actions,
  };
});
