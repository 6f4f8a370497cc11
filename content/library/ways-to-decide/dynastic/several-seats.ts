import { rule } from 'gitnomic/rules';
import { countRanked } from './helpers/count-ranked.ts';

export default rule(() => ({
  hooks: {
    'ways-to-decide': (_, next) => ({ ...next(), 'several seats': null }),
    'count-answers'({ question, answers }, next) {
      if (question.way !== 'several seats') return next();
      return countRanked(
        answers.map(({ answer }) => answer),
        question.options,
        question.seats,
      );
    },
  },
}));
