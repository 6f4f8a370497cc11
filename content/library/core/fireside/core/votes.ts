import { data, derive, list, rule, text } from 'gitnomic/rules';
import type { Matter } from 'gitnomic/rules';
import { votesIn, votesOf } from '#core/icons.ts';
import { refuseFor } from '#core/reasons.ts';
import { sayInFavour } from '#core/rehearsal.ts';
import { count, COUNTS, electorate, votesCast } from '#core/votes.ts';
import type { Votes } from '#core/votes.ts';

export default rule((g) => {
  const icons = g.table('voting-icons', {
    vote: text({ filled: true }),
    tokens: list(text()),
    review: text(),
    reaction: text(),
  });
  const say = sayInFavour(icons);
  const votesOn = (matter: Matter): Votes =>
    votesCast(matter.lastVotes, { voters: electorate(g.players.all()), implicit: matter.author.id });

  return {
    votes: votesOf(icons),
    counts: COUNTS,

    views: {
      rehearsal: derive({
        of: 'game',
        returns: data(),
        value: () => [{ kind: 'proposal', say, votes: icons.map(({ vote }) => vote) }],
      }),
      'votes-on': derive({ of: 'matter', returns: data(), about: 'Who votes what', value: votesOn }),
    },

    hooks: {
      'votes-in': (signal) => votesIn(signal, icons),
      'may-vote'({ voter, matter, refuse }) {
        refuseFor(refuse, [
          g.whyNotPlayer(voter),
          !matter.pending && `${matter.title} is over: it is ${matter.status}`,
        ]);
      },
      tally: ({ matter }, next) => ({ ...next(), ...count(votesOn(matter)) }),
    },
  };
});
