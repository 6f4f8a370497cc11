import { integer, list, optional, rule, text, type Thing } from 'gitnomic/rules';
import { idOf } from './helpers/creatures.ts';
import './helpers/questions.ts';

export default rule((game) => {
  // Read at once, as all tables and lists here: a text in which one is missing or spoilt is never let in.
  const effects = game.list('effects').map(idOf);

  return {
    things: {
      battlefields: {
        title: 'Battlefields',
        fields: { name: text(), effects: list(text()), campaign: optional(integer()) },
        // By its name as well: the id is that name in another spelling.
        find(name: string): Thing | null {
          const id = idOf(name);
          return id === name ? null : game.battlefields.get(id);
        },
      },
    },

    hooks: {
      'battle-effects': () => effects,
      'effects-each': () => game.value('effects-each'),
    },
  };
});
