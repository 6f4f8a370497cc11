import { rule } from 'gitnomic/rules';
import { DEFERENTIAL, majority } from '#core/deferring.ts';
import type { Votes } from '#core/votes.ts';

export default rule((g) => ({
  views: {
    // Others who deferred stay as they were: their votes are not valid here.
    'votes-on'(matter, next) {
      const votes = next() as Votes;
      const emperor = g.maybe(() => g.dynasty.emperor, null);
      if (matter.kind !== 'proposal' || emperor === null || votes[emperor.id] !== DEFERENTIAL) return votes;
      return { ...votes, [emperor.id]: majority(votes) };
    },
  },
}));
