import { boolean, derive, rule } from 'gitnomic/rules';
import type { Matter } from 'gitnomic/rules';
import { AGAINST } from '#core/votes.ts';

export default rule((g) => {
  const veto = g.words('veto-vote');
  const isPlayer = (id: string): boolean => g.players.get(id) !== null;

  function isKilled(matter: Matter): boolean {
    if (matter.kind !== 'proposal') return false;
    const { author } = matter;
    return matter.selfKilled || (matter.lastVotes[author.id] === AGAINST && isPlayer(author.id));
  }

  function isVetoed(matter: Matter): boolean {
    if (matter.kind !== 'proposal') return false;
    const emperor = g.maybe(() => g.dynasty.emperor, null);
    return (
      matter.onceVetoed || (emperor !== null && matter.lastVotes[emperor.id] === veto && isPlayer(emperor.id))
    );
  }

  function remember(matter: Matter): void {
    if (!matter.selfKilled && isKilled(matter)) matter.selfKilled = true;
    if (!matter.onceVetoed && isVetoed(matter)) matter.onceVetoed = true;
  }

  return {
    // What was done by a vote stays done, whatever becomes of the vote.
    post: { selfKilled: boolean(), onceVetoed: boolean() },
    states: {
      vetoed: { means: 'failed', first: true },
      killed: { title: 'withdrawn', means: 'taken-back', first: true },
    },

    views: {
      killed: derive({ of: 'matter', returns: boolean(), value: isKilled }),
      vetoed: derive({ of: 'matter', returns: boolean(), value: isVetoed }),
    },

    hooks: {
      'why-no-icon'({ voter, matter, vote, dynasty, ruleset }, next) {
        if (vote !== veto) return next();
        if (matter.kind !== 'proposal') return `${veto} is for a Proposal and for nothing else`;
        return voter.is(dynasty.emperor) ? null : `only ${ruleset.theEmperor} may use ${veto}`;
      },

      tally: ({ matter, view }, next) => ({
        ...next(),
        killed: view('killed', matter),
        vetoed: view('vetoed', matter),
      }),
    },

    on: {
      voted: ({ matter }) => remember(matter),
      'vote-withdrawn': ({ matter }) => remember(matter),
      // An icon used while idle counts from the return, and does for good what it does.
      returned: ({ matters }) => matters.pending('proposal').forEach(remember),
    },
  };
});
