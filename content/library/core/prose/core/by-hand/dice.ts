import { rule } from 'gitnomic/rules';
import { rollAction } from '#core/rolling.ts';

declare module 'gitnomic/rules' {
  interface Hooks {
    /** Why no die with so many sides is rolled, or null. */
    'why-no-die': { words: { readonly sides: number | bigint }; returns: string | null };
  }
}

export default rule(() => ({
  actions: { roll: rollAction({}, true) },
  hooks: { 'why-no-die': (_, next) => next() ?? null },
}));
