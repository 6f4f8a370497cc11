import { action, boolean, hoursBetween, integer, optional, rule, thing, time } from 'gitnomic/rules';
import { pictureOf } from './helpers/report.ts';
import { runThrough } from './helpers/run.ts';

export interface Asks {
  pass(): void;
}

export default rule((here) => {
  const { value, hours, words, rooms, players, view, hook, maybe, emit, secret, refuse } = here;
  const { things, posts, on, hooks, ...run } = runThrough(here, pictureOf);
  const hidden = { private: true };
  const entranceRoom = () =>
    maybe(() => rooms.find(({ explored, name }) => explored && name === words('entrance')), null);

  return {
    game: { lastNoise: optional(time(), { title: 'Last noise' }) },

    emperor: {
      location: optional(thing('rooms'), hidden),
      previousLocation: optional(thing('rooms'), hidden),
      energy: optional(integer({ min: null }), hidden),
      agile: optional(boolean(), hidden),
      perceptive: optional(boolean(), hidden),
    },

    things,
    posts,

    on: {
      ...on,

      acted({ action: taken, game, now }) {
        if (taken.marks?.power === true) game.lastNoise = now;
      },
    },

    hooks: {
      ...hooks,

      pass({ emperor }) {
        emperor.energy = (emperor.energy ?? 0) - value('step-energy');
        const here = emperor.location ?? refuse('he is nowhere');
        const room =
          maybe(() => emperor.nextDestination) ??
          secret.pick(maybe(() => view('open-neighbours', here), [])) ??
          refuse(`no explored room is beside ${here.id}`);
        maybe(() => (emperor.nextDestination = null));
        run.enter(room);
        hook('move-to', { room });
        const sepulchreOf = hook('collapse-sepulchre', { room }, []);
        hook('treasures-on-arrival', { room, sepulchreOf }, null);
        hook('meet-denizens', { room, quick: true }, null);
        hook('apply-features', { room }, null);
        hook('meet-denizens', { room, quick: false }, null);
      },
    },

    actions: {
      'enter-the-crypt': action({
        title: 'Enter the Crypt',
        sentence: 'entered the Crypt',
        by: 'emperor',
        private: true,
        reveals: ['players', 'rooms', 'denizens', 'runs', 'game', 'posts', 'refusals'],
        with: { rulings: run.rulings },
        check({ game, now }) {
          const quiet = hours('quiet');
          if (game.lastNoise !== null && hoursBetween(game.lastNoise, now) < quiet)
            refuse(`noise was heard less than ${words('quiet')} ago, at ${game.lastNoise}`);
          if (entranceRoom() === null) refuse(`no room is labelled ${words('entrance')}`);
        },
        steps: {
          'to the entrance'({ emperor, rulings }) {
            const entrance = entranceRoom();
            const energy = value('energy');
            emperor.set({
              location: entrance,
              previousLocation: entrance,
              energy,
              agile: false,
              perceptive: false,
            });
            maybe(() => emperor.set({ items: [], nextDestination: null }));
            run.begin(entrance, energy, rulings);
          },
          'Influence for Sepulchres'() {
            for (const lord of players)
              if (maybe(() => lord.sepulchre, null) !== null)
                maybe(() => lord.gain('influence', value('sepulchre-influence')));
          },
          'Sigils become Active'() {
            for (const room of rooms) maybe(() => (room.inactiveSigils = []));
          },
          'nothing is Newly Furnished'() {
            for (const room of rooms) room.newlyFurnished = false;
          },
          'through the crypt'({ emperor }) {
            do {
              if (run.underWay().moves.length >= value('most-moves'))
                refuse(`the journey would be endless: ${value('most-moves')} moves, and he has Energy left`);
              hook('pass');
              run.underWay().energies.push(emperor.energy ?? 0);
            } while ((emperor.energy ?? 0) > 0);
          },
          'he retreats'({ emperor }) {
            emperor.reset('location', 'previousLocation', 'energy', 'agile', 'perceptive');
            emit('retreated');
          },
          'the Enthralled go free'() {
            for (const lord of players)
              if (run.underWay().diverted.has(lord.id) && view('enthralled', lord)) lord.allegiance = null;
          },
          'the report'({ actor, game, now }) {
            game.lastNoise = now;
            run.end(actor);
          },
        },
      }),
    },
  };
});
