import { rule } from 'gitnomic/rules';
import type { Matter } from 'gitnomic/rules';

export default rule((g) => {
  /** The rule that a change of a matter touches, by its title or its number or by its file. */
  function powerOf(change: Matter['changes'][number]): number {
    const named = change.verb === 'file' ? change.path : 'rule' in change ? change.rule : '';
    const path = named.replace(/^content\/ruleset\//, '').replace(/\.(?:md|ts)$/, '');
    const touched = g.ruleset.rules.find((one) => one.path === path) ?? g.ruleset.find(named);
    const power = touched?.facts['power'];
    return typeof power === 'number' ? power : 1;
  }

  return {
    hooks: {
      'ways-to-decide': (_, next) => ({ ...next(), power: ['reject', 'adopt'] }),
      'why-no-answer': ({ question, answer }, next) =>
        question.way === 'power' && answer.length > 1 ? 'power: one or the other' : next(),

      'count-answers'({ question, answers }, next) {
        if (question.way !== 'power') return next();
        const count = (wanted: string): number => answers.filter(({ answer }) => answer[0] === wanted).length;
        const [adopting, rejecting] = [count('adopt'), count('reject')];
        const power = Math.max(1, ...(g.matters.get(question.about)?.changes ?? []).map(powerOf));
        const enough = adopting > rejecting && adopting >= power * rejecting;
        return {
          outcome: enough ? ['adopt'] : ['reject'],
          told: [
            `${adopting} adopt and ${rejecting} reject it.`,
            `The greatest power of what it changes is ${power}, so that it takes more than ${rejecting}, and at least ${power * rejecting}, to adopt it.`,
            enough ? 'It is adopted.' : 'It is not adopted.',
          ],
        };
      },
    },
  };
});
