import { rule } from 'gitnomic/rules';
import { refuseFor } from '#core/reasons.ts';
import { oneOf } from './helpers/changes.ts';

export default rule(({ ruleset }) => ({
  hooks: {
    'may-change'({ matter, change, refuse }) {
      const { verb, rule: touched } = change;
      refuseFor(refuse, [
        matter.kind !== 'proposal' && 'rules are changed by a proposal and by nothing else',
        verb === 'set' && !isOfTable(change.path) && 'a rule-change changes a rule, and no value',
        touched?.facts['mutable'] === false &&
          verb !== 'transmute' &&
          `${touched.title} is immutable: it can only be transmuted`,
        !oneOf(ruleset, matter.changes, change) && 'a proposal is one rule-change, and this is another',
      ]);
    },

    // What a matter writes there itself doesn't count: nothing is transmuted but by saying so.
    'rule-facts'({ change: { verb, rule: touched } }, next) {
      if (touched === null) return { ...next(), mutable: true };
      const { mutable } = touched.facts;
      if (typeof mutable !== 'boolean') return next();
      return { ...next(), mutable: verb === 'transmute' ? !mutable : mutable };
    },
  },
}));

/** Names, and who is an Admin, are no part of the game that the rules describe. */
function isOfTable(path: string | null): boolean {
  return /^players\.[^.]+\.(?:name|admin)$/.test(path ?? '');
}
