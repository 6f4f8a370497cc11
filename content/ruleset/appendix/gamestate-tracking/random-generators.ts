import { rule } from 'gitnomic/rules';
import { cards, splitList } from '#core/dice.ts';
import { rollAction } from '#core/rolling.ts';

export interface Asks {
  /** Why a die can't be rolled, if it can't. */
  'why-no-die'(words: { sides: number | bigint }): string | null | undefined;
}

export default rule(({ words }) => {
  const colours = splitList(words('colours'));
  const lists = {
    FRUIT: splitList(words('fruits')),
    COLOUR: colours,
    COLOR: colours,
    CARD: cards(splitList(words('suits')), splitList(words('card-values'))),
  };

  return {
    actions: { roll: rollAction(lists, true) },
    hooks: { 'why-no-die': (_, next) => next() },
  };
});
