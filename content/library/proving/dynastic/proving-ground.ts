import { action, daily, dailyCommunal, integer, player, rule, weekly, weeklyCommunal } from 'gitnomic/rules';
import type { Person } from 'gitnomic/rules';

export interface Asks {
  // Asked only where a rule on favours is active: not every core has one.
  'grant-favour'(words: { lender: Person; holder: Person; ripe?: boolean }): void;
}

export default rule(({ value, hasHook, hook }) => ({
  player: { pips: integer({ title: 'Pips', start: value('start') }) },

  actions: {
    'take-pip': daily({
      title: 'Take a pip',
      sentence: 'took a pip',
      effect: ({ actor }) => actor.gain('pips', value('pip')),
    }),
    'take-crate': weekly({
      title: 'Take a crate',
      sentence: 'took a crate',
      effect: ({ actor }) => actor.gain('pips', value('crate')),
    }),
    'ring-bell': dailyCommunal({
      title: 'Ring the bell',
      sentence: 'rang the bell',
      effect: ({ actor }) => actor.gain('pips', value('ring')),
    }),
    'ring-gong': weeklyCommunal({
      title: 'Ring the gong',
      sentence: 'rang the gong',
      effect: ({ actor }) => actor.gain('pips', value('ring')),
    }),
    'halve-pips': action({
      title: 'Halve your pips',
      sentence: 'halved their pips',
      effect({ actor }) {
        actor.pips = actor.pips / 2;
      },
    }),
    'drop-ten': action({
      title: 'Drop ten',
      sentence: 'dropped ten pips',
      effect: ({ actor }) => actor.lose('pips', value('drop')),
    }),
    'buy-hat': action({ title: 'Buy a hat', sentence: 'bought a hat', cost: { pips: value('hat') } }),
    'pay-pips': action({
      title: 'Pay pips',
      sentence: 'paid {amount} pips to {to}',
      with: { to: player({ another: true }), amount: integer({ min: null }) },
      effect: ({ actor, to, amount }) => actor.transfer('pips', amount, to),
    }),
    'long-shot': action({
      title: 'Take a long shot',
      sentence: 'took a long shot',
      steps: {
        'pay the stake': ({ actor }) => actor.spend('pips', value('stake')),
        roll: ({ actor, dice }) => actor.gain('pips', dice(value('sides'))),
        'pay the fee': ({ actor }) => actor.spend('pips', value('fee')),
      },
    }),
    'grant-favour': action({
      title: 'Grant a favour',
      sentence: 'granted a favour to {to}',
      with: { to: player({ another: true }) },
      check({ refuse }) {
        if (!hasHook('grant-favour')) refuse('no rule on favours is there, or it is inactive');
      },
      effect({ actor, to }) {
        hook('grant-favour', { lender: actor, holder: to });
      },
    }),
  },
}));
