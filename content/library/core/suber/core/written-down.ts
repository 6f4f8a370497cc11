import { data, derive, rule } from 'gitnomic/rules';
import { lastVotes } from '#core/votes.ts';

export default rule(() => ({
  views: {
    'votes-on': derive({
      of: 'matter',
      returns: data(),
      about: 'Who votes what, on the form that it has now',
      value: ({ uses, alteredAt }) =>
        lastVotes(uses.filter(({ at }) => alteredAt === null || at >= alteredAt)),
    }),
  },
}));
