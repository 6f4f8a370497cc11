import { rule } from 'gitnomic/rules';

export default rule(({ words }) => {
  const said = { subject: words('subject') };

  return {
    on: {
      'duel-cancelled'({ duel }) {
        const [runner, ...others] = duel.fled;
        if (
          runner === undefined ||
          others.length > 0 ||
          duel.subject.toLowerCase() !== said.subject.toLowerCase()
        )
          return;
        for (const person of duel.combatants) if (!person.is(runner)) person.victory = true;
      },
    },
  };
});
