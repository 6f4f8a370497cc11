import { integer, rule } from 'gitnomic/rules';
import { influence } from './helpers/lords.ts';

export default rule((g) => ({
  player: {
    puissance: integer({ start: g.value('puissance'), title: 'Puissance' }),
    influence: integer({ start: g.value('influence'), title: 'Influence' }),
    bloodManaCrystals: integer({ start: g.value('crystals'), title: 'Blood Mana Crystals' }),
  },

  ...influence(g),
}));
