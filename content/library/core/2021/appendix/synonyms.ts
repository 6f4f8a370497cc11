import { rule } from 'gitnomic/rules';
import { refuseFor } from '#core/reasons.ts';
import { newTerms, occursIn } from '#core/terms.ts';

export default rule(({ ruleset, rule: self }) => ({
  on: {
    address({ address, refuse }) {
      const old = ruleset.terms;
      const terms = newTerms(old, address.terms);
      const changed = (['player', 'players', 'emperor', 'emperors'] as const).filter((key) => terms[key] !== old[key]);
      if (changed.length === 0) return;
      const gone = new Set(address.repealed.map(({ path }) => path));
      const staying = ruleset.rules.filter(({ path }) => path !== self.path && !gone.has(path));
      const taken = changed.map((key) => terms[key]).find((term) => staying.some(({ title, text }) => occursIn(term, `${title}\n${text}`)));
      const same = terms.player.toLowerCase() === terms.emperor.toLowerCase();
      refuseFor(refuse, [
        changed.some((key) => terms[key].trim() === '') && 'a term must not be blank',
        same && 'both would be the same term',
        taken !== undefined && `“${taken}” already appears in the Ruleset`,
      ]);
      ruleset.amend({ type: 'set-terms', terms });
    },
  },
}));
