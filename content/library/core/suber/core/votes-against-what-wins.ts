import { rule } from 'gitnomic/rules';

export default rule(({ value, view, players }) => {
  const points = value('points');

  return {
    on: {
      enacted({ matter }) {
        if (matter.kind !== 'proposal' || view('required', matter) >= players.size) return;
        const votes = view('votes-on', matter) as Readonly<Record<string, string>>;
        for (const voter of players) if (votes[voter.id] === 'AGAINST') voter.points += points;
      },
    },
  };
});
