import { choice, derive, integer, list, rule, text } from 'gitnomic/rules';
import { features } from './helpers/contents.ts';
import { accrue } from './helpers/lords.ts';

export default rule((g) => {
  const { table, view, hook, emit } = g;
  const rows = table('features', {
    feature: text({ filled: true }),
    group: text(),
    darkness: integer({ min: null }),
    text: text(),
  });
  const { act, views, hooks, actions } = features(g, rows);

  return {
    things: { rooms: { fields: { features: list(choice(rows.map(({ feature }) => feature))) } } },

    views: {
      ...views,

      'feature-darkness': derive({
        of: 'text',
        returns: integer({ min: null }),
        value: (id) => rows.find(({ feature }) => feature === id)?.darkness ?? 0,
      }),
      darkness: derive({
        of: 'rooms',
        returns: integer({ min: null }),
        value: (room) => room.features.reduce((sum, feature) => sum + view('feature-darkness', feature), 0),
      }),
    },

    hooks: {
      ...hooks,

      /** Takes the whole effect out of a room. */
      'strip-room'({ room }) {
        for (const feature of room.features) hook('remove-feature', { room, feature });
      },

      'apply-features'({ room }) {
        for (const feature of room.features)
          if (!hook('feature-acts', { feature, room })) emit('feature-unknown', { feature, room });
      },

      /** Whether any rule knows what the Feature does. */
      'feature-acts': ({ feature, room }) => act(feature, room),

      accrue: (gained) => accrue(g, gained),
    },

    actions,
  };
});
