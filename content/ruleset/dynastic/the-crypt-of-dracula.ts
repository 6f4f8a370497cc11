import { action, boolean, derive, list, optional, player, rule, text, thing } from 'gitnomic/rules';
import type { Player, Things } from 'gitnomic/rules';
import { checkFurnishing, joinedTo, mapOf } from './helpers/rooms.ts';

export interface Asks {
  'room-at-start'(words: { id: string }): Readonly<Record<string, unknown>>;
  darken(words: { room: Things['rooms'] }): void;
  'lighting-cost'(words: { features: readonly string[] }): number;
}

export interface Tells {
  'ancient-acted': { actor: Player };
}

export default rule((g) => {
  const { value, words, rooms, players, view, hook, maybe, emit, refuse } = g;
  const { ids, find, views, checkName } = mapOf(g, ({ lit }) => lit, { open: 'Lit', closed: 'Dark' });

  return {
    things: {
      rooms: {
        title: 'Rooms',
        ids,
        find,
        start: (id) => hook('room-at-start', { id }),
        fields: {
          lit: boolean(),
          name: text(),
          description: text(),
          newlyFurnished: boolean(),
          lastLitBy: optional(player({ who: 'anybody' }), { none: 'none' }),
        },
      },
    },

    views: {
      ...views,

      'lit-rooms': derive({
        of: 'game',
        returns: list(thing('rooms')),
        value: () => view('room-order').filter(({ lit }) => lit),
      }),
      'joined-to': derive({
        of: 'text',
        returns: list(thing('rooms')),
        title: 'Lit rooms to which there is a way from a Lit room',
        value(id) {
          const first = rooms.get(id);
          return joinedTo(g, first?.lit && first);
        },
      }),
    },

    on: {
      'crypt-awakens'() {
        for (const room of rooms) room.newlyFurnished = false;
      },

      changed() {
        for (const room of rooms) if (!room.lit) hook('strip-room', { room });
      },
    },

    hooks: {
      'room-at-start': ({ id }) =>
        id === words('first-room') ? { lit: true, name: words('first-name') } : {},

      /** A Dark room has no name, no description and no effect. */
      'strip-room'({ room }, next) {
        next();
        if (room.name !== '' || room.description !== '') room.set({ name: '', description: '' });
      },

      darken({ room }) {
        room.lit = false;
        hook('strip-room', { room });
      },

      'lighting-cost'({ features }) {
        const shadow = features.reduce(
          (sum, feature) => sum + g.maybe(() => view('feature-shadow', feature), 0),
          0,
        );
        return Math.max(value('lighting-least'), value('lighting-base') + shadow);
      },

      'check-room-name': ({ name }) => checkName(name, words('reserved-name')),
    },

    actions: {
      'light-room': action({
        marks: { power: true },
        title: 'Light rooms',
        sentence: 'lit {room}',
        by: 'anybody',
        with: {
          room: thing('rooms'),
          name: text(),
          description: text({ start: '' }),
          features: list(text({ from: 'features' }), { start: [] }),
        },
        cost: ({ actor, features }) => ({
          puissance: players.has(actor) ? hook('lighting-cost', { features }) : 0,
        }),
        check({ actor, room, name, features }) {
          if (room.lit) refuse('room', `${room.id} is already Lit`);
          checkFurnishing(g, { actor, room, name, features });
          if (!players.has(actor))
            hook('check-ancient', { actor, cost: hook('lighting-cost', { features }) });
        },
        effect({ actor, room, name, description, features }) {
          room.set({ lit: true, newlyFurnished: true, name, description, features, lastLitBy: actor });
          if (features.includes('glyph')) maybe(() => (room.glyphOwners = [actor]));
          if (!players.has(actor)) emit('ancient-acted', { actor });
        },
      }),
    },
  };
});
