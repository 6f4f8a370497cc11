import { boolean, integer, optional, player, rule, text } from 'gitnomic/rules';
import { dynastyName } from '#core/ordinals.ts';
import { grantsVictory } from '#core/tags.ts';

export default rule((g) => {
  /** Counts the dynasty for whoever heads it, and names it after that. */
  function name(): void {
    const { emperor } = g.dynasty;
    if (emperor === null) return;
    emperor.headed += 1;
    g.dynasty.name = dynastyName(emperor.headed, emperor.label);
  }

  return {
    dynasty: {
      number: integer({ start: 1 }),
      name: text(),
      theme: text(),
      emperor: optional(player({ who: 'anybody' })),
      interregnum: boolean(),
    },
    player: { victory: boolean() },

    hooks: {
      hiatus({ dynasty }, next) {
        const others = next() ?? [];
        return dynasty.interregnum ? [...others, 'interregnum'] : others;
      },

      'may-post'({ kind, dynasty, refuse }) {
        if (kind === 'dov' && dynasty.interregnum)
          refuse('no Declaration of Victory may be made in an interregnum');
      },

      'may-change'({ change, dynasty, refuse }) {
        if (dynasty.interregnum && grantsVictory(change)) refuse('nobody achieves victory in an interregnum');
      },
    },

    on: {
      'dynasty-begins'({ dynasty, theme, people }) {
        dynasty.number += 1;
        dynasty.interregnum = false;
        dynasty.theme = theme;
        name();
        for (const person of people) if (person.victory) person.victory = false;
      },

      // The first dynasty on record wasn't begun by an address.
      'game-begins'({ dynasty }) {
        const given = dynasty.name;
        name();
        if (given !== '') dynasty.name = given;
      },
    },
  };
});
