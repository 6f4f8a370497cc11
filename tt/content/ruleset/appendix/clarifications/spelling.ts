import { rule } from 'gitnomic/rules';
import { correctSpelling } from '#core/mending.ts';

export default rule((g) => ({ actions: { 'correct-spelling': correctSpelling(g) } }));
