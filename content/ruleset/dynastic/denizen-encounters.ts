import { rule } from 'gitnomic/rules';
import type { Things } from 'gitnomic/rules';
import { meet } from './helpers/denizens.ts';

export interface Tells {
  'denizen-wounded': { denizen: Things['denizens']; room: Things['rooms']; lost: number };
}

export default rule((g) => {
  const { value, players, hook, emit, dice } = g;
  /** A number from 1 to his Energy; with 1 it is 1, with none it is 0, and neither is rolled. */
  const roll = (energy: number): number => (energy <= 1 ? Math.max(0, energy) : dice(energy));

  return {
    hooks: {
      'meet-denizens': ({ room, quick }) => meet(g, room, quick),

      encounter({ denizen, room, emperor }) {
        if (hook('treasure-slays', {}, false) && hook('slay', { denizen })) return;
        const result = roll(emperor.energy ?? 0);
        const strength = denizen.brutality + denizen.cunning;
        if (result > strength) {
          if (hook('slay', { denizen })) return;
        } else {
          const times = result === strength ? 1 : Math.max(value('least-wounds'), denizen.brutality);
          let lost = 0;
          for (let i = 0; i < times; i++) lost += hook('wound', { how: 'light', cause: 'denizen', room });
          emit('denizen-wounded', { denizen, room, lost });
          for (const lord of denizen.sycophancy)
            if (players.has(lord)) hook('accrue', { lord, variable: 'influence', amount: lost }, null);
        }
        hook('after-encounter', { denizen, room }, null);
      },
    },
  };
});
