import { boolean, integer, list, optional, record, rule, player, text, time } from 'gitnomic/rules';

export interface Asks {
  'next-round'(): number;
  'check-expired'(): void;
  'check-round-open'(): void;
}

export default rule(({ game, value, refuse }) => ({
  game: {
    round: integer({ title: 'Round' }),
    theme: optional(text(), { title: 'Theme' }),
    expiration: optional(time(), { title: 'Expiration Date' }),
    closed: boolean({ title: 'Declared over' }),
  },

  things: {
    rounds: {
      title: 'Rounds',
      fields: {
        theme: optional(text()),
        started: optional(time()),
        expiration: optional(time(), { title: 'Expiration Date' }),
        scrupulous: list(player({ who: 'anybody' })),
        ranking: list(player({ who: 'anybody' })),
        displays: list(record({ art: text(), buyer: player({ who: 'anybody' }), price: integer() })),
      },
    },
  },

  hooks: {
    'next-round': () => (game.round === 0 ? value('first') : game.round + 1),

    /** Whether the time has come at which a round may follow the latest one. */
    'check-expired'({ now }) {
      if (game.round !== 0 && game.expiration !== null && now <= game.expiration) {
        refuse(`round ${game.round} does not expire before ${game.expiration}`);
      }
    },

    'check-round-open'() {
      if (game.round === 0) refuse('no round has begun yet');
      if (game.closed) refuse(`round ${game.round} is closed`);
    },
  },
}));
