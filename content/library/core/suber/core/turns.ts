import { derive, integer, optional, player, rule, takeTurns, text } from 'gitnomic/rules';

export interface Tells {
  'turn-ends': object;
}

export default rule((g) => {
  const turns = takeTurns(g, ({ label }) => label);

  return {
    player: { points: integer({ min: null, start: g.value('start') }) },
    game: turns.game,
    post: { turn: integer({ title: 'the turn in which it was made' }) },

    views: {
      moving: derive({
        of: 'game',
        returns: optional(player({ who: 'anybody' })),
        about: 'Whose turn it is',
        value: turns.mover,
      }),
      seats: derive({
        of: 'game',
        returns: text(),
        about: 'In what order turns are taken',
        value: () =>
          turns
            .order()
            .map(({ label }) => label)
            .join(', '),
      }),
    },

    on: {
      posted({ post: entry, game }) {
        entry.turn = game.turn;
      },
      'turn-ends': () => turns.pass(),
      forfeited({ person, matters, fail }) {
        for (const matter of matters.pending('proposal')) if (matter.author.is(person)) fail(matter);
        const moved = person.is(turns.mover());
        person.state = 'forfeited';
        if (moved) turns.pass(person);
      },
    },
  };
});
