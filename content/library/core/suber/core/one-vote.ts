import { data, derive, list, rule, text } from 'gitnomic/rules';
import { votesIn, votesOf } from '#core/icons.ts';
import { sayInFavour } from '#core/rehearsal.ts';
import { COUNTS } from '#core/votes.ts';

export default rule(({ table, view }) => {
  const icons = table('voting-icons', {
    vote: text({ filled: true }),
    tokens: list(text()),
    review: text(),
    reaction: text(),
  });
  const say = sayInFavour(icons);

  return {
    votes: votesOf(icons),
    counts: COUNTS,
    views: {
      rehearsal: derive({
        of: 'game',
        returns: data(),
        value: () => [{ kind: 'proposal', say, votes: icons.map(({ vote }) => vote) }],
      }),
    },
    hooks: {
      'votes-in': (signal) => votesIn(signal, icons),
      'may-vote'({ matter, refuse }) {
        if (!matter.pending) refuse(`${matter.title} is resolved: it is ${matter.status}`);
      },
      tally({ matter }, next) {
        const votes = Object.values(view('votes-on', matter) as Readonly<Record<string, string>>);
        const count = (wanted: string): number => votes.filter((vote) => vote === wanted).length;
        return { ...next(), for: count('FOR'), against: count('AGAINST'), valid: votes.length };
      },
    },
  };
});
