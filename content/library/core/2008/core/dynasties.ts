import { boolean, integer, optional, player, rule, text } from 'gitnomic/rules';
import { dynastyName } from '#core/ordinals.ts';

export default rule((g) => {
  const said = { vetoVote: g.words('veto-vote') };
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
      // From a Declaration of Victory that passed to its address.
      interregnum: boolean(),
    },
    player: { victory: boolean() },

    hooks: {
      'why-no-icon'({ voter, matter, vote, dynasty, ruleset }, next) {
        if (vote !== said.vetoVote) return next();
        if (matter.kind !== 'proposal') return `${vote} is for a Proposal and for nothing else`;
        return voter.is(dynasty.emperor) ? null : `only ${ruleset.theEmperor} may use ${vote}`;
      },
    },

    on: {
      'dynasty-begins'({ dynasty, people }) {
        dynasty.number += 1;
        dynasty.theme = '';
        name();
        for (const person of people) if (person.victory) person.victory = false;
      },

      // The dynasty is theirs who took it over, and was never the other's.
      'mantle-passed'({ from }) {
        from.headed -= 1;
        name();
      },

      'game-begins': name,
    },
  };
});
