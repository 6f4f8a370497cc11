import { action, rule } from 'gitnomic/rules';
import type { Person } from 'gitnomic/rules';

export default rule(({ people, whyNotPlayer, refuse }) => {
  /** Only Admins resolve anything, even the matter that would make another one. */
  function mustNotBeAlone(person: Person): void {
    if (!person.admin || people.some((one) => one.admin && !one.is(person) && whyNotPlayer(one) === null))
      return;
    refuse(`${person.label} is the only Admin: have somebody else made one first`);
  }

  return {
    actions: {
      'resign-admin': action({
        title: 'Resign as an Admin',
        sentence: 'resigned as an Admin',
        by: 'admin',
        check: ({ actor }) => mustNotBeAlone(actor),
        effect({ actor }) {
          actor.admin = false;
        },
      }),
    },
    hooks: {
      'may-post'({ author, kind }) {
        if (kind === 'leave-request') mustNotBeAlone(author);
      },
    },
  };
});
