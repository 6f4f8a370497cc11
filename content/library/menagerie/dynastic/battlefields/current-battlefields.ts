import { list, rule, text } from 'gitnomic/rules';
import { idOf } from '../helpers/creatures.ts';

export default rule((game) => {
  const rows = game
    .table('battlefields', { battlefield: text({ filled: true }), effects: list(text()) })
    .map(({ battlefield, effects }) => ({
      id: idOf(battlefield),
      name: battlefield,
      effects: effects.map(idOf),
      listed: effects.join(', '),
    }));

  return {
    things: {
      battlefields: {
        // The row as it read when it was last taken from the table, so that an amended row is noticed.
        fields: { listed: text() },
        // Those of the table, and all that came to be in another way.
        ids: () => [
          ...rows.map(({ id }) => id),
          ...game.battlefields.filter(({ listed }) => !listed).map(({ id }) => id),
        ],
        start: (id: string) => rows.find((row) => row.id === id) ?? {},
      },
    },

    on: {
      changed() {
        for (const { id, name, effects, listed } of rows) {
          const field = game.battlefields.get(id);
          if (field !== null && field.listed !== listed) field.set({ name, effects, listed });
        }
      },
    },
  };
});
