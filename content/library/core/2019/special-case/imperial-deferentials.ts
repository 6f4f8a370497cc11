import { rule } from 'gitnomic/rules';
import { DEFERENTIAL, followEmperor, majority } from '#core/deferring.ts';
import type { Votes } from '#core/votes.ts';

export default rule((g) => ({
  views: {
    // Being valid, it is what others who deferred follow.
    'votes-on'(matter, next) {
      const votes = next() as Votes;
      const emperor = g.maybe(() => g.dynasty.emperor, null);
      if (matter.kind !== 'proposal' || emperor === null || votes[emperor.id] !== DEFERENTIAL) return votes;
      return followEmperor({ ...votes, [emperor.id]: majority(votes) }, emperor.id);
    },
  },
}));
