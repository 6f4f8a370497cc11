import { derive, integer, rule } from 'gitnomic/rules';
import { quorumShown } from '#core/figures.ts';

export interface Asks {
  'quorum-of'(words: { number: number }): number;
}

export default rule(({ players, hook, share, view }) => ({
  views: {
    quorum: derive({
      of: 'text',
      returns: integer(),
      about: 'Of all players',
      value: () => hook('quorum-of', { number: players.size }),
    }),
  },
  hooks: {
    ...quorumShown(() => view('quorum', 'players')),
    'quorum-of': ({ number }, next) => next() ?? share('quorum', number),
  },
}));
