import { action, boolean, hoursBetween, integer, list, optional, rule, thing, time } from 'gitnomic/rules';
import type { Things } from 'gitnomic/rules';
import { pictureOf } from './helpers/report.ts';
import { runThrough } from './helpers/run.ts';

export interface Asks {
  'lose-energy'(words: { amount: number }): void;
  wound(words: { how: 'light' | 'grievous'; cause: 'feature' | 'denizen'; room: Things['rooms'] }): number;
  destinations(): readonly Things['rooms'][];
  'make-move'(): boolean;
}

export interface Tells {
  'crypt-awakens': object;
  'room-entered': { room: Things['rooms'] };
  wounded: { room: Things['rooms'] };
  'room-pacified': { room: Things['rooms']; lost: number };
  'crypt-settles': { entered: readonly Things['rooms'][] };
  'crypt-settled': { diverted: ReadonlySet<string> };
  'crypt-left': object;
}

export default rule((here) => {
  const { value, hours, words, players, matters, view, hook, maybe, emit, secret, refuse } = here;
  const { things, posts, on, hooks, ...run } = runThrough(here, pictureOf);
  // Sepulchres that he moved into, and the Energy lost in the Move under way.
  const under = here.scratch(() => ({ entered: new Set<string>(), lost: 0 }));
  const hidden = { private: true };
  const checkRest = (what: string, last: string | null, now: string, rest: string): void => {
    if (last !== null && hoursBetween(last, now) < hours(rest))
      refuse(`${what} less than ${words(rest)} ago, at ${last}`);
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

    things,
    posts,

    on: {
      ...on,

      'crypt-awakens'() {
        const hungry = players.filter((lord) => !maybe(() => view('bloodthirsty', lord), false));
        for (const lord of hungry)
          hook('accrue', { lord, variable: 'puissance', amount: value('awakening-puissance') }, null);
      },
    },

    hooks: {
      ...hooks,

      'lose-energy'({ amount, emperor }) {
        emperor.energy = (emperor.energy ?? 0) - amount;
        under().lost += amount;
      },

      /** How much Energy a wound cost. */
      wound({ how, room }) {
        const amount = value(how);
        hook('lose-energy', { amount });
        emit('wounded', { room });
        emit('told', { text: how === 'light' ? 'he is Lightly Wounded' : 'he is Grievously Injured' });
        return amount;
      },

      /** Where the next Move can go. */
      destinations({ emperor }) {
        const { location, previousLocation, blocked } = emperor;
        if (location === null) return [];
        const open = maybe(() => view('open-neighbours', location), []).filter(
          (room) => !(blocked ?? []).includes(room),
        );
        const onward = open.filter((room) => !room.is(previousLocation));
        return onward.length > 0 ? onward : open;
      },

      /** Whether he could move. */
      'make-move'({ emperor }) {
        const options = hook('destinations');
        const next = maybe(() => emperor.nextDestination, null);
        if (next === null && options.length === 0) return false;
        under().lost = 0;
        hook('lose-energy', { amount: value('move-energy') });
        const room = next ?? secret.pick(options) ?? refuse('there is nowhere to go');
        run.enter(room);
        if (next !== null) maybe(() => (emperor.nextDestination = null));
        emperor.blocked = [];
        hook('move-to', { room });
        const sepulchreOf = players.filter((lord) => room.is(maybe(() => lord.sepulchre)));
        if (sepulchreOf.length > 0 || maybe(() => room.draculaSepulchre)) under().entered.add(room.id);
        emit('room-entered', { room });
        hook('treasures-on-arrival', { room, sepulchreOf }, null);
        hook('meet-denizens', { room, quick: true }, null);
        hook('apply-features', { room }, null);
        hook('meet-denizens', { room, quick: false }, null);
        emit('room-pacified', { room, lost: under().lost });
        run.underWay().energies.push(emperor.energy ?? 0);
        return true;
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
          checkRest('the Crypt was Entered', game.lastEntered, now, 'between-runs');
          checkRest(
            'a Power Action was taken',
            maybe(() => game.lastPowerAction, null),
            now,
            'after-power',
          );
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
              agile: false,
              perceptive: false,
              enriched: false,
              blocked: [],
            });
            maybe(() => emperor.set({ items: [], nextDestination: null }));
            under().entered.clear();
            run.begin(location, energy, rulings);
          },
          'the Crypt Awakens'() {
            emit('crypt-awakens');
          },
          'through the crypt'({ emperor }) {
            while (
              hook('make-move') &&
              (emperor.energy ?? 0) > 0 &&
              run.underWay().moves.length < value('most-moves')
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
              entered: view('room-order').filter(({ id }) => under().entered.has(id)),
            });
            emit('crypt-settled', { diverted: run.underWay().diverted });
          },
          'Influence of the homeless'() {
            for (const lord of players)
              if (maybe(() => lord.sepulchre, null) === null) maybe(() => (lord.influence = 0));
          },
          'the Organ falls silent'() {
            emit('crypt-left');
          },
          'the report'({ actor, game, now }) {
            game.lastEntered = now;
            run.end(actor);
          },
        },
      }),
    },
  };
});
