import { rule } from 'gitnomic/rules';
import { subjectOf } from '#core/subject.ts';

export default rule(({ words }) => {
  const unnamed = words('unnamed');

  return {
    hooks: {
      'unnamed-rule'({ matter }, next) {
        const name = subjectOf(matter.title);
        return matter.kind === 'proposal' && name !== '' ? name : (next() ?? unnamed);
      },
    },
  };
});
