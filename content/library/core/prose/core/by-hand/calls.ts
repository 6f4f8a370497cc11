import { rule } from 'gitnomic/rules';
import { refuseFor } from '#core/reasons.ts';

export default rule(({ whyNotPlayer }) => ({
  posts: {
    cfj: {
      title: 'Call for Judgement',
      votable: true,
      purpose: 'judge',
      about: 'A question of what the rules mean.',
    },
  },
  hooks: {
    'may-post'({ author, kind, refuse }) {
      if (kind === 'cfj') refuseFor(refuse, [whyNotPlayer(author)]);
    },
  },
}));
