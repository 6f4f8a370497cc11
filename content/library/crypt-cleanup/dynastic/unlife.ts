import {
  action,
  boolean,
  choice,
  daily,
  derive,
  hoursBetween,
  list,
  optional,
  player,
  record,
  rule,
  time,
} from 'gitnomic/rules';
import type { Player } from 'gitnomic/rules';

export interface Asks {
  'check-asked'(words: { lord: Player; by: Player }): void;
  accrue(words: { lord: Player; variable: 'puissance' | 'influence'; amount: number }): void;
}

export interface Tells {
  diverted: { lord: Player };
}

export default rule(({ value, words, players, view, hook, emit, refuse }) => ({
  player: {
    allegiance: optional(player({ who: 'anybody' }), {
      none: 'none',
      start: words('allegiance'),
      title: 'Allegiance',
    }),
    thrallRequests: list(record({ lord: player({ who: 'anybody' }), at: time() }), {
      title: 'Asked to be Enthralled',
    }),
  },

  views: {
    enthralled: derive({
      of: 'player',
      returns: boolean(),
      value: (lord) => players.has(lord) && players.has(lord.allegiance) && !lord.is(lord.allegiance),
    }),
  },

  on: {
    'crypt-settled'({ diverted }) {
      for (const lord of players)
        if (diverted.has(lord.id) && view('enthralled', lord)) lord.allegiance = null;
    },
  },

  hooks: {
    /** Whoever is to be Enthralled must have asked for it, of that one and not long ago. */
    'check-asked'({ lord, by, now }) {
      const asked = lord.thrallRequests.some(
        (request) => request.lord.is(by) && hoursBetween(request.at, now) <= value('asked-hours'),
      );
      if (!asked)
        refuse(
          'lord',
          `${lord.label} has not asked ${by.label} to be Enthralled within ${value('asked-hours')} hours`,
        );
    },

    /** What somebody comes by: up the chain of those who Enthrall, to the first who is free. */
    accrue({ lord, variable, amount }) {
      const canGain = (one: typeof lord) =>
        variable === 'puissance' ? !view('dust', one) : one.sepulchre !== null;
      const passed = new Set<string>();
      let taker = lord;
      while (canGain(taker) && view('enthralled', taker) && taker.allegiance !== null) {
        if (passed.has(taker.id)) return;
        passed.add(taker.id);
        emit('diverted', { lord: taker });
        taker = taker.allegiance;
      }
      if (canGain(taker)) taker.gain(variable, amount);
    },
  },

  actions: {
    emancipate: daily({
      title: 'Emancipate oneself',
      sentence: 'emancipated themselves',
      about: 'Grants a Favour to the one by whom one is Enthralled, and goes free.',
      with: { favour: choice(['incur', 'spend'], { start: 'incur' }) },
      check({ actor }) {
        if (!view('enthralled', actor)) refuse(`${actor.label} is not Enthralled`);
      },
      effect({ actor, favour }) {
        hook('trade-favour', {
          initiator: actor,
          provider: actor.allegiance ?? refuse('nobody is named'),
          how: favour,
        });
        actor.allegiance = null;
      },
    }),

    'ask-to-be-enthralled': action({
      title: 'Ask to be Enthralled',
      sentence: 'asked to be Enthralled by {lord}',
      with: { lord: player({ another: true }) },
      effect({ actor, lord, now }) {
        actor.thrallRequests = [
          ...actor.thrallRequests.filter((request) => !request.lord.is(lord)),
          { lord, at: now },
        ];
      },
    }),

    'clear-allegiance': action({
      title: "Set one's Allegiance to none",
      sentence: 'gave up their Allegiance',
      about: 'Where it names somebody idle.',
      check({ actor }) {
        if (actor.allegiance?.state !== 'idle')
          refuse(`${actor.label}'s Allegiance names nobody who is idle`);
      },
      effect({ actor }) {
        actor.allegiance = null;
      },
    }),
  },
}));
