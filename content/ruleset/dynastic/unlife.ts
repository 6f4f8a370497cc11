import { action, daily, hoursBetween, list, player, record, rule, time } from 'gitnomic/rules';
import type { Player } from 'gitnomic/rules';
import { accrue, emancipation, thralldom } from './helpers/lords.ts';

export interface Asks {
  'check-asked'(words: { lord: Player; by: Player }): void;
}

export default rule((g) => {
  const { hours, words, players, view, refuse } = g;
  const { allegiance, enthralled } = thralldom(g);
  return {
    player: {
      allegiance,
      thrallRequests: list(record({ lord: player({ who: 'anybody' }), at: time() }), {
        title: 'Asked to be Enthralled',
      }),
    },

    views: { enthralled },

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
          (request) => request.lord.is(by) && hoursBetween(request.at, now) <= hours('asked'),
        );
        if (!asked)
          refuse('lord', `${lord.label} has not asked ${by.label} to be Enthralled within ${words('asked')}`);
      },

      accrue: (gained) => accrue(g, gained),
    },

    actions: {
      emancipate: daily(emancipation(g)),

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
  };
});
