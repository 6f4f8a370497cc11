import { rule } from 'gitnomic/rules';

export default rule(({ value }) => ({
  hooks: {
    hiatus({ players }, next) {
      const others = next() ?? [];
      return players.size < value('players') ? [...others, 'dormancy'] : others;
    },
  },
}));
