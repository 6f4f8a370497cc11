import { integer, rule } from 'gitnomic/rules';
import { countMost } from './helpers/count-most.ts';

export default rule(({ value }) => ({
  player: { weight: integer({ start: value('start') }) },

  hooks: {
    'ways-to-decide': (_, next) => ({ ...next(), weights: null }),
    'why-no-answer': ({ question, answer }, next) =>
      question.way === 'weights' && answer.length > 1 ? 'weights: one option' : next(),

    'count-answers'({ question, answers }, next) {
      if (question.way !== 'weights') return next();
      const votes = new Map<string, number>();
      for (const { by, answer } of answers)
        for (const name of answer) votes.set(name, (votes.get(name) ?? 0) + by.weight);
      const { outcome, told } = countMost(votes, question.options, 'weight');
      return {
        outcome,
        told: [
          ...answers.map(({ by, answer }) => `${by.label}: ${answer.join()} with ${by.weight}.`),
          ...told,
        ],
      };
    },
  },
}));
