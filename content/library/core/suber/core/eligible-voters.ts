import { derive, list, rule, text } from 'gitnomic/rules';
import { decisionOn } from '#core/decisions.ts';

export default rule((g) => {
  const { players, view, whyNotPlayer } = g;
  return {
    views: {
      unheard: derive({
        of: 'matter',
        returns: list(text()),
        about: 'Whose votes are still missing',
        value: (matter) => {
          const votes = view('votes-on', matter) as Readonly<Record<string, string>>;
          // Where some other way decides it, whoever has taken part in that is heard too.
          const heard = decisionOn(g, matter)?.heard ?? [];
          return players
            .filter(({ id }) => votes[id] === undefined && !heard.includes(id))
            .map(({ label }) => label);
        },
      }),
    },
    hooks: {
      'may-vote'({ voter, refuse }) {
        const why = whyNotPlayer(voter);
        if (why !== null) refuse(why);
      },
      tally: ({ matter }, next) =>
        matter.kind === 'proposal' ? { ...next(), unheard: view('unheard', matter) } : next(),
    },
  };
});
