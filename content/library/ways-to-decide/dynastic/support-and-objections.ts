import { rule } from 'gitnomic/rules';

export default rule(({ value }) => ({
  hooks: {
    'ways-to-decide': (_, next) => ({ ...next(), support: ['support', 'object'] }),
    'why-no-answer': ({ question, answer }, next) =>
      question.way === 'support' && answer.length > 1 ? 'support: one or the other' : next(),

    'count-answers'({ question, answers }, next) {
      if (question.way !== 'support') return next();
      const others = answers.filter(({ by }) => !by.is(question.asker));
      const supporting = others.filter(({ answer }) => answer[0] === 'support').map(({ by }) => by.label);
      const objecting = answers.filter(({ answer }) => answer[0] === 'object').map(({ by }) => by.label);
      const carried = supporting.length >= value('support') && objecting.length < value('objections');
      return {
        outcome: carried ? ['carried'] : [],
        told: [
          `${supporting.length} of ${value('support')} that it takes support it (${supporting.join(', ') || 'nobody'}).`,
          `${objecting.length} object (${objecting.join(', ') || 'nobody'}), and ${value('objections')} would stop it.`,
          carried ? 'It is carried.' : 'It is not carried.',
        ],
      };
    },
  },
}));
