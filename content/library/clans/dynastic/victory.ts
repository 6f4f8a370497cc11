import { rule } from 'gitnomic/rules';
import type { Person } from 'gitnomic/rules';

export default rule((g) => {
  const { value, players, people } = g;
  const numbers = {
    times: value('times'),
  };

  /** Looks at everybody's Honor, with one of them as it is about to be. */
  function check(about: Person | null, honor: number): void {
    const { emperor } = g.dynasty;
    if (emperor === null) return;
    const honorOf = (person: Person): number => (about !== null && person.is(about) ? honor : person.honor);
    const others = players.filter((person) => !person.is(emperor));
    const highest = Math.max(...others.map(honorOf));
    if (others.length === 0 || highest <= numbers.times * honorOf(emperor)) return;
    for (const person of others) if (honorOf(person) === highest && !person.victory) person.victory = true;
  }

  return {
    hooks: {
      'value-written'({ owner, variable, after, how }, next) {
        const given = next();
        // What one matter sets happens at once: it is looked at when all of it is written.
        const person = variable === 'honor' && how !== 'matter' ? people.get(owner) : null;
        if (person !== null) check(person, after as number);
        return given === undefined ? after : given;
      },
    },

    on: { changed: () => check(null, 0) },
  };
});
