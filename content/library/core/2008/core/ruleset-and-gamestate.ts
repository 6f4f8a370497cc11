import { action, rule, text } from 'gitnomic/rules';
import { refuseFor } from '#core/reasons.ts';
import { whyNoSlip } from '#core/slips.ts';

export default rule(({ ruleset }) => ({
  actions: {
    'correct-spelling': action({
      title: 'Correct an obvious slip',
      sentence: 'corrected an obvious slip[ in {rule}]',
      about: 'In the Ruleset; a Proposal keeps its own words.',
      by: 'admin',
      with: { rule: text({ filled: true, from: 'rules' }), replace: text({ filled: true }), with: text() },
      check({ rule: title, replace, with: words, refuse }) {
        const found = ruleset.find(title);
        refuseFor(refuse, [
          found === null && `there is no rule ${title}`,
          found !== null && !found.text.includes(replace) && `“${replace}” does not stand there`,
          whyNoSlip(replace, words),
        ]);
      },
      effect({ rule: title, replace, with: words, result }) {
        const found = ruleset.find(title);
        if (found !== null) ruleset.amend({ type: 'edit-rule', path: found.path, replace, with: words });
        result({ before: replace, after: words });
      },
    }),
  },
}));
