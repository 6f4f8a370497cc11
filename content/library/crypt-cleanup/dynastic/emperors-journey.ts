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
  'lose-energy'(words: { amount: number }): void;
  wound(words: { how: 'light' | 'grievous'; cause: 'feature' | 'denizen'; room: Things['rooms'] }): number;
  destinations(): readonly Things['rooms'][];
  'make-move'(): boolean;
  'move-to'(words: { room: Things['rooms'] }): void;
}

export interface Tells {
  'crypt-entered': object;
  'crypt-awakens': object;
  'room-entered': { room: Things['rooms'] };
  wounded: { room: Things['rooms'] };
  'room-pacified': { room: Things['rooms']; lost: number };
  retreated: object;
  'crypt-settles': { entered: readonly Things['rooms'][] };
  'crypt-settled': { diverted: ReadonlySet<string> };
  'crypt-left': object;
  told: { text: string };
}

export default rule((here) => {
  const { value, words, players, denizens, matters, view, hook, emit, secret, refuse, runs, post, ruleset } =
    here;
  // The run under way: nothing of it outlives the action, and a new one begins with a clean page.
  let run: Run | null = null;
  const underWay = (): Run => run ?? refuse('nobody is in the crypt');
  const hidden = { private: true };
  const checkRest = (what: string, last: string | null, now: string, hours: number): void => {
    if (last !== null && hoursBetween(last, now) < hours)
      refuse(`${what} less than ${hours} hours ago, at ${last}`);
  };

  return {
    game: { lastEntered: optional(time(), { title: 'Last Entered' }) },

    emperor: {
      location: optional(thing('rooms'), hidden),
      previousLocation: optional(thing('rooms'), hidden),
      energy: optional(integer({ min: null }), hidden),
      agile: optional(boolean(), hidden),
      perceptive: optional(boolean(), hidden),
      enriched: optional(boolean(), hidden),
      blocked: optional(list(thing('rooms')), hidden),
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
      'crypt-awakens'() {
        const hungry = players.filter((lord) => !view('bloodthirsty', lord));
        for (const lord of hungry)
          hook('accrue', { lord, variable: 'puissance', amount: value('awakening-puissance') });
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
      'lose-energy'({ amount, emperor }) {
        emperor.energy = (emperor.energy ?? 0) - amount;
        underWay().lost += amount;
      },

      /** How much Energy a wound cost. */
      wound({ how, room }) {
        const lost = value(how);
        hook('lose-energy', { amount: lost });
        emit('wounded', { room });
        emit('told', { text: how === 'light' ? 'he is Lightly Wounded' : 'he is Grievously Injured' });
        return lost;
      },

      /** Where the next Move can go. */
      destinations({ emperor }) {
        const { location, previousLocation, blocked } = emperor;
        if (location === null) return [];
        const open = view('open-neighbours', location).filter((room) => !(blocked ?? []).includes(room));
        const onward = open.filter((room) => !room.is(previousLocation));
        return onward.length > 0 ? onward : open;
      },

      /** Whether he could move. */
      'make-move'({ emperor }) {
        const options = hook('destinations');
        if (emperor.nextDestination === null && options.length === 0) return false;
        underWay().lost = 0;
        hook('lose-energy', { amount: value('move-energy') });
        const room = emperor.nextDestination ?? secret.pick(options) ?? refuse('there is nowhere to go');
        underWay().moves.push({ room: room.id, told: [] });
        emperor.nextDestination = null;
        emperor.blocked = [];
        hook('move-to', { room });
        const sepulchreOf = players.filter(({ sepulchre }) => room.is(sepulchre));
        if (sepulchreOf.length > 0 || room.draculaSepulchre) underWay().entered.add(room.id);
        emit('room-entered', { room });
        hook('treasures-on-arrival', { room, sepulchreOf });
        hook('meet-denizens', { room, quick: true });
        hook('apply-features', { room });
        hook('meet-denizens', { room, quick: false });
        emit('room-pacified', { room, lost: underWay().lost });
        underWay().energies.push(emperor.energy ?? 0);
        return true;
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
          checkRest('the Crypt was Entered', game.lastEntered, now, value('run-hours'));
          checkRest('a Power Action was taken', game.lastPowerAction, now, value('power-hours'));
          const tag = words('tag').toLowerCase();
          if (matters.pending('cfj').some(({ title }) => title.toLowerCase().includes(tag)))
            refuse(`a Call for Judgement tagged ${words('tag')} is pending`);
        },
        steps: {
          'to the starting location'({ emperor, game, rulings }) {
            const energy = view('starting-energy');
            const location = game.startingLocation;
            emperor.set({
              location,
              previousLocation: null,
              energy,
              items: [],
              agile: false,
              perceptive: false,
              enriched: false,
              nextDestination: null,
              blocked: [],
            });
            run = newRun({
              rulings,
              at: location.id,
              energy,
              before: pictureOf({ players, rooms: view('room-order'), denizens, game }),
            });
            emit('crypt-entered');
          },
          'the Crypt Awakens'() {
            emit('crypt-awakens');
          },
          'through the crypt'({ emperor }) {
            while (
              hook('make-move') &&
              (emperor.energy ?? 0) > 0 &&
              underWay().moves.length < value('most-moves')
            );
          },
          'he retreats'({ emperor }) {
            emperor.reset(
              'location',
              'previousLocation',
              'energy',
              'agile',
              'perceptive',
              'enriched',
              'blocked',
            );
            emit('retreated');
          },
          'the Crypt Settles'() {
            emit('crypt-settles', {
              entered: view('room-order').filter(({ id }) => underWay().entered.has(id)),
            });
            emit('crypt-settled', { diverted: underWay().diverted });
          },
          'Influence of the homeless'() {
            for (const lord of players) if (lord.sepulchre === null) lord.influence = 0;
          },
          'the Organ falls silent'() {
            emit('crypt-left');
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
            game.lastEntered = now;
            const changes = changesSince(
              before,
              pictureOf({ players, rooms: view('room-order'), denizens, game }),
            );
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
