import { daily, rule } from 'gitnomic/rules';

export default rule(({ value, refuse }) => ({
  actions: {
    'drink-from-the-font': daily({
      title: 'Drink from the Font',
      sentence: 'drank from the Font',
      check({ actor }) {
        if (actor.puissance === 0) refuse(`${actor.label} is Dust`);
        const most = value('thirsty-below');
        if (actor.puissance >= most) refuse(`${actor.label} has ${most} Puissance or more`);
      },
      effect: ({ actor }) => actor.gain('puissance', value('sip')),
    }),
  },
}));
