import { integer, list, optional, rule, text } from 'gitnomic/rules';
import type { Fight, Force, Fought } from './helpers/forces.ts';
import { reckon, type Reckoning } from './helpers/reckoning.ts';
import './helpers/questions.ts';

/** An enemy of whom nothing is known. */
const NOBODY: Force = { commander: '', owner: null, elements: [], underling: null };

const strengths = () => list(integer({ min: null }));

export default rule((game) => {
  const { value } = game;
  const reckoned = (own: Force, foe: Force, battlefield: string): Reckoning =>
    reckon(game, { own, foe, battlefield, slots: value('slots'), emptyStrength: value('empty-strength') });

  function fight({ id, battlefield, first, second }: Fight): Fought {
    const { strengths: firstStrengths, told: firstReport } = reckoned(first, second, battlefield);
    const { strengths: secondStrengths, told: secondReport } = reckoned(second, first, battlefield);
    const stronger = (a: readonly number[], b: readonly number[]): number =>
      a.filter((strength, at) => strength > (b[at] ?? 0)).length;
    const wins: [number, number] = [
      stronger(firstStrengths, secondStrengths),
      stronger(secondStrengths, firstStrengths),
    ];
    const roll = wins[0] === wins[1] ? game.dice(2) : null;
    if (roll !== null) wins[roll - 1] = (wins[roll - 1] ?? 0) + 1;
    const triumphant = (wins[0] > wins[1] ? first : second).commander;
    game.battles.add(id, {
      battlefield,
      first: first.commander,
      second: second.commander,
      firstStrengths,
      secondStrengths,
      wins,
      roll,
      triumphant,
      firstReport,
      secondReport,
    });
    return { firstStrengths, secondStrengths, wins, roll, triumphant, firstReport, secondReport };
  }

  return {
    things: {
      battles: {
        title: 'Battles',
        fields: {
          battlefield: text(),
          first: text(),
          second: text(),
          firstStrengths: strengths(),
          secondStrengths: strengths(),
          wins: list(integer()),
          roll: optional(integer()),
          triumphant: text(),
          // How each strength came about, slot by slot.
          firstReport: list(text()),
          secondReport: list(text()),
        },
      },
    },

    hooks: {
      fight: (battle) => fight(battle),
      foreseen: ({ own, battlefield }) => reckoned(own, NOBODY, battlefield).told,
      'battle-slots': () => value('slots'),
    },
  };
});
