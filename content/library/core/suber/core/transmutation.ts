import { rule } from 'gitnomic/rules';
import type { Matter } from 'gitnomic/rules';

export default rule(({ ruleset }) => {
  /** Whether it would make a mutable rule of an immutable one. */
  const frees = ({ changes }: Matter): boolean =>
    changes.some(
      (change) => change.verb === 'transmute' && ruleset.find(change.rule)?.facts['mutable'] === false,
    );

  return {
    hooks: {
      'votes-required': ({ matter, voters }, next) => (frees(matter) ? voters : next()),
    },
  };
});
