import { boolean, derive, integer, list, rule, text, thing } from 'gitnomic/rules';
import type { Things } from 'gitnomic/rules';
import { adjacentIds, diagonalIds, roomIds } from './helpers/grid.ts';

export interface Asks {
  'check-room-name'(words: { name: string }): void;
  wound(words: { how: 'light' | 'grievous'; cause: 'feature' | 'denizen'; room: Things['rooms'] }): number;
}

export default rule(({ value, words, table, rooms, players, view, emit }) => {
  const grid = () => ({ columns: value('columns'), rows: value('rows') });
  const colours = () =>
    new Map(table('colours', { room: text(), colour: text() }).map(({ room, colour }) => [room, colour]));
  const named = (ids: readonly string[]) => ids.flatMap((id) => rooms.get(id) ?? []);

  return {
    things: {
      rooms: {
        title: 'Rooms',
        ids: () => roomIds(grid()),
        find: (name) => rooms.find((room) => room.explored && room.name === name),
        start: (id) => (id === words('first-room') ? { explored: true, name: words('first-name') } : {}),
        fields: { explored: boolean(), name: text(), description: text(), newlyFurnished: boolean() },
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
        value: (room) => (room.explored ? `${room.name}${room.newlyFurnished ? '*' : ''}` : ''),
      }),
      background: derive({
        of: 'rooms',
        returns: text(),
        value(room) {
          const kind = !room.explored
            ? 'unexplored'
            : players.some((player) => room.is(player.sepulchre))
              ? 'Sepulchre'
              : 'explored';
          return colours().get(kind) ?? '';
        },
      }),
      'open-neighbours': derive({
        of: 'rooms',
        returns: list(thing('rooms')),
        title: 'Explored rooms beside it',
        value: (room) => view('neighbours', room).filter(({ explored }) => explored),
      }),
    },

    hooks: {
      'check-room-name'({ name, refuse }) {
        if (name.trim() === '') refuse('name', 'the name must not be blank');
        if (name.includes('*')) refuse('name', 'no name of a room contains an asterisk');
        if (rooms.some((room) => room.explored && room.name === name))
          refuse('name', `the name must be unique, and there is a ${name} already`);
      },

      wound({ how, emperor }) {
        const lost = value(how);
        emperor.energy = (emperor.energy ?? 0) - lost;
        emit('told', { text: how === 'light' ? 'he is Lightly Wounded' : 'he is Grievously Injured' });
        return lost;
      },
    },
  };
});
