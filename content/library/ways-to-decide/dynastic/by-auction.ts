import { rule } from 'gitnomic/rules';
import type { Person, Things } from 'gitnomic/rules';
import { highestBid } from './helpers/highest-bid.ts';

type Answers = readonly { readonly by: Person; readonly answer: readonly string[] }[];

export default rule((g) => {
  const settle = (answers: Answers) =>
    highestBid(
      answers.map(({ by, answer }) => ({ by, amount: answer.length })),
      ({ by, amount }) => by.coins >= amount,
    );
  const answersTo = ({ answers }: Things['questions']): Answers =>
    g.players.all().flatMap((by) => {
      const answer = answers[by.id];
      return answer === undefined ? [] : [{ by, answer }];
    });

  return {
    hooks: {
      'ways-to-decide': (_, next) => ({ ...next(), auction: null }),

      'why-no-answer'({ question, by, answer }, next) {
        if (question.way !== 'auction') return next();
        if (new Set(answer).size > 1) return 'auction: one option, once for each coin';
        return answer.length > by.coins ? `${by.label} has ${by.coins} coins` : null;
      },

      'count-answers'({ question, answers }, next) {
        if (question.way !== 'auction') return next();
        const { best, verdict } = settle(answers);
        const [wanted = ''] = answers.find(({ by }) => best?.by.is(by))?.answer ?? [];
        const told = answers.map(
          ({ by, answer }) => `${by.label} bids ${answer.length} for ${answer[0] ?? ''}.`,
        );
        return best === undefined
          ? { outcome: [], told: [...told, verdict, 'Nothing is decided.'] }
          : { outcome: [wanted], told: [...told, verdict, `${wanted} wins.`] };
      },
    },

    on: {
      decided({ question }) {
        if (question.way !== 'auction') return;
        const { best } = settle(answersTo(question));
        if (best !== undefined && !best.by.is(question.asker))
          best.by.transfer('coins', best.amount, question.asker);
      },
    },
  };
});
