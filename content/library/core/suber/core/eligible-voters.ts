import { derive, list, rule, text } from 'gitnomic/rules';

export default rule(({ players, view, whyNotPlayer }) => ({
  views: {
    unheard: derive({
      of: 'matter',
      returns: list(text()),
      about: 'Whose votes are still missing',
      value: (matter) => {
        const votes = view('votes-on', matter) as Readonly<Record<string, string>>;
        return players.filter(({ id }) => votes[id] === undefined).map(({ label }) => label);
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
}));
