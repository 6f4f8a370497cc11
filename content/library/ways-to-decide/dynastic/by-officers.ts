import { rule } from 'gitnomic/rules';
import type { Person } from 'gitnomic/rules';
import { countMost } from './helpers/count-most.ts';

export default rule((g) => {
  const holders = (): readonly Person[] =>
    g.offices.map(({ holder }) => holder).filter((one) => one !== null && g.players.has(one)) as Person[];
  const officers = (): readonly Person[] => (holders().length === 0 ? g.players.all() : holders());
  const officesOf = (by: Person): string =>
    g.offices
      .filter(({ holder }) => by.is(holder))
      .map(({ label }) => label)
      .join(' and ');

  return {
    hooks: {
      'ways-to-decide': (_, next) => ({ ...next(), officers: null }),

      'why-no-answer'({ question, by, answer }, next) {
        if (question.way !== 'officers') return next();
        if (!officers().some((one) => one.is(by))) return `officers: ${by.label} holds no office`;
        return answer.length > 1 ? 'officers: one option' : null;
      },

      // Nobody else is waited for.
      'took-part'({ question }, next) {
        const heard = next() ?? [];
        if (question.way !== 'officers') return heard;
        const others = g.players.filter((one) => !officers().some((officer) => officer.is(one)));
        return [...heard, ...others.map(({ id }) => id)];
      },

      'count-answers'({ question, answers }, next) {
        if (question.way !== 'officers') return next();
        const counted = answers.filter(({ by }) => officers().some((one) => one.is(by)));
        const votes = new Map<string, number>();
        for (const { answer } of counted) votes.set(answer[0] ?? '', (votes.get(answer[0] ?? '') ?? 0) + 1);
        const { outcome, told } = countMost(votes, question.options, 'officers');
        const said = counted.map(
          ({ by, answer }) => `${by.label} (${officesOf(by) || 'no office'}): ${answer.join()}.`,
        );
        return { outcome, told: [...said, ...told] };
      },
    },
  };
});
