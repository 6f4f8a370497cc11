import { rule } from 'gitnomic/rules';

export default rule((g) => {
  const numbers = {
    times: g.value('times'),
  };

  return {
    on: {
      // What is done at once counts as it is in the end: a matter that sets several values makes nobody a winner halfway.
      changed({ dynasty, players }) {
        const { emperor } = dynasty;
        if (emperor === null) return;
        const others = players.filter((person) => !person.is(emperor));
        const highest = Math.max(...others.map(({ honor }) => honor));
        if (others.length === 0 || highest <= numbers.times * emperor.honor) return;
        for (const person of others) if (person.honor === highest && !person.victory) person.victory = true;
      },
    },
  };
});
