import { action, boolean, derive, list, optional, player, rule, thing } from 'gitnomic/rules';
import type { Things } from 'gitnomic/rules';

export interface Asks {
  'not-inhabitable'(words: { room: Things['rooms'] }): string | null;
  collapse(words: { room: Things['rooms'] }): void;
}

export default rule((here) => {
  const { value, players, people, view, hook, emit, refuse } = here;

  return {
    player: { sepulchre: optional(thing('rooms'), { none: 'none', title: 'Sepulchre' }) },

    views: {
      'reachable-rooms': derive({
        of: 'game',
        returns: list(thing('rooms')),
        value: () => view('joined-to', here.game.startingLocation.id),
      }),
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

    on: {
      'crypt-awakens'() {
        for (const lord of players.filter(({ sepulchre }) => sepulchre !== null))
          hook('accrue', { lord, variable: 'influence', amount: value('influence') });
      },

      'crypt-settles'({ entered }) {
        for (const room of entered) hook('collapse', { room });
      },
    },

    hooks: {
      'not-inhabitable'({ room, game }) {
        if (!room.lit) return 'it is not Lit';
        if (view('ritual-chamber', room)) return 'it is a Ritual Chamber';
        if (room.is(game.startingLocation)) return 'it is the starting location';
        const lord = players.find(({ sepulchre }) => room.is(sepulchre));
        if (lord !== null) return `it is the Sepulchre of ${lord.label}`;
        const touches = view('diagonals', room).some((other) => view('reachable', other));
        return touches
          ? null
          : 'it is not diagonal to a room to which there is a way from the starting location';
      },

      collapse({ room }) {
        for (const lord of people.filter(({ sepulchre }) => room.is(sepulchre))) lord.sepulchre = null;
        hook('darken', { room });
        emit('told', { text: `the Sepulchre ${room.id} collapses` });
      },
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

      'collapse-sepulchre': action({
        title: 'Collapse a Sepulchre',
        sentence: 'saw the Sepulchre of {lord} collapse',
        about: 'Of somebody who went idle.',
        with: { lord: player({ who: 'anybody' }) },
        check({ lord }) {
          if (lord.state !== 'idle') refuse('lord', `${lord.label} is not idle`);
          if (lord.sepulchre === null) refuse('lord', `${lord.label} has no Sepulchre`);
        },
        effect({ lord }) {
          if (lord.sepulchre !== null) hook('collapse', { room: lord.sepulchre });
        },
      }),
    },
  };
});
