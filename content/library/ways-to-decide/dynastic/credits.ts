import { integer, rule } from 'gitnomic/rules';
import { countMost } from './helpers/count-most.ts';

/** How often each option is named. */
function timesIn(answer: readonly string[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const name of answer) times.set(name, (times.get(name) ?? 0) + 1);
  return times;
}

const costOf = (answer: readonly string[]): number =>
  [...timesIn(answer).values()].reduce((sum, times) => sum + times * times, 0);

export default rule(({ value, players }) => ({
  player: { credits: integer({ start: value('start') }) },

  hooks: {
    'ways-to-decide': (_, next) => ({ ...next(), credits: null }),

    'why-no-answer'({ question, by, answer }, next) {
      if (question.way !== 'credits') return next();
      const has = by.credits + costOf(question.answers[by.id] ?? []);
      return costOf(answer) > has ? `this costs ${costOf(answer)} credits, and ${by.label} has ${has}` : null;
    },

    'count-answers'({ question, answers }, next) {
      if (question.way !== 'credits') return next();
      const told = answers.map(
        ({ by, answer }) =>
          `${by.label}: ${[...timesIn(answer)].map(([name, times]) => `${name} ${times}`).join(', ')} for ${costOf(answer)}.`,
      );
      const counted = countMost(timesIn(answers.flatMap(({ answer }) => answer)), question.options, 'votes');
      return { outcome: counted.outcome, told: [...told, ...counted.told] };
    },
  },

  on: {
    answered({ question, by, before, after }) {
      if (question.way === 'credits') by.credits += costOf(before) - costOf(after);
    },
    // Or in the end nobody could decide anything any more.
    decided({ question: { way, about } }) {
      if (way === 'credits' && about !== '') for (const one of players) one.credits += value('back');
    },
  },
}));
