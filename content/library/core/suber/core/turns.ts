import { derive, integer, optional, player, rule, takeTurns, text } from 'gitnomic/rules';
import type { Matter } from 'gitnomic/rules';

export interface Tells {
  'turn-ends': object;
}

export default rule((g) => {
  // The first part of a turn is a proposal and the vote on it, the second the die.
  const turns = takeTurns(g, ({ label }) => label, ['proposal', 'die']);
  const decided = ({ matter: { kind, turn } }: { matter: Matter }): void => {
    if (kind === 'proposal' && turn === g.game.turn && g.game.phase === 'proposal') turns.next();
  };

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
      enacted: decided,
      failed: decided,
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
