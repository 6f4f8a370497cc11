import { boolean, rule, text } from 'gitnomic/rules';
import type { Things } from 'gitnomic/rules';
import { mapOf } from './helpers/rooms.ts';

export interface Asks {
  wound(words: { how: 'light' | 'grievous'; cause: 'feature' | 'denizen'; room: Things['rooms'] }): number;
}

export default rule((g) => {
  const { value, words, emit } = g;
  const { ids, find, views, checkName } = mapOf(g, ({ explored }) => explored, {
    open: 'explored',
    closed: 'unexplored',
  });

  return {
    things: {
      rooms: {
        title: 'Rooms',
        ids,
        find,
        start: (id) => (id === words('first-room') ? { explored: true, name: words('first-name') } : {}),
        fields: { explored: boolean(), name: text(), description: text(), newlyFurnished: boolean() },
      },
    },

    views,

    hooks: {
      'check-room-name': ({ name }) => checkName(name),

      wound({ how, emperor }) {
        const lost = value(how);
        emperor.energy = (emperor.energy ?? 0) - lost;
        emit('told', { text: how === 'light' ? 'he is Lightly Wounded' : 'he is Grievously Injured' });
        return lost;
      },
    },
  };
});
