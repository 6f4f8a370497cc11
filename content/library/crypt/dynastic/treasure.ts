import { choice, list, rule } from 'gitnomic/rules';
import { treasures } from './helpers/treasures.ts';

export default rule((g) => {
  const { ids, ...chests } = treasures(g, {
    loseEnergy(amount) {
      g.emperor.energy = (g.emperor.energy ?? 0) - amount;
    },
    found(room, chest) {
      const set = chest === 'fine-chest' ? room.fineChestContents : room.averageChestContents;
      return set.length > 0 ? set : null;
    },
    withSet: (_, set) => set,
    sigilsIn: ({ sigils, inactiveSigils }) => sigils.filter((owner) => !inactiveSigils.includes(owner)),
    beyond: () => g.view('room-order').filter(({ explored }) => explored),
  });
  const contents = (title: string) => list(choice(ids), { title, written: '[…]' });

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
  };
});
