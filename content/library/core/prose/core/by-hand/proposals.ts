import { rule } from 'gitnomic/rules';
import { refuseFor } from '#core/reasons.ts';

export default rule(({ whyNotPlayer }) => ({
  posts: {
    proposal: {
      title: 'Proposal',
      votable: true,
      purpose: 'change',
      about: 'Changes to the rules or the record.',
    },
  },
  hooks: {
    'may-post'({ author, kind, refuse }) {
      if (kind === 'proposal') refuseFor(refuse, [whyNotPlayer(author)]);
    },
    'unnamed-rule': () => 'Unnamed Rule',
  },
}));
