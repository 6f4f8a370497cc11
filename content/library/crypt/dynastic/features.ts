import { choice, derive, integer, list, rule, text } from 'gitnomic/rules';
import { without } from './helpers/lists.ts';

export default rule(({ table, players, view, hook, emit, refuse }) => {
  const columns = { feature: text({ filled: true }), group: text(), darkness: integer({ min: null }), text: text() };
  const features = table('features', columns);
  const ids = features.map(({ feature }) => feature);

  return {
    things: { rooms: { fields: { features: list(choice(ids)) } } },

    views: {
      'feature-darkness': derive({
        of: 'text',
        returns: integer({ min: null }),
        value: (id) => features.find(({ feature }) => feature === id)?.darkness ?? 0,
      }),
      'feature-text': derive({ of: 'text', returns: text(), value: (id) => features.find(({ feature }) => feature === id)?.text ?? '' }),
      darkness: derive({
        of: 'rooms',
        returns: integer({ min: null }),
        value: (room) => room.features.reduce((sum, feature) => sum + view('feature-darkness', feature), 0),
      }),
    },

    hooks: {
      'check-features'({ features: chosen }) {
        for (const feature of chosen) if (!ids.includes(feature)) refuse('features', `there is no Feature ${feature}; there are ${ids.join(', ')}`);
      },

      'remove-feature'({ room, feature }) {
        room.features = without(room.features, feature);
      },

      /** Takes the whole effect out of a room. */
      'strip-room'({ room }) {
        for (const feature of room.features) hook('remove-feature', { room, feature });
      },

      'apply-features'({ room }) {
        for (const feature of [...room.features]) if (!hook('feature-acts', { feature, room })) emit('feature-unknown', { feature, room });
      },

      /** Whether any rule knows what the Feature does. */
      'feature-acts'({ feature, room, emperor }) {
        const gain = (lords: readonly (typeof players extends Iterable<infer P> ? P : never)[]) => {
          for (const lord of lords) hook('accrue', { lord, variable: 'puissance', amount: 1 });
        };
        switch (feature) {
          case 'glyph':
            return true;
          case 'everyone-gains-puissance':
            gain(players.all());
            return true;
          case 'sigils-here-gain-puissance':
            gain(players.filter((lord) => room.sigils.includes(lord)));
            return true;
          case 'adjacent-sigils-gain-puissance':
            gain(players.filter((lord) => view('neighbours', room).some(({ sigils }) => sigils.includes(lord))));
            return true;
          case 'light-wound-unless-perceptive':
            if (emperor.perceptive !== true) hook('wound', { how: 'light', cause: 'feature', room });
            return true;
          case 'grievous-unless-agile':
            if (emperor.agile !== true) hook('wound', { how: 'grievous', cause: 'feature', room });
            return true;
          case 'grievous-or-light-if-agile':
            hook('wound', { how: emperor.agile === true ? 'light' : 'grievous', cause: 'feature', room });
            return true;
          default:
            return false;
        }
      },

      /** What a Feature gives: up the chain of those who Enthrall, to the first who is free. */
      accrue({ lord, variable, amount }) {
        const canGain = (one: typeof lord) => (variable === 'puissance' ? !view('dust', one) : one.sepulchre !== null);
        const passed = new Set<string>();
        let taker = lord;
        while (canGain(taker) && view('enthralled', taker) && taker.allegiance !== null) {
          if (passed.has(taker.id)) return;
          passed.add(taker.id);
          emit('diverted', { lord: taker });
          taker = taker.allegiance;
        }
        if (canGain(taker)) taker.gain(variable, amount);
      },
    },
  };
});
