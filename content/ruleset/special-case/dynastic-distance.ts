import { rule } from 'gitnomic/rules';

export default rule((g) => ({
  hooks: {
    'not-a-player'({ person, rule }, next) {
      const distant = rule?.section === 'dynastic' && person.is(g.dynasty.emperor);
      return distant
        ? `${person.label} is no ${g.ruleset.terms.player} for dynastic rules, by Dynastic Distance`
        : next();
    },
  },
}));
