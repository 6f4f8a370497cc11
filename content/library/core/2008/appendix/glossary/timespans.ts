import { rule } from 'gitnomic/rules';
import { refuseFor } from '#core/reasons.ts';
import { whyTooSoon } from '#core/repeating.ts';

export default rule(({ value, people }) => {
  const numbers = {
    dailyHours: value('daily-hours'),
    weeklyHours: value('weekly-hours'),
  };

  return {
    hooks: {
      'may-repeat'({ frequency, last, lastByAnybody, who, now, refuse }) {
        const gaps = { dailyHours: numbers.dailyHours, weeklyHours: numbers.weeklyHours };
        refuseFor(
          refuse,
          whyTooSoon({ now, frequency, last, lastByAnybody, who: people.get(who.id)?.label ?? who.id }, gaps),
        );
      },
    },
  };
});
