import { choice, list, rule } from 'gitnomic/rules';
import { without } from './helpers/lists.ts';
import { treasures } from './helpers/treasures.ts';

export default rule((g) => {
  const { ids, hooks, ...chests } = treasures(g, {
    loseEnergy: (amount) => g.hook('lose-energy', { amount }),
    /** One of the sets that were determined in advance, which then is one no longer. */
    found(room, chest) {
      const field = chest === 'fine-chest' ? 'fineChestContents' : 'averageChestContents';
      const sets = room[field];
      const alike = new Set(sets.map((set) => set.join(' '))).size <= 1;
      const chosen = alike ? sets[0] : g.secret.pick(sets, (set) => set);
      if (chosen === undefined) return null;
      room[field] = without(sets, chosen);
      return chosen;
    },
    withSet: (sets, set) => [...sets, set],
    sigilsIn: ({ sigils }) => sigils,
    beyond: () =>
      g.view('lit-rooms').filter((room) => !(g.maybe(() => g.emperor.blocked) ?? []).includes(room)),
  });
  const contents = (title: string) => list(list(choice(ids), { written: '[…]' }), { title, between: ' ' });

  return {
    ...chests,
    things: {
      rooms: {
        fields: {
          fineChestContents: contents('set in the fine chest'),
          averageChestContents: contents('set in the average chest'),
        },
      },
    },

    hooks: {
      ...hooks,

      'strip-room'({ room }, next) {
        next();
        const { fineChestContents: fine, averageChestContents: average } = room;
        if (fine.length + average.length > 0) room.set({ fineChestContents: [], averageChestContents: [] });
      },
    },
  };
});
