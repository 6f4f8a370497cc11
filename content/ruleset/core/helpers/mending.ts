import { action, optional, post, text } from 'gitnomic/rules';
import type { Game } from 'gitnomic/rules';
import { refuseFor } from '#core/reasons.ts';
import { whyNoSlip } from '#core/slips.ts';

/** Any player may put right what is published of the Ruleset, which says what the ledger says. */
export function repairRuleset({ ruleset }: Game) {
  return action({
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
  });
}

/** Any player may mend what is plainly misspelt in the Ruleset and in pending Proposals of their own. */
export function correctSpelling({ ruleset }: Game) {
  return action({
    title: 'Correct an obvious slip',
    about: "In the Ruleset, or in a pending Proposal of one's own.",
    with: { rule: optional(text()), matter: optional(post()), replace: text({ filled: true }), with: text() },
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
  });
}
