import { action, boolean, post, rule } from 'gitnomic/rules';
import type { Matter } from 'gitnomic/rules';
import { refuseFor } from '#core/reasons.ts';

export default rule(({ matters, view }) => {
  const isClosed = (matter: Matter): boolean => {
    const votes = view('votes-on', matter) as Readonly<Record<string, string>>;
    return matter.closed || votes[matter.author.id] !== undefined;
  };
  const isAsked = (): boolean => matters.pending('cfj').length > 0;

  return {
    post: { closed: boolean({ title: 'the debate on it is over' }) },

    actions: {
      'close-debate': action({
        title: 'End the debate',
        sentence: 'ended the debate on {proposal}',
        about: 'From then on the proposal is not altered any more.',
        with: { proposal: post() },
        check({ actor, proposal, refuse }) {
          refuseFor(refuse, [
            !(proposal.kind === 'proposal' && proposal.pending) && `${proposal.title} is not being debated`,
            isClosed(proposal) && 'the debate on it is already over',
            isAsked() && !actor.is(view('judge')) && 'the Judge has been asked, and decides when to vote',
            !isAsked() && !actor.is(proposal.author) && 'only its proponent ends the debate',
          ]);
        },
        effect({ proposal }) {
          proposal.closed = true;
        },
      }),
    },

    hooks: {
      'may-alter'({ by, matter, refuse }) {
        refuseFor(refuse, [
          !by.is(matter.author) && 'only its author alters it',
          matter.votable && !matter.pending && `${matter.title} is resolved: it is ${matter.status}`,
          matter.kind === 'proposal' && isClosed(matter) && 'the debate on it is over, and its form is final',
        ]);
      },
    },
  };
});
