import { data, derive, list, rule, text } from 'gitnomic/rules';
import type { Matter } from 'gitnomic/rules';
import { votesIn } from '#core/icons.ts';
import { refuseFor } from '#core/reasons.ts';
import { rehearsedWith } from '#core/rehearsal.ts';
import type { Votes } from '#core/votes.ts';

export default rule((g) => {
  const icons = g.table('voting-icons', {
    vote: text({ filled: true }),
    tokens: list(text()),
    review: text(),
    reaction: text(),
  });

  const votesOn = (matter: Matter): Votes =>
    Object.fromEntries(Object.entries(matter.lastVotes).filter(([id]) => g.players.get(id) !== null));

  return {
    views: {
      rehearsal: rehearsedWith(icons, true),
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
        const votes = Object.values(votesOn(matter));
        const count = (wanted: string): number => votes.filter((vote) => vote === wanted).length;
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
