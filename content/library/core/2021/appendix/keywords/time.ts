import { rule } from 'gitnomic/rules';
import { refuseFor } from '#core/reasons.ts';
import { repeating } from '#core/repeating.ts';

export default rule((g) => {
  const whyNotAgain = repeating(g);

  return {
    hooks: {
      'may-repeat'({ frequency, last, lastByAnybody, who, now, refuse }) {
        const name = g.people.get(who.id)?.label ?? who.id;
        refuseFor(refuse, whyNotAgain({ now, frequency, last, lastByAnybody, who: name }));
      },
    },
  };
});
