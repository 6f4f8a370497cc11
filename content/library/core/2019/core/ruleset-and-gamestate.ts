import { rule } from 'gitnomic/rules';
import { correctSpelling, repairRuleset } from '#core/mending.ts';

export default rule((g) => ({
  actions: { 'repair-ruleset': repairRuleset(g), 'correct-spelling': correctSpelling(g) },
}));
