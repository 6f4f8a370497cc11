import { rule } from 'gitnomic/rules';
import { rollAction } from '#core/rolling.ts';

export default rule((g) => ({
  actions: { roll: rollAction({ FRUIT: g.list('fruits'), COLOUR: g.list('colours'), COLOR: g.list('colours') }, false) },
  hooks: { 'why-no-die': (_, next) => next() ?? null },
}));
