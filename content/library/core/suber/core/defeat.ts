import { rule } from 'gitnomic/rules';

export default rule(({ value }) => ({
  on: {
    failed({ matter }) {
      if (matter.kind === 'proposal') matter.author.points -= value('points');
    },
  },
}));
