import { action, boolean, data, hoursBetween, integer, list, map, optional, rule, text, thing, time } from 'gitnomic/rules';
import { count } from './helpers/lists.ts';
import { changesSince, pictureOf, reportOf } from './helpers/report.ts';
import type { Picture } from './helpers/report.ts';

/** More passes than any run can need: chests that kept him going would keep him going for ever. */
const MOST_PASSES = 1000;

interface Run {
  readonly rulings: Readonly<Record<string, string>>;
  readonly before: Picture;
  readonly route: string[];
  readonly energies: number[];
  readonly moves: { readonly room: string; readonly told: string[] }[];
  readonly diverted: Set<string>;
  readonly asked: Set<string>;
}

export default rule(({ value, words, rooms, players, denizens, view, hook, emit, secret, refuse, runs, post, ruleset }) => {
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
        fields: { enteredAt: optional(time()), route: list(text()), energies: list(integer({ min: null })), moves: integer(), rulings: map(text()), asked: list(text()) },
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
      'feature-acts'({ feature, room, emperor }, next) {
        if (feature !== 'moved-back') return next();
        hook('move-to', { room: emperor.previousLocation ?? room });
        emit('told', { text: 'he is moved back' });
        return true;
      },

      pass({ emperor }) {
        emperor.energy = (emperor.energy ?? 0) - value('step-energy');
        const here = emperor.location ?? refuse('he is nowhere');
        const room = emperor.nextDestination ?? secret.pick(view('open-neighbours', here)) ?? refuse(`no explored room is beside ${here.id}`);
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
        by: 'emperor',
        private: true,
        with: { rulings: map(text({ filled: true }), { start: {}, title: 'What Features do that no clause knows', about: 'In words, for each such Feature: it is put on record.' }) },
        check({ game, now }) {
          const quiet = value('quiet-hours');
          if (game.lastNoise !== null && hoursBetween(game.lastNoise, now) < quiet) refuse(`noise was heard less than ${quiet} hours ago, at ${game.lastNoise}`);
          if (rooms.find(({ explored, name }) => explored && name === words('entrance')) === null) refuse(`no room is labelled ${words('entrance')}`);
        },
        steps: {
          'to the entrance'({ emperor, rulings }) {
            const entrance = rooms.find(({ explored, name }) => explored && name === words('entrance'));
            const energy = value('energy');
            emperor.set({ location: entrance, previousLocation: entrance, energy, items: [], agile: false, perceptive: false, nextDestination: null });
            run = {
              rulings,
              before: pictureOf({ players, rooms: view('room-order'), denizens }),
              route: [entrance?.id ?? ''],
              energies: [energy],
              moves: [],
              diverted: new Set(),
              asked: new Set(),
            };
            emit('crypt-entered');
          },
          'Influence for Sepulchres'() {
            for (const lord of players) if (lord.sepulchre !== null) lord.gain('influence', value('sepulchre-influence'));
          },
          'Sigils become Active'() {
            for (const room of rooms) room.inactiveSigils = [];
          },
          'nothing is Newly Furnished'() {
            for (const room of rooms) room.newlyFurnished = false;
          },
          'through the crypt'({ emperor }) {
            do {
              if (underWay().moves.length >= MOST_PASSES) refuse(`the journey would be endless: ${MOST_PASSES} moves, and he has Energy left`);
              hook('pass');
              underWay().energies.push(emperor.energy ?? 0);
            } while ((emperor.energy ?? 0) > 0);
          },
          'he retreats'({ emperor }) {
            emperor.reset('location', 'previous-location', 'energy', 'agile', 'perceptive');
            emit('retreated');
          },
          'the Enthralled go free'() {
            for (const lord of players) if (underWay().diverted.has(lord.id) && view('enthralled', lord)) lord.allegiance = null;
          },
          'the report'({ actor, game, now }) {
            const { route, energies, moves, rulings, before, asked } = underWay();
            const record = runs.add(String(runs.nextNumber('')), { enteredAt: now, route, energies, moves: moves.length, rulings, asked: [...asked] });
            game.lastNoise = now;
            const changes = changesSince(before, pictureOf({ players, rooms: view('room-order'), denizens }));
            const words = reportOf({ route, energies, moves, asked: [...asked] }, changes, ruleset.terms.emperor);
            post({ kind: 'crypt-report', title: `Run ${record.id}: ${count(moves.length, 'move')} through the crypt`, text: words, author: actor });
            run = null;
          },
        },
      }),

      'say-what-feature-did': action({
        title: 'Say what a Feature did',
        about: 'Puts on record what a Feature does that no clause knows, for a run that met it.',
        by: 'emperor',
        with: { run: thing('runs'), feature: text(), ruling: text({ filled: true }) },
        check({ run: record, feature }) {
          if (!record.asked.includes(feature)) refuse('feature', `nothing is to be said of ${feature} in that run`);
        },
        effect({ run: record, feature, ruling }) {
          record.rulings = { ...record.rulings, [feature]: ruling };
          record.asked = record.asked.filter((one) => one !== feature);
        },
      }),
    },
  };
});
