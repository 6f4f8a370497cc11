import { derive, integer, rule } from 'gitnomic/rules';

declare module 'gitnomic/rules' {
  interface Hooks {
    'quorum-of': { words: { readonly number: number }; returns: number };
  }
}

export default rule(({ players, hook, share }) => ({
  views: {
    quorum: derive({
      of: 'text',
      returns: integer(),
      about: 'Of all players',
      value: () => hook('quorum-of', { number: players.size }),
    }),
  },
  hooks: { 'quorum-of': ({ number }, next) => next() ?? share('quorum', number) },
}));
