import { boolean, derive, rule } from 'gitnomic/rules';
import type { Person } from 'gitnomic/rules';

export default rule((g) => {
  const { value, hook, players } = g;
  const numbers = {
    honor: value('honor'),
  };
  const isEmperor = (person: Person): boolean => person.is(g.dynasty.emperor);

  const isDead = (person: Person): boolean => hook('is-dead', { person }, false);

  function isLastSurvivor(person: Person): boolean {
    const living = players.filter((one) => !isEmperor(one) && !isDead(one));
    return living.length === 1 && person.is(living[0]);
  }

  function leadsTheDead(person: Person): boolean {
    return players.has(person) && players.every((one) => isDead(one) && one.honor <= person.honor);
  }

  return {
    views: {
      'last-survivor': derive({ of: 'player', returns: boolean(), value: isLastSurvivor }),
      'may-declare-victory': derive({
        of: 'player',
        returns: boolean(),
        value: (person) =>
          !isEmperor(person) &&
          (person.victory ||
            leadsTheDead(person) ||
            (isLastSurvivor(person) && person.honor >= numbers.honor)),
      }),
    },
  };
});
