import {
  action,
  boolean,
  hoursBetween,
  integer,
  list,
  map,
  optional,
  rule,
  text,
  thing,
  time,
} from 'gitnomic/rules';
import type { Things } from 'gitnomic/rules';
import { count } from './helpers/lists.ts';
import { changesSince, pictureOf, reportOf } from './helpers/report.ts';
import { newRun } from './helpers/run.ts';
import type { Run } from './helpers/run.ts';

export interface Asks {
  pass(): void;
  'move-to'(words: { room: Things['rooms'] }): void;
}

export interface Tells {
  'crypt-entered': object;
  retreated: object;
  told: { text: string };
}

export default rule((here) => {
  const { value, words, rooms, players, denizens, view, hook, emit, secret, refuse, runs, post, ruleset } =
    here;
  // The run under way: nothing of it outlives the action, and a new one begins with a clean page.
  let run: Run | null = null;
  const underWay = (): Run => run ?? refuse('nobody is in the crypt');
  const hidden = { private: true };

  return {
    game: { lastNoise: optional(time(), { title: 'Last noise' }) },

    emperor: {
      location: optional(thing('rooms'), hidden),
      previousLocation: optional(thing('rooms'), hidden),
      energy: optional(integer({ min: null }), hidden),
      agile: optional(boolean(), hidden),
      perceptive: optional(boolean(), hidden),
    },

    things: {
      runs: {
        title: 'Runs',
        fields: {
          enteredAt: optional(time()),
          route: list(text()),
          energies: list(integer({ min: null })),
          moves: integer(),
          rulings: map(text()),
          asked: list(text()),
        },
      },
    },

    posts: { 'crypt-report': { title: 'Crypt report', engineOnly: true } },

    on: {
      acted({ action: taken, game, now }) {
        if (taken.marks?.power === true) game.lastNoise = now;
      },
      diverted({ lord }) {
        run?.diverted.add(lord.id);
      },
      told({ text: words }) {
        run?.moves.at(-1)?.told.push(words);
      },
      'feature-unknown'({ feature }) {
        const ruling = run?.rulings[feature];
        if (ruling === undefined) run?.asked.add(feature);
        emit('told', { text: ruling ?? `what ${feature} does is for ${ruleset.terms.emperor} to say` });
      },
    },

    hooks: {
      pass({ emperor }) {
        emperor.energy = (emperor.energy ?? 0) - value('step-energy');
        const here = emperor.location ?? refuse('he is nowhere');
        const room =
          emperor.nextDestination ??
          secret.pick(view('open-neighbours', here)) ??
          refuse(`no explored room is beside ${here.id}`);
        emperor.nextDestination = null;
        underWay().moves.push({ room: room.id, told: [] });
        hook('move-to', { room });
        const sepulchreOf = hook('collapse-sepulchre', { room });
        hook('treasures-on-arrival', { room, sepulchreOf });
        hook('meet-denizens', { room, quick: true });
        hook('apply-features', { room });
        hook('meet-denizens', { room, quick: false });
      },

      'move-to'({ room, emperor }) {
        emperor.previousLocation = emperor.location;
        emperor.location = room;
        underWay().route.push(room.id);
      },
    },

    actions: {
      'enter-the-crypt': action({
        title: 'Enter the Crypt',
        sentence: 'entered the Crypt',
        by: 'emperor',
        private: true,
        reveals: ['players', 'rooms', 'denizens', 'runs', 'game', 'posts', 'refusals'],
        with: {
          rulings: map(text({ filled: true }), {
            start: {},
            title: 'What Features do that no clause knows',
            about: 'In words, for each such Feature: it is put on record.',
          }),
        },
        check({ game, now }) {
          const quiet = value('quiet-hours');
          if (game.lastNoise !== null && hoursBetween(game.lastNoise, now) < quiet)
            refuse(`noise was heard less than ${quiet} hours ago, at ${game.lastNoise}`);
          if (rooms.find(({ explored, name }) => explored && name === words('entrance')) === null)
            refuse(`no room is labelled ${words('entrance')}`);
        },
        steps: {
          'to the entrance'({ emperor, rulings }) {
            const entrance = rooms.find(({ explored, name }) => explored && name === words('entrance'));
            const energy = value('energy');
            emperor.set({
              location: entrance,
              previousLocation: entrance,
              energy,
              items: [],
              agile: false,
              perceptive: false,
              nextDestination: null,
            });
            run = newRun({
              rulings,
              at: entrance?.id ?? '',
              energy,
              before: pictureOf({ players, rooms: view('room-order'), denizens }),
            });
            emit('crypt-entered');
          },
          'Influence for Sepulchres'() {
            for (const lord of players)
              if (lord.sepulchre !== null) lord.gain('influence', value('sepulchre-influence'));
          },
          'Sigils become Active'() {
            for (const room of rooms) room.inactiveSigils = [];
          },
          'nothing is Newly Furnished'() {
            for (const room of rooms) room.newlyFurnished = false;
          },
          'through the crypt'({ emperor }) {
            do {
              if (underWay().moves.length >= value('most-moves'))
                refuse(`the journey would be endless: ${value('most-moves')} moves, and he has Energy left`);
              hook('pass');
              underWay().energies.push(emperor.energy ?? 0);
            } while ((emperor.energy ?? 0) > 0);
          },
          'he retreats'({ emperor }) {
            emperor.reset('location', 'previousLocation', 'energy', 'agile', 'perceptive');
            emit('retreated');
          },
          'the Enthralled go free'() {
            for (const lord of players)
              if (underWay().diverted.has(lord.id) && view('enthralled', lord)) lord.allegiance = null;
          },
          'the report'({ actor, game, now }) {
            const { route, energies, moves, rulings, before, asked } = underWay();
            const record = runs.add(String(runs.nextNumber('')), {
              enteredAt: now,
              route,
              energies,
              moves: moves.length,
              rulings,
              asked: [...asked],
            });
            game.lastNoise = now;
            const changes = changesSince(before, pictureOf({ players, rooms: view('room-order'), denizens }));
            const words = reportOf(
              { route, energies, moves, asked: [...asked] },
              changes,
              ruleset.terms.emperor,
            );
            post({
              kind: 'crypt-report',
              title: `Run ${record.id}: ${count(moves.length, 'move')} through the crypt`,
              text: words,
              author: actor,
            });
            run = null;
          },
        },
      }),
    },
  };
});
