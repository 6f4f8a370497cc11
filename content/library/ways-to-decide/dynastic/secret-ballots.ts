import { boolean, hoursBetween, list, rule, text, thing } from 'gitnomic/rules';
import type { Things } from 'gitnomic/rules';
import { ofAsker, secretFields, whyNotOpened, whyNotSealed, type Ballot } from './helpers/secret-votes.ts';
import { refuseOn } from './helpers/grounds.ts';

const HOURS_A_DAY = 24;

export default rule((g) => {
  function open({ actor, question, n, answer, problem }: Ballot): string {
    if (n < (question.last[actor.id] ?? 0)) return 'a later one counts';
    question.last = { ...question.last, [actor.id]: n };
    const why = problem ?? g.hook('take-sealed', { question, by: actor, answer });
    return typeof why === 'string' ? `does not count, since ${why}` : answer.join(', ') || 'taken back';
  }
  const whyNotSecret = ({ secret, way, answers }: Things['questions']) => [
    secret && 'it is secret already',
    g.hook('ways-to-decide', {})?.[way] !== null && `${way} is open to all`,
    Object.keys(answers).length > 0 && 'somebody has answered it for all to read',
  ];
  return {
    player: { trustee: boolean() },
    things: { questions: { fields: secretFields } },
    actions: {
      'make-secret': ofAsker('Have a question answered in secret', whyNotSecret, () => ({ secret: true })),
      'end-vote': ofAsker('End a secret vote', whyNotSealed, (now) => ({ ended: now })),
    },
    submissions: {
      'secret-ballot': {
        title: 'Answer a question in secret',
        open: { question: thing('questions') },
        with: { answer: list(text({ filled: true })) },
        together: () => ({ people: g.players.filter(({ trustee }) => trustee), needed: g.value('needed') }),
        check: ({ question }: Ballot) => refuseOn(g.refuse, whyNotSealed(question)),
        received: ({ question }: Ballot) => question.set({ closed: question.closed + 1 }),
        closed: ({ question }: Ballot) => whyNotOpened(question),
        opened(ballot: Ballot) {
          const { actor, question } = ballot;
          const said = `${actor.label}: ${open(ballot)}.`;
          question.set({ closed: question.closed - 1, opened: [...question.opened, said] });
        },
      },
    },
    hooks: {
      'why-no-answer': ({ question, sealed }, next) =>
        question.secret && !sealed ? 'it is answered by sealed ballots alone' : next(),
      'why-no-close'({ question: { secret, ended, closed } }, next) {
        if (!secret) return next();
        if (ended === null) return 'the vote is not over';
        const isLate = hoursBetween(ended, g.now) >= g.value('days') * HOURS_A_DAY;
        return closed > 0 && !isLate ? `${closed} of its ballots are not open yet` : next();
      },
      'told-first': ({ question: { secret, opened, closed } }, next) =>
        secret ? [`${opened.length} sealed ballots were opened, and ${closed} were not.`, ...opened] : next(),
    },
  };
});
