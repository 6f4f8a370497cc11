import { rule } from 'gitnomic/rules';
import { isDayOfYear } from '#core/calendar.ts';
import { isAmong } from '#core/roster.ts';

export default rule((g) => {
  const { value, words, list, ruleset } = g;

  const days = { month: words('month'), from: value('first-day'), to: value('last-day') };
  const resting = list('resting-rules');
  const isDowntime = (): boolean => isDayOfYear(g.now, days);

  return {
    hooks: {
      hiatus(_, next) {
        const others = next() ?? [];
        return isDowntime() ? [...others, 'seasonal-downtime'] : others;
      },

      'may-act'({ action, rule, refuse }) {
        // To ask for something is no action yet: it is a comment.
        if (isDowntime() && action.marks?.['request'] !== true && isAmong(rule, resting, ruleset.rules))
          refuse(`${rule.title} rests in the downtime`);
      },
      'may-post'({ kind, refuse }) {
        if (kind === 'dov' && isDowntime()) refuse('no Declaration of Victory is made in the downtime');
      },
      'may-resolve'({ matter, refuse }) {
        if (matter.kind === 'dov' && isDowntime())
          refuse('no Declaration of Victory is resolved in the downtime');
      },
    },
  };
});
