import { rule } from 'gitnomic/rules';
import { rollAction } from '#core/rolling.ts';

export interface Asks {
  /** Why no die with so many sides is rolled, or null. */
  'why-no-die'(words: { sides: number | bigint }): string | null;
}

export default rule(() => ({
  actions: { roll: rollAction({}, true) },
  hooks: { 'why-no-die': (_, next) => next() ?? null },
}));
