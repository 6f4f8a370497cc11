import { dayOf, integer, list, player, record, rule, time } from 'gitnomic/rules';
import type { Player } from 'gitnomic/rules';

export interface Asks {
  'check-ancient'(words: { actor: Player; cost: number }): void;
}

export default rule(({ value, refuse, whyNotPlayer }) => ({
  game: {
    ancientActions: list(record({ by: player({ who: 'anybody' }), dynasty: integer(), at: time() }), {
      title: 'Ancient Actions',
    }),
  },

  on: {
    'ancient-acted'({ actor, game, dynasty, now }) {
      game.ancientActions = [...game.ancientActions, { by: actor, dynasty: dynasty.number, at: now }];
    },
  },

  hooks: {
    /** Whether somebody who is no Player may Light a room for nothing. */
    'check-ancient'({ actor, cost, game, dynasty, now }) {
      const why = whyNotPlayer(actor);
      const before =
        actor.state === 'idle' && actor.idleDynasty !== null && actor.idleDynasty < dynasty.number;
      if (!before) refuse(why ?? `${actor.label} is no player`);
      if (cost > value('most-cost'))
        refuse(`it would cost ${cost} Puissance, and an Ancient Action no more than ${value('most-cost')}`);
      const today = dayOf(now);
      if (game.ancientActions.some((taken) => taken.by.is(actor) && taken.dynasty === dynasty.number))
        refuse(`${actor.label} has taken an Ancient Action in this dynasty`);
      if (game.ancientActions.some((taken) => dayOf(taken.at) === today))
        refuse('an Ancient Action has been taken today');
    },
  },
}));
