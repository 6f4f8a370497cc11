import { integer, rule } from 'gitnomic/rules';

export default rule(({ value }) => ({
  game: { nextNumber: integer({ start: value('first') }) },
  post: { number: integer({ title: 'its number' }) },

  hooks: {
    'rule-facts': ({ matter }, next) => ({
      ...next(),
      number: String(matter.number),
      order: matter.number,
    }),
  },

  on: {
    posted({ post: entry, game }) {
      if (entry.kind !== 'proposal') return;
      entry.number = game.nextNumber;
      game.nextNumber += 1;
    },
  },
}));
