import { boolean, derive, rule } from 'gitnomic/rules';

export default rule((here) => {
  const { words, players, people, refuse } = here;

  return {
    game: { draculaDust: boolean({ title: 'Dracula is Dust' }) },

    views: {
      'may-declare-victory': derive({
        of: 'player',
        returns: boolean(),
        title: 'May declare victory',
        value: (lord) =>
          here.game.draculaDust &&
          players.has(lord) &&
          players.every((other) => other.is(lord) || other.bloodManaCrystals < lord.bloodManaCrystals),
      }),
    },

    hooks: {
      'value-written'({ owner, variable, after }, next) {
        const written = next() ?? after;
        const reserved = words('reserved-name').toLowerCase();
        const isReserved = (name: unknown) =>
          typeof name === 'string' && name.trim().toLowerCase() === reserved;
        if (!people.has(owner)) return written;
        // Whoever only asks to join is no Player yet.
        const named =
          variable === 'name' &&
          isReserved(written) &&
          ['active', 'idle'].includes(people.get(owner.id)?.state ?? '');
        const comes =
          variable === 'state' &&
          written === 'active' &&
          (isReserved(owner.id) || isReserved(people.get(owner.id)?.label));
        if (named || comes) refuse(`nobody may be named ${words('reserved-name')}`);
        return written;
      },
    },
  };
});
