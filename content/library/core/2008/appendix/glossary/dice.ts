import { rule } from 'gitnomic/rules';
import { rollAction } from '#core/rolling.ts';

export default rule(() => ({
  actions: { roll: rollAction({}, false) },
  hooks: { 'why-no-die': (_, next) => next() ?? null },
}));
