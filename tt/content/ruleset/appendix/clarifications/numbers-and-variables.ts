import { rule } from 'gitnomic/rules';
import { inWords } from '#core/number-words.ts';

export default rule(({ value }) => {
  const most = value('largest-die');

  return {
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

      'why-no-die': ({ sides }, next) =>
        sides > most ? `a die of ${sides} sides is too large: ${inWords(most)} is the most` : next(),
    },
  };
});
