import { boolean, derive, rule } from 'gitnomic/rules';
import type { Person } from 'gitnomic/rules';

export default rule(({ dynasty, players, people, refuse }) => {
  const isNewcomer = (person: Person): boolean => !person.formerEmperor && !person.is(dynasty.emperor);
  const rivalOf = (protege: Person): Person | null =>
    players.find((one) => isNewcomer(one) && !one.is(protege) && one.kudos > protege.kudos);

  const noteEmperor = (): void => {
    if (dynasty.emperor !== null && !dynasty.emperor.formerEmperor) dynasty.emperor.formerEmperor = true;
  };

  return {
    player: { formerEmperor: boolean({ title: 'Has held the mantle' }) },

    views: {
      'may-receive-mantle': derive({
        of: 'player',
        returns: boolean(),
        title: 'May receive the mantle',
        value: (person) => rivalOf(person) === null,
      }),
    },

    hooks: {
      'may-take'({ action, params }) {
        const protege = action.id === 'pass-the-mantle' ? people.get(params['to']) : null;
        const rival = protege === null ? null : rivalOf(protege);
        if (protege !== null && rival !== null)
          refuse('to', `${rival.label}, who never held the mantle, has more kudos than ${protege.label}`);
      },
    },

    on: { 'game-begins': noteEmperor, changed: noteEmperor },
  };
});
