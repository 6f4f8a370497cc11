import { rule } from 'gitnomic/rules';
import { refuseFor } from '#core/reasons.ts';
import { whyTooSoon } from '#core/repeating.ts';

export default rule(({ value, people }) => {
  const gaps = { dailyHours: value('daily-gap'), weeklyHours: value('weekly-gap') };

  return {
    hooks: {
      'may-repeat'({ frequency, last, lastByAnybody, who, now, refuse }) {
        const name = people.get(who.id)?.label ?? who.id;
        refuseFor(refuse, whyTooSoon({ now, frequency, last, lastByAnybody, who: name }, gaps));
      },
    },
  };
});
