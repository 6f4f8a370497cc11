import { isReplaced, rule } from 'gitnomic/rules';

export default rule(({ value }) => ({
  on: {
    failed(event) {
      const { kind, author } = event.matter;
      if (kind === 'proposal' && !isReplaced(event, 'failed', author)) author.points -= value('points');
    },
  },
}));
