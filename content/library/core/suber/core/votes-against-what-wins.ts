import { isReplaced, rule } from 'gitnomic/rules';

export default rule(({ value, view, players }) => {
  const points = value('points');

  return {
    on: {
      enacted(event) {
        const { matter } = event;
        if (matter.kind !== 'proposal' || view('required', matter) >= players.size) return;
        const votes = view('votes-on', matter) as Readonly<Record<string, string>>;
        for (const voter of players)
          if (votes[voter.id] === 'AGAINST' && !isReplaced(event, 'enacted', voter)) voter.points += points;
      },
    },
  };
});
