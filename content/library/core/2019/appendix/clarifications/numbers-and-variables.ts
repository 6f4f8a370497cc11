import { rule } from 'gitnomic/rules';

export default rule(({ value }) => ({
  hooks: {
    amount({ amount, refuse }, next) {
      if (!(amount > 0))
        refuse(`only positive amounts are spent, lost, gained or transferred, and this is ${amount}`);
      return next();
    },

    'below-minimum'({ variable, value: wanted, minimum, refuse }) {
      const low = minimum === 0 ? 'below zero' : `below ${minimum}`;
      return refuse(`${variable.replaceAll('-', ' ')} would be ${wanted}, ${low}`);
    },

    'why-no-die'({ sides }, next) {
      const digits = value('too-many-digits');
      return sides >= 10n ** BigInt(digits - 1)
        ? `a die whose number of sides has ${digits} digits or more can't be rolled`
        : next();
    },
  },
}));
