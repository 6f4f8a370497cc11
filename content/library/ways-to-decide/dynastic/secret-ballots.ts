import { boolean, list, rule, text, thing } from 'gitnomic/rules';
import {
  endVote,
  makeSecret,
  openBallot,
  secretFields,
  whyNotClosed,
  whyNotOpened,
  whyNotSealed,
  type Ballot,
} from './helpers/secret-votes.ts';
import { refuseOn } from './helpers/grounds.ts';

export default rule((g) => ({
  player: { trustee: boolean() },
  things: { questions: { fields: secretFields } },
  actions: {
    'make-secret': makeSecret(g),
    'end-vote': endVote(g),
  },
  submissions: {
    'secret-ballot': {
      title: 'Answer a question in secret',
      open: { question: thing('questions') },
      with: { answer: list(text({ filled: true })) },
      together: () => ({ people: g.players.filter(({ trustee }) => trustee), needed: g.value('needed') }),
      check: ({ question }: Ballot) => refuseOn(g.refuse, whyNotSealed(g, question)),
      received: ({ question, actor }: Ballot) =>
        question.set({ closed: question.closed + 1, senders: [...question.senders, actor.id] }),
      closed: ({ question }: Ballot) => whyNotOpened(g, question),
      opened(ballot: Ballot) {
        const { actor, question } = ballot;
        const said = `${actor.label}: ${openBallot(g, ballot)}.`;
        question.set({ closed: question.closed - 1, opened: [...question.opened, said] });
      },
    },
  },
  hooks: {
    'why-no-answer': ({ question, sealed }, next) =>
      question.secret && !sealed && question.about === '' ? 'it is answered by sealed ballots alone' : next(),
    'took-part': ({ question: { senders } }, next) => [...(next() ?? []), ...senders],
    'why-no-close': ({ question }, next) => (question.secret ? whyNotClosed(g, question) : null) ?? next(),
    'told-first': ({ question: { secret, opened, closed } }, next) =>
      secret ? [`${opened.length} sealed ballots were opened, and ${closed} were not.`, ...opened] : next(),
  },
  on: {
    posed({ question }) {
      if (question.about !== '' && g.words('on-proposals') === 'in secret') question.secret = true;
    },
  },
}));
