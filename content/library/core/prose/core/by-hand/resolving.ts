import { rule } from 'gitnomic/rules';
import type { Person } from 'gitnomic/rules';
import { permitUnless, refuseFor } from '#core/reasons.ts';

export default rule(({ matters, whyNotPlayer }) => {
  /** The text is judged by people: the engine resolves nothing, and asks an Admin for no reason. */
  const whyNot = (by: Person | null): readonly (string | false | null)[] =>
    by === null
      ? ['an Admin resolves it by hand, as the group’s text says']
      : [!by.admin && 'only an Admin resolves anything', whyNotPlayer(by)];

  return {
    hooks: {
      'resolution-order': () => [...matters.pending()].sort((a, b) => a.n - b.n),
      'may-enact': ({ by, refuse }) => permitUnless(refuse, whyNot(by)),
      'may-fail': ({ by, refuse }) => permitUnless(refuse, whyNot(by)),
      'may-alter'({ post: entry, refuse }) {
        refuseFor(refuse, [
          entry.votable && !entry.pending && `${entry.title} is resolved: it is ${entry.status}`,
        ]);
      },
    },
  };
});
