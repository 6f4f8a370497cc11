import { list, player, rule } from 'gitnomic/rules';
import { engravings } from './helpers/contents.ts';

export default rule((g) => {
  const { players, hook, maybe, emit } = g;
  const { glyphOwners, hooks, actions } = engravings(g);

  return {
    things: {
      rooms: { fields: { glyphOwners, sigils: list(player({ who: 'anybody' })) } },
    },

    on: {
      'room-pacified'({ room, lost }) {
        if (lost <= 0) return;
        for (const owner of room.glyphOwners)
          if (players.has(owner)) hook('accrue', { lord: owner, variable: 'influence', amount: lost }, null);
      },
    },

    hooks: {
      'strip-room'({ room }, next) {
        next();
        if (room.glyphOwners.length > 0) room.glyphOwners = [];
      },

      ...hooks,

      'destroy-sigil'({ room, owner }) {
        room.sigils = room.sigils.filter((one) => !one.is(owner));
      },

      'feature-acts'({ feature, room, emperor }, next) {
        if (feature !== 'energy-from-sigils') return next();
        if (maybe(() => emperor.enriched) !== true) {
          emperor.energy = (emperor.energy ?? 0) + room.sigils.length;
          maybe(() => (emperor.enriched = true));
          emit('told', { text: `${room.sigils.length} Energy from the Sigils` });
        }
        return true;
      },
    },

    actions,
  };
});
