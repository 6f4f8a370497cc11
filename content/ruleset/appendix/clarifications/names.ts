import { rule } from 'gitnomic/rules';
import { subjectOf } from '#core/subject.ts';

const hasBrackets = (words: string): boolean => words.includes('[');

export default rule(({ words }) => {
  const unnamed = words('unnamed');

  return {
    hooks: {
      'unnamed-rule'({ matter }, next) {
        const name = subjectOf(matter.title);
        return matter.kind === 'proposal' && name !== '' ? name : (next() ?? unnamed);
      },

      // With its brackets left out a name may be that of several rules.
      'may-change'({ change, refuse }) {
        const leftOut = change.rule !== null && hasBrackets(change.rule.title) && !hasBrackets(change.words);
        if (change.ambiguous && leftOut) refuse(`to ${change.words} could be meant of several rules`);
      },
    },
  };
});
