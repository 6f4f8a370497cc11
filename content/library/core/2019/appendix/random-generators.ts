import { rule } from 'gitnomic/rules';
import { rollAction } from '#core/rolling.ts';

export interface Asks {
  /** Why a die can't be rolled, if it can't. */
  'why-no-die'(words: { sides: number | bigint }): string | null | undefined;
}

export default rule((g) => ({
  actions: {
    // Dice by themselves do nothing: they may be rolled even where actions are not taken.
    roll: {
      ...rollAction({ FRUIT: g.list('fruits'), COLOUR: g.list('colours'), COLOR: g.list('colours') }, false),
      marks: { request: true },
    },
  },
  hooks: { 'why-no-die': (_, next) => next() ?? null },
}));
