import { action, choice, derive, integer, list, rule, text, thing } from 'gitnomic/rules';
import type { Player, Things } from 'gitnomic/rules';
import { without } from './helpers/lists.ts';

export interface Asks {
  'check-features'(words: { features: readonly string[] }): void;
  'remove-feature'(words: { room: Things['rooms']; feature: string }): void;
  'strip-room'(words: { room: Things['rooms'] }): void;
  'apply-features'(words: { room: Things['rooms'] }): void;
  'feature-acts'(words: { room: Things['rooms']; feature: string }): boolean;
  accrue(words: { lord: Player; variable: 'puissance' | 'influence'; amount: number }): void;
}

export interface Tells {
  'feature-unknown': { room: Things['rooms']; feature: string };
  diverted: { lord: Player };
}

export default rule(({ value, table, players, view, hook, emit, refuse }) => {
  const columns = {
    feature: text({ filled: true }),
    group: text(),
    darkness: integer({ min: null }),
    text: text(),
  };
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
      'feature-text': derive({
        of: 'text',
        returns: text(),
        value: (id) => features.find(({ feature }) => feature === id)?.text ?? '',
      }),
      darkness: derive({
        of: 'rooms',
        returns: integer({ min: null }),
        value: (room) => room.features.reduce((sum, feature) => sum + view('feature-darkness', feature), 0),
      }),
    },

    hooks: {
      /** Whose duty `rulings` is: to say what Features did that no clause knows. */
      waiting({ duty, dynasty, runs }, next) {
        const due = duty === 'rulings' && runs.some(({ asked }) => asked.length > 0);
        return due && dynasty.emperor !== null ? [...(next() ?? []), dynasty.emperor.id] : next();
      },

      'check-features'({ features: chosen }) {
        for (const feature of chosen)
          if (!ids.includes(feature))
            refuse('features', `there is no Feature ${feature}; there are ${ids.join(', ')}`);
      },

      'remove-feature'({ room, feature }) {
        room.set({ features: without<string>(room.features, feature) });
      },

      /** Takes the whole effect out of a room. */
      'strip-room'({ room }) {
        for (const feature of room.features) hook('remove-feature', { room, feature });
      },

      'apply-features'({ room }) {
        for (const feature of room.features)
          if (!hook('feature-acts', { feature, room })) emit('feature-unknown', { feature, room });
      },

      /** Whether any rule knows what the Feature does. */
      'feature-acts'({ feature, room, emperor }) {
        const gain = (lords: readonly (typeof players extends Iterable<infer P> ? P : never)[]) => {
          for (const lord of lords) hook('accrue', { lord, variable: 'puissance', amount: value(feature) });
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
            gain(
              players.filter((lord) => view('neighbours', room).some(({ sigils }) => sigils.includes(lord))),
            );
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
          case 'moved-back':
            hook('move-to', { room: emperor.previousLocation ?? room });
            emit('told', { text: 'he is moved back' });
            return true;
          default:
            return false;
        }
      },

      /** What a Feature gives: up the chain of those who Enthrall, to the first who is free. */
      accrue({ lord, variable, amount }) {
        const canGain = (one: typeof lord) =>
          variable === 'puissance' ? !view('dust', one) : one.sepulchre !== null;
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

    actions: {
      'say-what-feature-did': action({
        title: 'Say what a Feature did',
        sentence: 'said what {feature} did',
        about: 'Puts on record what a Feature does that no clause knows, for a run that met it.',
        by: 'emperor',
        with: { run: thing('runs'), feature: text(), ruling: text({ filled: true }) },
        check({ run: record, feature }) {
          if (!record.asked.includes(feature))
            refuse('feature', `nothing is to be said of ${feature} in that run`);
        },
        effect({ run: record, feature, ruling }) {
          record.rulings = { ...record.rulings, [feature]: ruling };
          record.asked = record.asked.filter((one) => one !== feature);
        },
      }),
    },
  };
});
