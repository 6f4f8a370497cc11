import { rule } from 'gitnomic/rules';
import type { RuleFacts } from 'gitnomic/rules';
import { refuseFor } from '#core/reasons.ts';
import { newTerms, occursIn } from '#core/terms.ts';

const KEYS = ['player', 'players', 'emperor', 'emperors'] as const;

export default rule(({ ruleset, rule: self }) => {
  /** A new term must be found nowhere: neither in a title nor in a text that stays. */
  function whereTaken(terms: readonly string[], repealed: readonly RuleFacts[]): readonly string[] {
    const gone = new Set(repealed.map(({ path }) => path));
    const staying = ruleset.rules.filter(({ path }) => path !== self.path && !gone.has(path));
    return terms.flatMap((term) => {
      const where = staying.find(({ title, text }) => occursIn(term, `${title}\n${text}`));
      return where === undefined ? [] : [`“${term}” already appears in the rule ${where.title}`];
    });
  }

  return {
    on: {
      address({ address, refuse }) {
        const odd = Object.entries(address.terms).find(
          ([key, term]) =>
            !KEYS.some((known) => known === key) || typeof term !== 'string' || term.trim() === '',
        );
        if (odd !== undefined)
          refuse('terms', 'write one name for a player and one for the leader, in words');
        const old = ruleset.terms;
        const terms = newTerms(old, address.terms);
        const changed = KEYS.filter((key) => terms[key] !== old[key]).map((key) => terms[key]);
        if (changed.length === 0) return;
        refuseFor(refuse, [
          terms.player.toLowerCase() === terms.emperor.toLowerCase() && 'both would be the same term',
          ...whereTaken(changed, address.repealed),
        ]);
        ruleset.amend({ type: 'set-terms', terms });
      },
    },
  };
});
