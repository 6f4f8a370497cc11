import { rule } from 'gitnomic/rules';

export default rule(({ ruleset }) => ({
  hooks: {
    'may-change'({ change: { verb, rule: touched, words }, refuse }) {
      const goes = verb === 'repeal-rule' || (verb === 'file' && words.startsWith('delete '));
      if (goes && touched !== null && touched.path === ruleset.find('The Winner')?.path)
        refuse('to win is to reach some number of points: that rule may be amended, and not repealed');
    },
  },
}));
