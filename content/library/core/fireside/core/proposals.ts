import { rule } from 'gitnomic/rules';
import type { Person, Post } from 'gitnomic/rules';
import { refuseFor } from '#core/reasons.ts';

export default rule(({ matters, value, whyNotPlayer }) => {
  const limit = value('pending-limit');
  const openOf = (author: Person): number =>
    matters.pending('proposal').filter((matter) => matter.author.is(author)).length;

  const whyFinal = (entry: Post, by: Person): readonly (string | false)[] => [
    !by.is(entry.author) && 'only its author can do that',
    entry.votable && !entry.pending && `${entry.title} is over: it is ${entry.status}`,
    entry.uses.some((use) => use.by !== entry.author.id && use.withdrawn !== true) &&
      'somebody has already voted on it: vote against it instead',
  ];

  return {
    posts: {
      proposal: {
        title: 'Proposal',
        votable: true,
        purpose: 'change',
        about: 'Changes to the rules, or to anything else.',
      },
    },

    hooks: {
      'may-post'({ author, kind, refuse }) {
        if (kind !== 'proposal') return;
        refuseFor(refuse, [
          whyNotPlayer(author),
          openOf(author) >= limit && `${author.label} already has ${limit} Proposals open`,
        ]);
      },
      'may-alter': ({ by, post: entry, refuse }) => refuseFor(refuse, whyFinal(entry, by)),
      'may-remove'({ by, post: entry, refuse }) {
        if (entry.kind !== 'proposal') return undefined;
        refuseFor(refuse, whyFinal(entry, by));
        return 'permit';
      },
      'unnamed-rule': () => 'Unnamed Rule',
    },
  };
});
