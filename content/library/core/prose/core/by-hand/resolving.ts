import { rule } from 'gitnomic/rules';
import type { Matter, Person } from 'gitnomic/rules';
import { decisionOn, isDecided } from '#core/decisions.ts';
import { permitUnless, refuseFor } from '#core/reasons.ts';

export default rule((g) => {
  const { matters, whyNotPlayer } = g;

  /** The text is judged by people: the engine resolves nothing, and asks an Admin for no reason. */
  const whyNot = (by: Person | null): readonly (string | false | null)[] =>
    by === null
      ? ['an Admin resolves it by hand, as the group’s text says']
      : [!by.admin && 'only an Admin resolves anything', whyNotPlayer(by)];

  /** Where a rule decides it in a way that is counted, it is resolved so and not otherwise. */
  function whyNotSo(matter: Matter, by: Person | null, outcome: 'enacted' | 'failed') {
    const own = decisionOn(g, matter);
    if (!own) return whyNot(by);
    const counted =
      !isDecided(own, outcome, g.now) && `${matter.title} is not decided that way: ${own.told.join(' ')}`;
    return by === null ? [counted] : [...whyNot(by), counted];
  }

  return {
    hooks: {
      'resolution-order': () => [...matters.pending()].sort((a, b) => a.n - b.n),
      'may-enact': ({ matter, by, refuse }) => permitUnless(refuse, whyNotSo(matter, by, 'enacted')),
      'may-fail': ({ matter, by, refuse }) => permitUnless(refuse, whyNotSo(matter, by, 'failed')),
      'may-alter'({ post: entry, refuse }) {
        refuseFor(refuse, [
          entry.votable && !entry.pending && `${entry.title} is resolved: it is ${entry.status}`,
        ]);
      },
    },
  };
});
