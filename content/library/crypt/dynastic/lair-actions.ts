import { action, boolean, derive, integer, list, rule, text, thing } from 'gitnomic/rules';
import type { Things } from 'gitnomic/rules';
import { hasCopies } from './helpers/lists.ts';

export interface Asks {
  'not-inhabitable'(words: { room: Things['rooms'] }): string | null;
}

export default rule(({ value, words, rooms, players, view, hook, refuse }) => ({
  views: {
    'sigil-cost': derive({
      of: 'player',
      returns: integer(),
      title: 'Cost of the next Sigil',
      value: (lord) =>
        value('engraving-base') +
        value('engraving-each') * rooms.filter(({ sigils }) => sigils.includes(lord)).length,
    }),
    'reachable-rooms': derive({
      of: 'game',
      returns: list(thing('rooms')),
      value() {
        const first = rooms.get(words('path-from'));
        const found = first?.explored ? [first] : [];
        // The list grows while it is gone through.
        for (const room of found)
          for (const next of view('open-neighbours', room)) if (!found.includes(next)) found.push(next);
        return found;
      },
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

  hooks: {
    'not-inhabitable'({ room }) {
      if (!room.explored) return 'it is not explored';
      if (room.id === words('forbidden-room')) return `${room.id} can be nobody's Sepulchre`;
      const lord = players.find(({ sepulchre }) => room.is(sepulchre));
      if (lord !== null) return `it is the Sepulchre of ${lord.label}`;
      const touches = view('diagonals', room).some((other) => view('reachable', other));
      return touches
        ? null
        : `it is not diagonal to a room to which there is a way from ${words('path-from')}`;
    },
  },

  actions: {
    'explore-room': action({
      marks: { power: true },
      title: 'Explore rooms',
      sentence: 'explored {room}',
      with: {
        room: thing('rooms'),
        name: text(),
        description: text({ start: '' }),
        features: list(text(), { start: [] }),
      },
      cost: ({ features }) => {
        const darkness = features.reduce((sum, feature) => sum + view('feature-darkness', feature), 0);
        return { puissance: Math.max(value('exploring-least'), value('exploring-base') + darkness) };
      },
      check({ actor, room, name, features }) {
        if (room.explored) refuse('room', `${room.id} is explored already`);
        hook('check-room-name', { name });
        hook('check-features', { features });
        if (hasCopies(features)) refuse('features', 'a room has no more than one copy of a Feature');
        if (features.includes('glyph') && room.sigils.includes(actor))
          refuse('features', `${actor.label} has a Sigil there, so no Glyph`);
      },
      effect({ actor, room, name, description, features }) {
        room.set({
          explored: true,
          newlyFurnished: true,
          name,
          description,
          features,
          lastExploredBy: actor,
        });
        if (features.includes('glyph')) room.glyphOwners = [actor];
      },
    }),

    'engrave-sigil': action({
      marks: { power: true },
      title: 'Engrave Sigils',
      sentence: 'engraved a Sigil in {room}',
      with: { room: thing('rooms') },
      cost: ({ actor }) => ({ puissance: view('sigil-cost', actor) }),
      check({ actor, room }) {
        if (room.sigils.includes(actor)) refuse('room', `${actor.label} has a Sigil there already`);
        if (room.glyphOwners.includes(actor)) refuse('room', `the Glyph there is ${actor.label}'s`);
        if (room.newlyFurnished && !actor.is(room.lastExploredBy)) {
          refuse('room', 'it is Newly Furnished: only whoever was the last to Explore it can engrave there');
        }
      },
      effect({ actor, room }) {
        room.sigils = [...room.sigils, actor];
      },
    }),

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

    devastate: action({
      marks: { power: true },
      title: 'Devastate rooms',
      sentence: 'devastated {room}',
      with: { room: thing('rooms'), feature: text() },
      cost: () => ({ puissance: value('devastating-cost') }),
      check({ room, feature }) {
        if (!room.features.some((one) => one === feature))
          refuse('feature', `the Feature ${feature} is not in that room`);
      },
      effect({ room, feature }) {
        hook('remove-feature', { room, feature });
      },
    }),
  },
}));
