import { action, choice, derive, integer, list, rule, text, thing } from 'gitnomic/rules';
import type { Things } from 'gitnomic/rules';
import { idTowards } from './helpers/grid.ts';
import type { Direction } from './helpers/grid.ts';
import { without } from './helpers/lists.ts';

export interface Asks {
  'check-features'(words: { features: readonly string[] }): void;
  'remove-feature'(words: { room: Things['rooms']; feature: string }): void;
  'strip-room'(words: { room: Things['rooms'] }): void;
  'apply-features'(words: { room: Things['rooms'] }): void;
  'feature-acts'(words: { room: Things['rooms']; feature: string }): boolean;
}

export interface Tells {
  'feature-unknown': { room: Things['rooms']; feature: string };
}

export default rule(({ value, table, rooms, players, view, hook, emit, refuse }) => {
  const columns = {
    feature: text({ filled: true }),
    group: text(),
    shadow: integer({ min: null }),
    text: text(),
  };
  const features = table('features', columns);
  const ids = features.map(({ feature }) => feature);

  return {
    things: { rooms: { fields: { features: list(choice(ids)) } } },

    views: {
      'feature-shadow': derive({
        of: 'text',
        returns: integer({ min: null }),
        value: (id) => features.find(({ feature }) => feature === id)?.shadow ?? 0,
      }),
      'feature-text': derive({
        of: 'text',
        returns: text(),
        value: (id) => features.find(({ feature }) => feature === id)?.text ?? '',
      }),
      threats: derive({
        of: 'game',
        returns: list(text()),
        value: () => features.filter(({ group }) => group === 'Threats').map(({ feature }) => feature),
      }),
      shadow: derive({
        of: 'rooms',
        returns: integer({ min: null }),
        value: (room) => room.features.reduce((sum, feature) => sum + view('feature-shadow', feature), 0),
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
        const gain = (lords: readonly (typeof players extends Iterable<infer P> ? P : never)[]) => {
          for (const lord of lords) hook('accrue', { lord, variable: 'puissance', amount: value(feature) });
        };
        const direction = /^(north|south|east|west)-blocked$/.exec(feature)?.[1] as Direction | undefined;
        if (direction !== undefined) {
          const [columns = 0, rows = 0] = view('map-size');
          const beyond = rooms.get(idTowards({ columns, rows }, room.id, direction));
          if (beyond !== null) emperor.blocked = [...(emperor.blocked ?? []), beyond];
          return true;
        }
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
