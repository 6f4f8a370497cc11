import { action, choice, hoursBetween, optional, rule, time } from 'gitnomic/rules';

const STATES = ['playing', 'not-playing'] as const;

export default rule(({ hours, words, refuse }) => {
  const start = words('default').toLowerCase() === 'playing' ? 'playing' : 'not-playing';

  return {
    game: { organ: choice(STATES, { start, title: 'The Organ' }), organPlayingSince: optional(time()) },

    on: {
      'crypt-left'({ game }) {
        game.set({ organ: 'not-playing', organPlayingSince: null });
      },
    },

    hooks: {
      'may-act'({ action: wanted, game }, next) {
        next();
        if (wanted.marks?.power === true && game.organ === 'playing')
          refuse('the Organ is Playing, so no Power Action can be taken');
      },
    },

    actions: {
      'play-organ': action({
        title: 'Play the Organ',
        sentence: 'played the Organ',
        by: 'emperor',
        effect({ game, now }) {
          if (game.organ !== 'playing') game.set({ organ: 'playing', organPlayingSince: now });
        },
      }),

      'stop-organ': action({
        title: 'Stop the Organ',
        sentence: 'stopped the Organ',
        check({ game, now }) {
          const since =
            (game.organ === 'playing' ? game.organPlayingSince : null) ?? refuse('the Organ is not playing');
          if (hoursBetween(since, now) <= hours('playing'))
            refuse(`the Organ has not been Playing for more than ${words('playing')}`);
        },
        effect({ game }) {
          game.set({ organ: 'not-playing', organPlayingSince: null });
        },
      }),
    },
  };
});
