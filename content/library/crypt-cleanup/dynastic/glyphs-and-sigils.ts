import { action, list, player, rule, thing } from 'gitnomic/rules';
import type { Player, Things } from 'gitnomic/rules';
import { inWords } from './helpers/lists.ts';

export interface Asks {
  'destroy-sigil'(words: { room: Things['rooms']; owner: Player }): void;
  'add-glyph-owner'(words: { room: Things['rooms']; owner: Player }): void;
}

export default rule(({ value, players, hook, emit, refuse }) => {
  return {
    things: {
      rooms: {
        fields: {
          glyphOwners: list(player({ who: 'anybody' }), { max: value('owners') }),
          sigils: list(player({ who: 'anybody' })),
        },
      },
    },

    on: {
      'room-pacified'({ room, lost }) {
        if (lost <= 0) return;
        for (const owner of room.glyphOwners)
          if (players.has(owner)) hook('accrue', { lord: owner, variable: 'influence', amount: lost });
      },
    },

    hooks: {
      'strip-room'({ room }, next) {
        next();
        room.glyphOwners = [];
      },

      'remove-feature'({ room, feature }, next) {
        next();
        if (feature === 'glyph') room.glyphOwners = [];
      },

      'destroy-sigil'({ room, owner }) {
        room.sigils = room.sigils.filter((one) => !one.is(owner));
      },

      'add-glyph-owner'({ room, owner }) {
        if (room.glyphOwners.length >= value('owners'))
          refuse('room', `a Glyph belongs to ${inWords(value('owners'))} at most`);
        if (room.sigils.includes(owner)) refuse('room', `${owner.label} has a Sigil there, so no Glyph`);
        room.glyphOwners = [...room.glyphOwners, owner];
      },

      'feature-acts'({ feature, room, emperor }, next) {
        if (feature !== 'energy-from-sigils') return next();
        if (emperor.enriched !== true) {
          emperor.energy = (emperor.energy ?? 0) + room.sigils.length;
          emperor.enriched = true;
          emit('told', { text: `${room.sigils.length} Energy from the Sigils` });
        }
        return true;
      },
    },

    actions: {
      'destroy-sigil': action({
        title: "Destroy a Sigil of one's own",
        sentence: 'destroyed a Sigil of their own in {room}',
        with: { room: thing('rooms') },
        check({ actor, room }) {
          if (!room.sigils.includes(actor)) refuse('room', `${actor.label} has no Sigil there`);
        },
        effect({ actor, room }) {
          hook('destroy-sigil', { room, owner: actor });
        },
      }),
    },
  };
});
