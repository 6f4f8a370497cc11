import { rule } from 'gitnomic/rules';

export default rule(({ value }) => {
  const fewest = value('players');

  return {
    hooks: {
      hiatus({ players }, next) {
        const others = next() ?? [];
        return players.size < fewest ? [...others, 'dormancy'] : others;
      },

      figures: ({ players }, next) =>
        players.size < fewest ? [...next(), { title: 'Players needed', value: fewest }] : next(),
    },
  };
});
