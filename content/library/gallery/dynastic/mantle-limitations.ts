import { boolean, derive, rule } from 'gitnomic/rules';

export default rule(({ dynasty, players, view, refuse }) => {
  const isNewcomer = (person) => !person.formerEmperor && !person.is(dynasty.emperor);
  const rivals = (protege) => players.filter((one) => isNewcomer(one) && !one.is(protege) && one.kudos > protege.kudos);

  return {
    player: { formerEmperor: boolean({ title: 'Has held the mantle' }) },

    views: {
      'may-receive-mantle': derive({
        of: 'player',
        returns: boolean(),
        title: 'May receive the mantle',
        value: (person) => rivals(person).length === 0,
      }),
    },

    hooks: {
      'may-take'({ action, params }, next) {
        if (action.id === 'pass-the-mantle' && params.to && !view('may-receive-mantle', params.to)) {
          const [rival] = rivals(params.to);
          refuse('to', `${rival.label}, who never held the mantle, has more kudos than ${params.to.label}`);
        }
        return next();
      },
    },

    on: {
      changed() {
        if (dynasty.emperor !== null && !dynasty.emperor.formerEmperor) dynasty.emperor.formerEmperor = true;
      },
    },
  };
});
