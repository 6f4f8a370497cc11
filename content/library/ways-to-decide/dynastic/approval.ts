import { rule } from 'gitnomic/rules';
import { countMost } from './helpers/count-most.ts';

export default rule(() => ({
  hooks: {
    'ways-to-decide': (_, next) => ({ ...next(), approval: null }),
    'count-answers'({ question, answers }, next) {
      if (question.way !== 'approval') return next();
      const votes = new Map<string, number>();
      for (const { answer } of answers)
        for (const name of answer) votes.set(name, (votes.get(name) ?? 0) + 1);
      return countMost(votes, question.options, 'approvals');
    },
  },
}));
