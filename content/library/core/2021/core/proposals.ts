import { dayOf, derive, integer, optional, rule, time } from 'gitnomic/rules';
import type { Matter, Person } from 'gitnomic/rules';
import { refuseFor } from '#core/reasons.ts';

export interface Asks {
  /** Whether a pending proposal takes one of its author's places. */
  'counts-as-pending'(words: { matter: Matter }): boolean | undefined;
}

export default rule((g) => {
  const { value, matters, hook, whyNotPlayer } = g;
  const pendingLimit = value('pending-limit');
  const dailyLimit = value('daily-limit');
  const pendingOf = (author: Person): number =>
    matters
      .pending('proposal')
      .filter((matter) => matter.author.is(author) && hook('counts-as-pending', { matter })).length;
  const madeToday = (author: Person): number =>
    matters.filter(
      (matter) =>
        matter.kind === 'proposal' &&
        matter.author.is(author) &&
        dayOf(matter.submitted ?? matter.at) === dayOf(g.now),
    ).length;

  return {
    post: { submitted: optional(time()) },
    posts: {
      proposal: {
        title: 'Proposal',
        votable: true,
        purpose: 'change',
        about: 'Changes to the Ruleset or the Gamestate.',
      },
    },

    views: {
      'proposals-left': derive({
        of: 'player',
        returns: integer(),
        value: (person) =>
          Math.max(0, Math.min(pendingLimit - pendingOf(person), dailyLimit - madeToday(person))),
      }),
    },

    hooks: {
      'may-post'({ author, kind, refuse }) {
        if (kind === 'proposal') {
          refuseFor(refuse, [
            whyNotPlayer(author),
            pendingOf(author) >= pendingLimit && `${author.label} has ${pendingLimit} Proposals pending`,
            madeToday(author) >= dailyLimit && `${author.label} has made ${dailyLimit} Proposals today`,
          ]);
        }
      },

      // For rules under which some pending proposal takes nobody's place.
      'counts-as-pending': (_, next) => next() ?? true,
    },

    on: {
      posted({ post, now }) {
        if (post.kind === 'proposal') post.submitted = now;
      },
      recategorised({ post, now }) {
        if (post.kind === 'proposal') post.submitted = now;
      },
    },
  };
});
