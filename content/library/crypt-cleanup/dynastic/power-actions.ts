import { action, boolean, derive, list, optional, player, rule, thing, time } from 'gitnomic/rules';
import type { Things } from 'gitnomic/rules';
import { sigilCost } from './helpers/contents.ts';
import { checkPrice } from './helpers/lords.ts';

export interface Asks {
  'not-machinable'(words: { room: Things['rooms'] }): string | null;
}

export default rule(({ value, words, rooms, players, view, hook, maybe, pick, refuse }) => ({
  game: { lastPowerAction: optional(time(), { title: 'Last Power Action' }) },

  views: {
    'sigil-cost': sigilCost({ value, rooms }),
    machinable: derive({
      of: 'rooms',
      returns: boolean(),
      value: (room) => hook('not-machinable', { room }) === null,
    }),
    'entrance-rooms': derive({
      of: 'game',
      returns: list(thing('rooms')),
      value: () => view('joined-to', words('machination-from')),
    }),
  },

  on: {
    acted({ action, game, now }) {
      if (action.marks?.power === true) game.lastPowerAction = now;
    },
  },

  hooks: {
    'may-take'({ action, actor, cost }, next) {
      next();
      if (action.marks?.power === true) checkPrice({ view, refuse }, actor, cost.puissance ?? 0);
    },

    'not-machinable'({ room }) {
      if (!room.lit) return 'it is not Lit';
      if (maybe(() => view('ritual-chamber', room))) return 'it is a Ritual Chamber';
      if (room.id === words('machination-forbidden')) return `${room.id} can be nobody's by machination`;
      const lord = players.find(({ sepulchre }) => room.is(sepulchre));
      if (lord !== null) return `it is the Sepulchre of ${lord.label}`;
      const touches = maybe(() => view('diagonals', room), []).some((other) =>
        view('entrance-rooms').includes(other),
      );
      return touches
        ? null
        : `it is not diagonal to a room to which there is a way from ${words('machination-from')}`;
    },
  },

  actions: {
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
        if (room.newlyFurnished && !actor.is(room.lastLitBy))
          refuse('room', 'it is Newly Furnished: only the last player who lit it can engrave there');
      },
      effect({ actor, room }) {
        room.sigils = [...room.sigils, actor];
      },
    }),

    distil: action({
      marks: { power: true },
      title: 'Distil',
      sentence: 'distilled Blood Mana Crystals',
      about: 'Makes a Blood Mana Crystal out of Influence.',
      cost: () => ({ puissance: value('distilling-cost'), influence: value('distilling-influence') }),
      effect({ actor }) {
        actor.gain('bloodManaCrystals', value('distilled'));
      },
    }),

    machinate: action({
      marks: { power: true },
      title: 'Machinate',
      sentence: 'machinated against {lord}',
      about: 'Gives somebody a Sepulchre, wanted or not.',
      with: { lord: player({ another: true }), room: thing('rooms') },
      cost: () => ({ puissance: value('machination-cost') }),
      check({ lord, room }) {
        if (lord.sepulchre !== null) refuse('lord', `${lord.label} has a Sepulchre`);
        const why = hook('not-machinable', { room });
        if (why !== null) refuse('room', why);
      },
      effect({ lord, room }) {
        lord.sepulchre = room;
      },
    }),

    'blood-frenzy': action({
      marks: { power: true },
      title: 'Blood Frenzy',
      sentence: 'went into a Blood Frenzy',
      about: 'Takes a random Feature out of a random Lit room, and puts a random Threat into one.',
      cost: () => ({ puissance: value('frenzy-cost') }),
      steps: {
        'a Feature is removed'() {
          const room = pick(view('lit-rooms'));
          const feature = pick(room?.features ?? []);
          if (room !== undefined && feature !== undefined) hook('remove-feature', { room, feature });
        },
        'a Threat is added'() {
          const room = pick(view('lit-rooms')) ?? refuse('no room is Lit');
          const threat = pick<string>(view('threats')) ?? refuse('there is no Threat');
          if (room.features.some((feature) => feature === threat))
            refuse(`${maybe(() => room.label, room.id)} already has ${threat}`);
          room.set({ features: [...room.features, threat] });
        },
      },
    }),

    shatter: action({
      marks: { power: true },
      title: 'Shatter',
      sentence: 'shattered Blood Mana Crystals',
      about: 'Breaks a Blood Mana Crystal for Puissance, for freedom, or for both.',
      with: { puissance: boolean({ start: true }), allegiance: boolean({ start: true }) },
      cost: () => ({ puissance: value('shattering-cost'), bloodManaCrystals: value('shattered') }),
      effect({ actor, puissance, allegiance }) {
        if (puissance) hook('raise', { lord: actor, to: actor.puissance + value('shattering-puissance') });
        if (allegiance) actor.allegiance = null;
      },
    }),
  },
}));
