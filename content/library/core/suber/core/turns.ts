import { derive, integer, optional, player, rule, text } from 'gitnomic/rules';
import type { Person } from 'gitnomic/rules';

declare module 'gitnomic/rules' {
  interface Events {
    'turn-ends': object;
  }
}

export default rule((g) => {
  const inOrder = (): readonly Person[] => g.players.all().toSorted((a, b) => (a.label < b.label ? -1 : 1));
  const mover = (): Person | null => {
    const now = g.game.mover;
    return now !== null && g.players.has(now) ? now : (inOrder()[0] ?? null);
  };

  /** On to whoever comes after a name; after the last a new circuit begins. */
  function passOn(name: string): void {
    const order = inOrder();
    const next = order.find(({ label }) => label > name);
    g.game.turn += 1;
    if (next === undefined) g.game.circuit += 1;
    g.game.mover = next ?? order[0] ?? null;
  }

  return {
    player: { points: integer({ min: null, start: g.value('start') }) },
    game: {
      mover: optional(player({ who: 'anybody' }), { none: 'the first' }),
      turn: integer({ start: 1 }),
      circuit: integer({ start: 1 }),
    },
    post: { turn: integer({ title: 'the turn in which it was made' }) },

    views: {
      moving: derive({
        of: 'game',
        returns: optional(player({ who: 'anybody' })),
        about: 'Whose turn it is',
        value: mover,
      }),
      seats: derive({
        of: 'game',
        returns: text(),
        about: 'In what order turns are taken',
        value: () =>
          inOrder()
            .map(({ label }) => label)
            .join(', '),
      }),
    },

    on: {
      posted({ post: entry, game }) {
        entry.turn = game.turn;
      },
      'turn-ends'() {
        const now = mover();
        if (now !== null) passOn(now.label);
      },
      forfeited({ person, game, matters, fail }) {
        for (const matter of matters.pending('proposal')) if (matter.author.is(person)) fail(matter);
        const moved = person.is(game.mover ?? inOrder()[0]);
        person.state = 'forfeited';
        if (moved) passOn(person.label);
      },
    },
  };
});
