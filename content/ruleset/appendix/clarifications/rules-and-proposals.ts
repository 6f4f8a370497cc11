import { action, rule, text } from 'gitnomic/rules';
import { refuseFor } from '#core/reasons.ts';

export default rule(({ ruleset }) => ({
  actions: {
    'delete-empty-rule': action({
      title: 'Delete an empty rule',
      sentence: 'deleted the empty rule {rule}',
      with: { rule: text({ filled: true, from: 'dynastic-rules' }) },
      check({ rule: title, refuse }) {
        const found = ruleset.find(title);
        if (found === null) refuse('rule', `there is no rule ${title}`);
        else
          refuseFor(refuse, [
            found.section !== 'dynastic' && `${found.title} is no dynastic rule`,
            (found.text.trim() !== '' || found.children.length > 0) && `${found.title} is not empty`,
          ]);
      },
      effect({ rule: title }) {
        const found = ruleset.find(title);
        if (found !== null) ruleset.amend({ type: 'repeal-rule', path: found.path });
      },
    }),
  },
}));
