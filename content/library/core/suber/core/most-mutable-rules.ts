import { rule } from 'gitnomic/rules';

export default rule(({ value, ruleset }) => ({
  hooks: {
    'may-change'({ change: { verb, rule: touched, words }, refuse }) {
      const isNew = touched === null && (verb === 'add-rule' || (verb === 'file' && words.endsWith('.md')));
      const comes = isNew || (verb === 'transmute' && touched?.facts['mutable'] === false);
      const number = ruleset.rules.filter(({ facts }) => facts['mutable'] === true).length;
      if (comes && number >= value('most'))
        refuse(`there are ${number} mutable rules, and no more than ${value('most')} are allowed`);
    },
  },
}));
