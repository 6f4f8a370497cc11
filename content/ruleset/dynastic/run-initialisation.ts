import { action, boolean, derive, integer, rule, thing } from 'gitnomic/rules';

export default rule((here) => {
  const { value, words, table, view, pick, refuse } = here;
  const energies = table('energies', { litRoomsFrom: integer(), energy: integer({ min: null }) });
  // The room of the Move under way in which he found an Ingress.
  const under = here.scratch((): { found: string | null } => ({ found: null }));

  return {
    game: { startingLocation: thing('rooms', { title: 'Starting location', start: words('start') }) },

    views: {
      'starting-energy': derive({
        of: 'game',
        returns: integer({ min: null }),
        value() {
          const lit = view('lit-rooms').length;
          const row = energies.filter(({ litRoomsFrom }) => litRoomsFrom <= lit).at(-1);
          const effects = here
            .maybe(() => view('neighbours', here.game.startingLocation), [])
            .some(
              (room) =>
                here.maybe(() => room.features.length, 0) > 0 ||
                here.maybe(() => room.draculaSepulchre, false),
            );
          return (row?.energy ?? 0) + (effects ? 0 : value('bonus'));
        },
      }),
      ordinary: derive({
        of: 'rooms',
        returns: boolean(),
        value: (room) =>
          !room.is(here.game.startingLocation) &&
          !here.maybe(() => view('neighbours', room).includes(here.game.startingLocation), false),
      }),
    },

    on: {
      'room-entered'() {
        under().found = null;
      },

      'room-pacified'({ room, game }) {
        if (under().found === room.id) game.startingLocation = room;
      },
    },

    hooks: {
      'feature-acts'({ feature, room }, next) {
        if (feature !== 'ingress') return next();
        under().found = room.id;
        return true;
      },
    },

    actions: {
      'relocate-start': action({
        title: 'Relocate the starting location',
        sentence: 'relocated the starting location',
        by: ['player', 'emperor'],
        check({ game }) {
          if (here.maybe(() => game.startingLocation.lit, false)) refuse('the starting location is Lit');
        },
        effect({ game }) {
          game.startingLocation = pick(view('lit-rooms')) ?? refuse('no room is Lit');
        },
      }),
    },
  };
});
