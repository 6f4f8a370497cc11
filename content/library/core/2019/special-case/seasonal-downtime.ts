import { rule } from 'gitnomic/rules';
import { isDayOfYear } from '#core/calendar.ts';
import { isAmong } from '#core/roster.ts';

export default rule((g) => {
  const { value, words, list, ruleset } = g;
  // Read at once: a text without these is not let in, since everything here hangs on them.
  const days = { month: words('month'), from: value('first-day'), to: value('last-day') };
  const working = list('working-rules');
  const isDowntime = (): boolean => isDayOfYear(g.now, days);

  function refuseInDowntime(what: string): void {
    if (isDowntime())
      g.refuse(
        `${what} while the game is in hiatus for the season: only the actions that the rule on the downtime names are open`,
      );
  }

  return {
    hooks: {
      hiatus: (_, next) => [...(next() ?? []), ...(isDowntime() ? ['seasonal-downtime'] : [])],

      'may-act'({ action, rule }) {
        // To ask for something is no action yet: it is a comment.
        const isFree = action.marks?.['request'] === true || isAmong(rule, working, ruleset.rules);
        if (!isFree) refuseInDowntime(`no action of ${rule.title} may be taken`);
      },
      'may-submit'({ rule }) {
        refuseInDowntime(`no submission of ${rule.title} is taken`);
      },
      'may-post'({ kind }) {
        if (kind === 'proposal' || kind === 'dov')
          refuseInDowntime('neither Proposals nor Declarations of Victory are made');
      },
      'may-resolve'({ matter }) {
        if (matter.kind !== 'cfj')
          refuseInDowntime('neither Proposals nor Declarations of Victory are resolved');
      },
    },
  };
});
