import { action, boolean, derive, rule, text, thing } from 'gitnomic/rules';
import { cornerIds } from './helpers/grid.ts';

export interface Asks {
  'dracula-comes'(): void;
}

export default rule((here) => {
  const { value, words, rooms, view, hook, maybe, pick, emit, refuse } = here;
  const isDracula = (name: string) => name.trim().toLowerCase() === words('name').toLowerCase();

  const firstName = (id: string): string => `${words('first-name')} ${id}`;

  const isCorner = (id: string): boolean => {
    const [columns = 0, rows = 0] = view('map-size');
    return cornerIds({ columns, rows }).includes(id);
  };

  // What this run did to bring Dracula on, or to lay him to rest.
  const run = here.scratch(() => ({
    wounded: false,
    defeated: false,
    missed: false,
    held: new Set<string>(),
  }));

  return {
    things: {
      rooms: {
        fields: { draculaSepulchre: boolean() },
      },
    },

    views: {
      'ritual-chamber': derive({
        of: 'rooms',
        returns: boolean(),
        value: (room) => isCorner(room.id),
      }),
      background: (room, next) => (view('ritual-chamber', room) ? words('colour') : next()),
    },

    on: {
      'crypt-entered'() {
        const { held } = Object.assign(run(), { wounded: false, defeated: false, missed: false });
        held.clear();
      },

      'room-entered'({ room, emperor }) {
        if (room.draculaSepulchre && (maybe(() => emperor.items) ?? []).includes('silver-tipped-stake'))
          run().held.add(room.id);
      },

      wounded({ room }) {
        if (view('ritual-chamber', room)) run().wounded = true;
      },

      slain({ denizen }) {
        if (isDracula(denizen.name)) run().defeated = true;
      },

      'crypt-settles'() {
        const { wounded, defeated, missed } = run();
        if (wounded || missed) hook('dracula-comes');
        if (!defeated) return;
        const tomb = pick(view('lit-rooms').filter((room) => !view('ritual-chamber', room)));
        if (tomb !== undefined) tomb.draculaSepulchre = true;
      },

      changed() {
        for (const room of rooms) {
          if (!view('ritual-chamber', room)) continue;
          if (!room.lit) room.lit = true;
          // A room that became a corner when the map changed.
          if (room.name === '') room.name = firstName(room.id);
          if (room.features.includes('glyph')) hook('remove-feature', { room, feature: 'glyph' });
        }
      },
    },

    hooks: {
      'room-at-start': ({ id }, next) => (isCorner(id) ? { lit: true, name: firstName(id) } : next()),

      'dracula-comes'() {
        const room = pick(view('room-order'));
        if (room === undefined) return;
        hook('add-denizen', {
          name: words('name'),
          brutality: value('brutality'),
          cunning: value('cunning'),
          traits: [words('first-trait'), words('second-trait')].map((trait) => trait.toLowerCase()),
          location: room.id,
          sycophancy: [],
        });
        emit('told', { text: `${words('name')} is abroad` });
      },

      collapse({ room, game }, next) {
        const wasDracula = room.draculaSepulchre;
        next();
        if (!wasDracula) return;
        if (run().held.has(room.id)) game.draculaDust = true;
        else run().missed = true;
      },

      'strip-room'({ room }, next) {
        next();
        if (room.draculaSepulchre) room.draculaSepulchre = false;
      },
    },

    actions: {
      'furnish-ritual-chamber': action({
        marks: { power: true },
        title: 'Furnish a Ritual Chamber',
        sentence: 'furnished {room}[ with {feature}]',
        with: { room: thing('rooms'), feature: text({ from: 'features' }) },
        cost: ({ feature }) => ({ puissance: Math.max(0, view('feature-shadow', feature)) }),
        check({ room, feature }) {
          if (!view('ritual-chamber', room)) refuse('room', `${room.id} is no Ritual Chamber`);
          hook('check-features', { features: [feature] });
          if (feature === 'glyph') refuse('feature', "a Ritual Chamber can't contain a Glyph");
          if (room.features.some((one) => one === feature))
            refuse('feature', 'a room has no more than one copy of a Feature');
        },
        effect({ room, feature }) {
          room.set({ features: [...room.features, feature] });
        },
      }),
    },
  };
});
