import { action, rule, text } from 'gitnomic/rules';

export default rule(({ ruleset }) => ({
  actions: {
    'repair-ruleset': action({
      title: 'Put the published ruleset right',
      about: 'Writes a rule out anew as everything that was legally changed has made it.',
      with: { rule: text({ filled: true }), reason: text({ filled: true }) },
      check({ rule: title, refuse }) {
        if (ruleset.find(title) === null) refuse('rule', `there is no rule ${title}`);
      },
      // The text in force is what the ledger says already: whoever publishes it writes exactly that.
      effect({ rule: title, result }) {
        result({ rule: ruleset.find(title)?.path ?? null });
      },
    }),
  },
}));
