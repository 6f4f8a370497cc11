import { rule } from 'gitnomic/rules';
import { isAmong } from '#core/roster.ts';

const MONTHS: readonly string[] = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

export default rule((g) => {
  const { value, words, list, ruleset } = g;

  function isDowntime(): boolean {
    const [, month = '', day = ''] = g.now.slice(0, 10).split('-');
    return (
      MONTHS[Number(month) - 1] === words('month') &&
      Number(day) >= value('first-day') &&
      Number(day) <= value('last-day')
    );
  }

  return {
    hooks: {
      hiatus(_, next) {
        const others = next() ?? [];
        return isDowntime() ? [...others, 'seasonal-downtime'] : others;
      },

      'may-act'({ action, rule, refuse }, next) {
        // To ask for something is no action yet: it is a comment.
        if (
          isDowntime() &&
          action.marks?.['request'] !== true &&
          isAmong(rule, list('resting-rules'), ruleset.rules)
        )
          refuse(`${rule.title} rests in the downtime`);
        next();
      },
      'may-post'({ kind, refuse }, next) {
        if (kind === 'dov' && isDowntime()) refuse('no Declaration of Victory is made in the downtime');
        next();
      },
      'may-resolve'({ matter, refuse }, next) {
        if (matter.kind === 'dov' && isDowntime())
          refuse('no Declaration of Victory is resolved in the downtime');
        next();
      },
    },
  };
});
