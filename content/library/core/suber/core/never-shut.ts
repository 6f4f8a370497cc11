import { rule } from 'gitnomic/rules';

export default rule(({ ruleset }) => ({
  hooks: {
    'may-change'({ change: { verb, rule: touched, words }, refuse }) {
      const goes =
        verb === 'repeal-rule' || verb === 'transmute' || (verb === 'file' && words.startsWith('delete '));
      if (!goes || touched?.facts['mutable'] !== true) return;
      if (ruleset.rules.filter(({ facts }) => facts['mutable'] === true).length === 1)
        refuse(`${touched.title} is the last mutable rule, and there is always one`);
    },
  },
}));
