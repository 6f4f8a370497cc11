import { action, boolean, derive, integer, list, text, thing } from 'gitnomic/rules';
import type { Game, Player, RuleDefinition, Things } from 'gitnomic/rules';
import { adjacentIds, diagonalIds, roomIds } from './grid.ts';
import { hasCopies } from './lists.ts';

type Room = Things['rooms'];

export interface Asks {
  'check-room-name'(words: { name: string }): void;
  'not-inhabitable'(words: { room: Room }): string | null;
}

/** The map, where some rooms are open to whoever goes through them, which the rules have words for. */
export function mapOf(g: Game, isOpen: (room: Room) => boolean, kinds: { open: string; closed: string }) {
  const { value, table, rooms, players, view, refuse } = g;
  const grid = { columns: value('columns'), rows: value('rows') };
  const named = (ids: readonly string[]) => ids.flatMap((id) => rooms.get(id) ?? []);
  const colours = table('colours', { room: text(), colour: text() });

  return {
    ids: () => roomIds(grid),
    find: (name: string) => rooms.find((room) => isOpen(room) && room.name === name),

    views: {
      'map-size': derive({
        of: 'game',
        returns: list(integer()),
        title: 'Columns and rows',
        value: () => [grid.columns, grid.rows],
      }),
      'room-order': derive({
        of: 'game',
        returns: list(thing('rooms')),
        title: 'Rooms in reading order',
        value: () => named(roomIds(grid)),
      }),
      neighbours: derive({
        of: 'rooms',
        returns: list(thing('rooms')),
        value: (room) => named(adjacentIds(grid, room.id)),
      }),
      diagonals: derive({
        of: 'rooms',
        returns: list(thing('rooms')),
        value: (room) => named(diagonalIds(grid, room.id)),
      }),
      label: derive({
        of: 'rooms',
        returns: text(),
        value: (room) => (isOpen(room) ? `${room.name}${room.newlyFurnished ? '*' : ''}` : ''),
      }),
      background: derive({
        of: 'rooms',
        returns: text(),
        value(room) {
          const isTomb = players.some((lord) => room.is(g.maybe(() => lord.sepulchre)));
          const kind = !isOpen(room) ? kinds.closed : isTomb ? 'Sepulchre' : kinds.open;
          return colours.findLast((row) => row.room === kind)?.colour ?? '';
        },
      }),
      'open-neighbours': derive({
        of: 'rooms',
        returns: list(thing('rooms')),
        title: `${kinds.open[0]?.toUpperCase()}${kinds.open.slice(1)} rooms beside it`,
        value: (room) => view('neighbours', room).filter(isOpen),
      }),
    },

    checkName(name: string, reserved: string | null = null): void {
      if (name.trim() === '') refuse('name', 'the name must not be blank');
      if (reserved !== null && name.toLowerCase().includes(reserved.toLowerCase()))
        refuse('name', `no name contains the word ${reserved}`);
      if (name.includes('*')) refuse('name', 'no name of a room contains an asterisk');
      if (rooms.some((room) => isOpen(room) && room.name === name))
        refuse('name', `the name must be unique, and there is already a ${name}`);
    },
  };
}

/** Every room to which there is a way from one, through open ones. */
export function joinedTo({ view }: Game, first: Room | false | null | undefined): readonly Room[] {
  const found = first ? [first] : [];
  // The list grows while it is gone through.
  for (const room of found)
    for (const next of view('open-neighbours', room)) if (!found.includes(next)) found.push(next);
  return found;
}

/** What must be so of rooms that are explored or lit, and of those who take them for Sepulchres. */
export function checkFurnishing(
  { hook, maybe, refuse }: Game,
  { actor, room, name, features }: { actor: Player; room: Room; name: string; features: readonly string[] },
): void {
  hook('check-room-name', { name }, null);
  hook('check-features', { features }, null);
  if (hasCopies(features)) refuse('features', 'a room has no more than one copy of a Feature');
  if (features.includes('glyph') && maybe(() => room.sigils.includes(actor)))
    refuse('features', `${actor.label} has a Sigil there, so no Glyph`);
}

/** Rooms that somebody may live in: `from` names where a way to them begins. */
export function sepulchres(g: Game, from: () => string) {
  const { value, players, view, hook, refuse } = g;
  return {
    whyNot(room: Room): string | null {
      const lord = players.find(({ sepulchre }) => room.is(sepulchre));
      if (lord !== null) return `it is the Sepulchre of ${lord.label}`;
      const touches = view('diagonals', room).some((other) => view('reachable', other));
      return touches ? null : `it is not diagonal to a room to which there is a way from ${from()}`;
    },

    ...({
      views: {
        reachable: derive({
          of: 'rooms',
          returns: boolean(),
          value: (room) => view('reachable-rooms').includes(room),
        }),
        inhabitable: derive({
          of: 'rooms',
          returns: boolean(),
          value: (room) => hook('not-inhabitable', { room }) === null,
        }),
      },

      actions: {
        'inhabit-room': action({
          marks: { power: true },
          title: 'Inhabit rooms',
          sentence: 'inhabited {room}',
          with: { room: thing('rooms') },
          cost: () => ({ puissance: value('inhabiting-cost') }),
          check({ actor, room }) {
            if (actor.sepulchre !== null) refuse(`${actor.label} already has a Sepulchre`);
            const why = hook('not-inhabitable', { room });
            if (why !== null) refuse('room', why);
          },
          effect({ actor, room }) {
            actor.sepulchre = room;
          },
        }),
      },
    } satisfies RuleDefinition),
  };
}
