import { choice, derive, integer, list, rule, text } from 'gitnomic/rules';
import { features } from './helpers/contents.ts';
import { idTowards } from './helpers/grid.ts';
import type { Direction } from './helpers/grid.ts';

export default rule((g) => {
  const { table, rooms, view, hook, emit } = g;
  const rows = table('features', {
    feature: text({ filled: true }),
    group: text(),
    shadow: integer({ min: null }),
    text: text(),
  });
  const ids = rows.map(({ feature }) => feature);
  const { act, views, hooks, actions } = features(g, rows);

  return {
    things: { rooms: { fields: { features: list(choice(ids)) } } },

    views: {
      ...views,

      'feature-shadow': derive({
        of: 'text',
        returns: integer({ min: null }),
        value: (id) => rows.find(({ feature }) => feature === id)?.shadow ?? 0,
      }),
      threats: derive({
        of: 'game',
        returns: list(text()),
        value: () => rows.filter(({ group }) => group === 'Threats').map(({ feature }) => feature),
      }),
      shadow: derive({
        of: 'rooms',
        returns: integer({ min: null }),
        value: (room) => room.features.reduce((sum, feature) => sum + view('feature-shadow', feature), 0),
      }),
    },

    hooks: {
      ...hooks,

      /** Takes the whole effect out of a room. */
      'strip-room'({ room }, next) {
        next();
        for (const feature of room.features) hook('remove-feature', { room, feature });
      },

      /** In the order of the table, not of the room. */
      'apply-features'({ room }) {
        const here = new Set<string>(room.features);
        for (const feature of ids.filter((id) => here.has(id)))
          if (!hook('feature-acts', { feature, room })) emit('feature-unknown', { feature, room });
      },

      /** Whether any rule knows what the Feature does. */
      'feature-acts'({ feature, room, emperor }) {
        const direction = /^(north|south|east|west)-blocked$/.exec(feature)?.[1] as Direction | undefined;
        if (direction !== undefined) {
          const [columns = 0, rows = 0] = view('map-size');
          const beyond = rooms.get(idTowards({ columns, rows }, room.id, direction));
          if (beyond !== null) emperor.blocked = [...(emperor.blocked ?? []), beyond];
          return true;
        }
        return act(feature, room);
      },
    },

    actions,
  };
});
