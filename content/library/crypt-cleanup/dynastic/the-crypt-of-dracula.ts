import { action, boolean, derive, integer, list, optional, player, rule, text, thing } from 'gitnomic/rules';
import type { Player, Things } from 'gitnomic/rules';
import { adjacentIds, diagonalIds, roomIds } from './helpers/grid.ts';
import { hasCopies } from './helpers/lists.ts';

export interface Asks {
  'room-at-start'(words: { id: string }): Readonly<Record<string, unknown>>;
  darken(words: { room: Things['rooms'] }): void;
  'lighting-cost'(words: { features: readonly string[] }): number;
  'check-room-name'(words: { name: string }): void;
}

export interface Tells {
  'ancient-acted': { actor: Player };
}

export default rule(({ value, words, table, rooms, players, view, hook, emit, refuse }) => {
  const grid = () => ({ columns: value('columns'), rows: value('rows') });
  const colours = () =>
    new Map(table('colours', { room: text(), colour: text() }).map(({ room, colour }) => [room, colour]));
  const named = (ids: readonly string[]) => ids.flatMap((id) => rooms.get(id) ?? []);

  return {
    things: {
      rooms: {
        title: 'Rooms',
        ids: () => roomIds(grid()),
        find: (name) => rooms.find((room) => room.lit && room.name === name),
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
      'map-size': derive({
        of: 'game',
        returns: list(integer()),
        title: 'Columns and rows',
        value: () => [grid().columns, grid().rows],
      }),
      'room-order': derive({
        of: 'game',
        returns: list(thing('rooms')),
        title: 'Rooms in reading order',
        value: () => named(roomIds(grid())),
      }),
      neighbours: derive({
        of: 'rooms',
        returns: list(thing('rooms')),
        value: (room) => named(adjacentIds(grid(), room.id)),
      }),
      diagonals: derive({
        of: 'rooms',
        returns: list(thing('rooms')),
        value: (room) => named(diagonalIds(grid(), room.id)),
      }),
      label: derive({
        of: 'rooms',
        returns: text(),
        value: (room) => (room.lit ? `${room.name}${room.newlyFurnished ? '*' : ''}` : ''),
      }),
      background: derive({
        of: 'rooms',
        returns: text(),
        value(room) {
          const kind = !room.lit
            ? 'Dark'
            : players.some((player) => room.is(player.sepulchre))
              ? 'Sepulchre'
              : 'Lit';
          return colours().get(kind) ?? '';
        },
      }),
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
          const found = first?.lit ? [first] : [];
          // The list grows while it is gone through.
          for (const room of found)
            for (const next of view('open-neighbours', room)) if (!found.includes(next)) found.push(next);
          return found;
        },
      }),
      'open-neighbours': derive({
        of: 'rooms',
        returns: list(thing('rooms')),
        title: 'Lit rooms beside it',
        value: (room) => view('neighbours', room).filter(({ lit }) => lit),
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
        room.set({ name: '', description: '' });
      },

      darken({ room }) {
        room.lit = false;
        hook('strip-room', { room });
      },

      'lighting-cost'({ features }) {
        const shadow = features.reduce((sum, feature) => sum + view('feature-shadow', feature), 0);
        return Math.max(value('lighting-least'), value('lighting-base') + shadow);
      },

      'check-room-name'({ name }) {
        if (name.trim() === '') refuse('name', 'the name must not be blank');
        const reserved = words('reserved-name');
        if (name.toLowerCase().includes(reserved.toLowerCase()))
          refuse('name', `no name contains the word ${reserved}`);
        if (name.includes('*')) refuse('name', 'no name of a room contains an asterisk');
        if (rooms.some((room) => room.lit && room.name === name))
          refuse('name', `the name must be unique, and there is a ${name} already`);
      },
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
          features: list(text(), { start: [] }),
        },
        cost: ({ actor, features }) => ({
          puissance: players.has(actor) ? hook('lighting-cost', { features }) : 0,
        }),
        check({ actor, room, name, features }) {
          if (room.lit) refuse('room', `${room.id} is Lit already`);
          hook('check-room-name', { name });
          hook('check-features', { features });
          if (hasCopies(features)) refuse('features', 'a room has no more than one copy of a Feature');
          if (features.includes('glyph') && room.sigils.includes(actor))
            refuse('features', `${actor.label} has a Sigil there, so no Glyph`);
          if (!players.has(actor))
            hook('check-ancient', { actor, cost: hook('lighting-cost', { features }) });
        },
        effect({ actor, room, name, description, features }) {
          room.set({ lit: true, newlyFurnished: true, name, description, features, lastLitBy: actor });
          if (features.includes('glyph')) room.glyphOwners = [actor];
          if (!players.has(actor)) emit('ancient-acted', { actor });
        },
      }),
    },
  };
});
