import { action, derive, list, rule, text, thing } from 'gitnomic/rules';
import { sigilCost } from './helpers/contents.ts';
import { checkFurnishing, joinedTo, sepulchres } from './helpers/rooms.ts';

export default rule((g) => {
  const { value, words, rooms, view, hook, maybe, refuse } = g;
  const { whyNot, views, actions } = sepulchres(g, () => words('path-from'));
  return {
    views: {
      ...views,

      'sigil-cost': sigilCost(g),
      'reachable-rooms': derive({
        of: 'game',
        returns: list(thing('rooms')),
        value() {
          const first = rooms.get(words('path-from'));
          return joinedTo(g, first?.explored && first);
        },
      }),
    },

    hooks: {
      'not-inhabitable'({ room }) {
        if (!room.explored) return 'it is not explored';
        if (room.id === words('forbidden-room')) return `${room.id} can be nobody's Sepulchre`;
        return whyNot(room);
      },
    },

    actions: {
      ...actions,

      'explore-room': action({
        marks: { power: true },
        title: 'Explore rooms',
        sentence: 'explored {room}',
        with: {
          room: thing('rooms'),
          name: text(),
          description: text({ start: '' }),
          features: list(text({ from: 'features' }), { start: [] }),
        },
        cost: ({ features }) => {
          const darkness = features.reduce((sum, feature) => sum + view('feature-darkness', feature), 0);
          return { puissance: Math.max(value('exploring-least'), value('exploring-base') + darkness) };
        },
        check({ actor, room, name, features }) {
          if (room.explored) refuse('room', `${room.id} is already explored`);
          checkFurnishing(g, { actor, room, name, features });
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
          if (features.includes('glyph')) maybe(() => (room.glyphOwners = [actor]));
        },
      }),

      'engrave-sigil': action({
        marks: { power: true },
        title: 'Engrave Sigils',
        sentence: 'engraved a Sigil in {room}',
        with: { room: thing('rooms') },
        cost: ({ actor }) => ({ puissance: view('sigil-cost', actor) }),
        check({ actor, room }) {
          if (room.sigils.includes(actor)) refuse('room', `${actor.label} already has a Sigil there`);
          if (maybe(() => room.glyphOwners.includes(actor)))
            refuse('room', `the Glyph there is ${actor.label}'s`);
          if (room.newlyFurnished && !actor.is(room.lastExploredBy)) {
            refuse(
              'room',
              'it is Newly Furnished: only whoever was the last to Explore it can engrave there',
            );
          }
        },
        effect({ actor, room }) {
          room.sigils = [...room.sigils, actor];
        },
      }),

      devastate: action({
        marks: { power: true },
        title: 'Devastate rooms',
        sentence: 'devastated {room}',
        with: { room: thing('rooms'), feature: text({ from: 'features' }) },
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
  };
});
