import { data, derive, list, rule, text } from 'gitnomic/rules';
import type { Matter } from 'gitnomic/rules';
import { votesIn, votesOf } from '#core/icons.ts';
import { refuseFor } from '#core/reasons.ts';
import { sayInFavour } from '#core/rehearsal.ts';
import { COUNTS } from '#core/votes.ts';
import type { Votes } from '#core/votes.ts';

export default rule((g) => {
  const icons = g.table('voting-icons', {
    vote: text({ filled: true }),
    tokens: list(text()),
    review: text(),
    reaction: text(),
  });

  const say = sayInFavour(icons);
  const votes = icons.map(({ vote }) => vote);
  const votesOn = (matter: Matter): Votes =>
    Object.fromEntries(Object.entries(matter.lastVotes).filter(([id]) => g.players.get(id) !== null));

  return {
    votes: votesOf(icons),
    counts: { ...COUNTS, abstain: { title: 'abstaining', vote: 'ABSTAIN' } },
    views: {
      // As the group's text judges what has passed, a rehearsal lets an Admin resolve it.
      rehearsal: derive({
        of: 'game',
        returns: data(),
        value: () => ['proposal', 'cfj'].map((kind) => ({ kind, say, votes, byHand: true })),
      }),
      'votes-on': derive({ of: 'matter', returns: data(), about: 'Who votes what', value: votesOn }),
    },
    hooks: {
      'votes-in': (signal) => votesIn(signal, icons),
      'may-vote'({ voter, matter, refuse }) {
        refuseFor(refuse, [
          g.whyNotPlayer(voter),
          !matter.pending && `${matter.title} is resolved: it is ${matter.status}`,
        ]);
      },
      tally({ matter }, next) {
        const cast = Object.values(votesOn(matter));
        const count = (wanted: string): number => cast.filter((vote) => vote === wanted).length;
        return {
          ...next(),
          for: count('FOR'),
          against: count('AGAINST'),
          valid: count('FOR') + count('AGAINST'),
          abstain: count('ABSTAIN'),
        };
      },
    },
  };
});
