import { derive, integer, rule } from 'gitnomic/rules';
import { quorumOf } from '#core/quorum.ts';

declare module 'gitnomic/rules' {
  interface Hooks {
    'quorum-of': { words: { readonly number: number }; returns: number };
  }
}

export default rule(({ players, hook }) => ({
  views: {
    quorum: derive({
      of: 'text',
      returns: integer(),
      about: 'Of all players',
      value: () => hook('quorum-of', { number: players.size }),
    }),
  },
  hooks: { 'quorum-of': ({ number }) => quorumOf(number) },
}));
