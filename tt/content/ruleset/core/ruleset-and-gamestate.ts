import { rule } from 'gitnomic/rules';
import { repairRuleset } from '#core/mending.ts';

export default rule((g) => ({ actions: { 'repair-ruleset': repairRuleset(g) } }));
