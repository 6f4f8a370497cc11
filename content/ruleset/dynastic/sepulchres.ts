import { action, derive, list, optional, player, rule, thing } from 'gitnomic/rules';
import type { Things } from 'gitnomic/rules';
import { placed } from './helpers/journal.ts';
import { sepulchres } from './helpers/rooms.ts';

export interface Asks {
  collapse(words: { room: Things['rooms'] }): void;
}

export default rule((here) => {
  const { value, players, people, view, hook, emit, refuse } = here;
  const { whyNot, views, actions } = sepulchres(here, () => 'the starting location');

  return {
    player: { sepulchre: optional(thing('rooms'), { none: 'none', title: 'Sepulchre' }) },

    views: {
      ...views,

      'reachable-rooms': derive({
        of: 'game',
        returns: list(thing('rooms')),
        value: () => view('joined-to', here.game.startingLocation.id),
      }),
    },

    on: {
      'crypt-awakens'() {
        for (const lord of players.filter(({ sepulchre }) => sepulchre !== null))
          hook('accrue', { lord, variable: 'influence', amount: value('influence') }, null);
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
        return whyNot(room);
      },

      collapse({ room }) {
        for (const lord of people.filter(({ sepulchre }) => room.is(sepulchre))) lord.sepulchre = null;
        // Before the room loses its name.
        const text = `the Sepulchre in ${placed(room)} collapses`;
        hook('darken', { room });
        emit('told', { text });
      },
    },

    actions: {
      ...actions,

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
