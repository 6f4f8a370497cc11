import { action, derive, integer, list, player, text, thing } from 'gitnomic/rules';
import type { Game, Player, RuleDefinition, Things } from 'gitnomic/rules';
import { inWords, without } from './lists.ts';

type Room = Things['rooms'];

export interface Asks {
  'check-features'(words: { features: readonly string[] }): void;
  'remove-feature'(words: { room: Room; feature: string }): void;
  'strip-room'(words: { room: Room }): void;
  'apply-features'(words: { room: Room }): void;
  'feature-acts'(words: { room: Room; feature: string }): boolean;
  'destroy-sigil'(words: { room: Room; owner: Player }): void;
  'add-glyph-owner'(words: { room: Room; owner: Player }): void;
}

export interface Tells {
  'feature-unknown': { room: Room; feature: string };
}

/** What is in rooms, by the table of what there is. */
export function features(g: Game, rows: readonly { feature: string; text: string }[]) {
  const { value, players, view, hook, maybe, emit, refuse, runs } = g;
  const ids = rows.map(({ feature }) => feature);
  const beside = (room: Room) => maybe(() => view('neighbours', room), []);
  const gain = (lords: readonly Player[], feature: string) => {
    for (const lord of lords) hook('accrue', { lord, variable: 'puissance', amount: value(feature) }, null);
  };

  return {
    /** Whether what the Feature does is known. */
    act(feature: string, room: Room): boolean {
      const { emperor } = g;
      switch (feature) {
        case 'glyph':
          return true;
        case 'everyone-gains-puissance':
          gain(players.all(), feature);
          return true;
        case 'sigils-here-gain-puissance':
          gain(
            players.filter((lord) => room.sigils.includes(lord)),
            feature,
          );
          return true;
        case 'adjacent-sigils-gain-puissance':
          gain(
            players.filter((lord) => beside(room).some(({ sigils }) => sigils.includes(lord))),
            feature,
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
          hook('move-to', { room: maybe(() => emperor.previousLocation) ?? room });
          emit('told', { text: 'he is moved back' });
          return true;
        default:
          return false;
      }
    },

    ...({
      views: {
        'feature-text': derive({
          of: 'text',
          returns: text(),
          value: (id) => rows.find(({ feature }) => feature === id)?.text ?? '',
        }),
      },

      hooks: {
        /** Whose duty `rulings` is: to say what Features did that no clause knows. */
        waiting({ duty, dynasty }, next) {
          const due = duty === 'rulings' && runs.some((run) => maybe(() => run.asked.length > 0, false));
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
      },

      actions: {
        'say-what-feature-did': action({
          title: 'Say what a Feature did',
          sentence: 'said what {feature} did',
          about: 'Puts on record what a Feature does that no clause knows, for a run that met it.',
          by: 'emperor',
          with: { run: thing('runs'), feature: text({ from: 'features' }), ruling: text({ filled: true }) },
          check({ run: record, feature }) {
            if (maybe(() => record.asked.includes(feature)) !== true)
              refuse('feature', `nothing is to be said of ${feature} in that run`);
          },
          effect({ run: record, feature, ruling }) {
            maybe(() => (record.rulings = { ...record.rulings, [feature]: ruling }));
            maybe(() => (record.asked = record.asked.filter((one) => one !== feature)));
          },
        }),
      },
    } satisfies RuleDefinition),
  };
}

/** Who has engraved what, and what the next Sigil costs. */
export function engravings({ value, hook, refuse }: Game) {
  return {
    glyphOwners: list(player({ who: 'anybody' }), { max: value('owners') }),

    ...({
      hooks: {
        'remove-feature'({ room, feature }, next) {
          next();
          if (feature === 'glyph') room.glyphOwners = [];
        },

        'add-glyph-owner'({ room, owner }) {
          if (room.glyphOwners.length >= value('owners'))
            refuse('room', `a Glyph belongs to ${inWords(value('owners'))} at most`);
          if (room.sigils.includes(owner)) refuse('room', `${owner.label} has a Sigil there, so no Glyph`);
          room.glyphOwners = [...room.glyphOwners, owner];
        },
      },

      actions: {
        'destroy-sigil': action({
          title: "Destroy a Sigil of one's own",
          sentence: 'destroyed a Sigil of their own in {room}',
          with: { room: thing('rooms') },
          check({ actor, room }) {
            if (!room.sigils.includes(actor)) refuse('room', `${actor.label} has no Sigil there`);
          },
          effect: ({ actor, room }) => hook('destroy-sigil', { room, owner: actor }),
        }),
      },
    } satisfies RuleDefinition),
  };
}

export const sigilCost = ({ value, rooms }: Pick<Game, 'value' | 'rooms'>) =>
  derive({
    of: 'player',
    returns: integer(),
    title: 'Cost of the next Sigil',
    value: (lord) =>
      value('engraving-base') +
      value('engraving-each') * rooms.filter(({ sigils }) => sigils.includes(lord)).length,
  });
