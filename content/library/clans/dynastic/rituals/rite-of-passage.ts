import { action, choice, integer, list, optional, rule, text } from 'gitnomic/rules';
import { idOf } from '../helpers/words.ts';

type Stat = 'strength' | 'skill' | 'reflex';

export default rule(({ table, value, hook, dice }) => {
  const numbers = {
    dice: value('dice'),
  };
  const beasts = table('beasts', { beast: text(), stat: text() }).map(({ beast, stat }) => ({
    beast: idOf(beast),
    stat: idOf(stat) as Stat,
  }));
  const sizes = table('sizes', { size: text(), needed: integer(), gain: integer() }).map((row) => ({
    ...row,
    size: idOf(row.size),
  }));
  const beastTypes = choice(beasts.map(({ beast }) => beast));
  const sizeTypes = choice(sizes.map(({ size }) => size));

  return {
    player: { hunts: list(text(), { title: 'Hunts' }) },
    things: { rituals: { fields: { beast: optional(text()), size: optional(text()) } } },

    actions: {
      'rite-of-passage': action({
        title: 'Rite of Passage',
        sentence: 'held a Rite of Passage[ against a {size} {beast} beast]',
        about: 'Hunts a beast: a Physical Stat rises, or you take Damage.',
        with: { beast: beastTypes, size: sizeTypes },
        check: ({ actor }) => hook('check-ritual', { person: actor }),
        effect({ actor, beast, size }) {
          const stat = beasts.find((row) => row.beast === beast)?.stat ?? 'strength';
          const { needed = 0, gain = 0 } = sizes.find((row) => row.size === size) ?? {};
          const rolls = Array.from({ length: numbers.dice }, () => dice(actor[stat]));
          const succeeded = rolls.reduce((sum, roll) => sum + roll, 0) >= needed;
          actor.hunts = [...actor.hunts, beast];
          hook('record-ritual', {
            person: actor,
            ritual: 'rite-of-passage',
            succeeded,
            rolls,
            choices: { beast, size },
          });
          if (succeeded) actor.gain(stat, gain);
          else hook('suffer', { person: actor });
        },
      }),
    },
  };
});
