import { rule } from 'gitnomic/rules';

export default rule(({ value }) => ({
  hooks: {
    amount({ amount, refuse }, next) {
      if (!(amount > 0)) refuse(`only positive amounts are spent, lost, gained or transferred, and this is ${amount}`);
      return next();
    },

    'below-minimum'({ variable, value: wanted, minimum, refuse }) {
      const low = minimum === 0 ? 'below zero' : `below ${minimum}`;
      return refuse(`${variable.replaceAll('-', ' ')} would be ${wanted}, ${low}`);
    },

    'why-no-die'({ sides }, next) {
      return sides > value('largest-die') ? `no die of ${sides} sides is rolled: a million is the most, or what stands in its place (${value('largest-die')})` : next();
    },
  },
}));
