import { action, optional, post, rule, text } from 'gitnomic/rules';
import { refuseFor } from '#core/reasons.ts';
import { whyNoSlip } from '#core/slips.ts';

export default rule(({ ruleset }) => ({
  actions: {
    'correct-spelling': action({
      title: 'Correct an obvious slip',
      about: "In the Ruleset, or in a pending Proposal of one's own.",
      with: {
        rule: optional(text()),
        matter: optional(post()),
        replace: text({ filled: true }),
        with: text(),
      },
      check({ actor, rule: title, matter, replace, with: words, refuse }) {
        const found = title === null ? null : ruleset.find(title);
        const text = found?.text ?? matter?.text ?? '';
        refuseFor(refuse, [
          title === null && matter === null && 'name the rule or the Proposal to correct',
          title !== null && found === null && `there is no rule ${title}`,
          matter !== null &&
            (!matter.author.is(actor) || matter.kind !== 'proposal' || !matter.pending) &&
            "besides the Ruleset one corrects pending Proposals of one's own only",
          text !== '' && !text.includes(replace) && `“${replace}” does not stand there`,
          whyNoSlip(replace, words),
        ]);
      },
      effect({ rule: title, matter, replace, with: words, result }) {
        const found = title === null ? null : ruleset.find(title);
        if (found !== null) ruleset.amend({ type: 'edit-rule', path: found.path, replace, with: words });
        else matter?.change({ text: matter.text.replace(replace, words) });
        result({ before: replace, after: words });
      },
    }),
  },
}));
