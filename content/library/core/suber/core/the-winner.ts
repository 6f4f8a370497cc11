import { integer, optional, player, rule } from 'gitnomic/rules';
import type { Person } from 'gitnomic/rules';

export interface Tells {
  won: { person: Person };
}

export default rule(({ value, players, people, view, emit }) => {
  const goal = value('goal');

  return {
    player: { wins: integer() },
    game: { winner: optional(player({ who: 'anybody' }), { none: 'nobody yet' }) },

    on: {
      won({ person, game }) {
        game.winner = person;
        person.wins += 1;
        for (const one of people) one.reset('points');
      },
      // Of several who get there at once it is whoever has most, and among those whoever is moving.
      changed() {
        const there = players.filter(({ points }) => points >= goal);
        const most = Math.max(...there.map(({ points }) => points));
        const first = there.filter(({ points }) => points === most);
        const winner = first.find((person) => person.is(view('moving'))) ?? first[0];
        if (winner !== undefined) emit('won', { person: winner });
      },
    },
  };
});
