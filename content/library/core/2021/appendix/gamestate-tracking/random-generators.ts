import { action, rule, text } from 'gitnomic/rules';
import { cards, parseCommand, splitList } from '#core/dice.ts';
import type { Command } from '#core/dice.ts';

/** More dice at once than any action needs. */
const MOST_DICE = 1000;

declare module 'gitnomic/rules' {
  interface Hooks {
    'why-no-die': { words: { readonly sides: number }; returns: string | null | undefined };
  }
}

export default rule(({ words }) => {
  const colours = splitList(words('colours'));
  const lists = {
    FRUIT: splitList(words('fruits')),
    COLOUR: colours,
    COLOR: colours,
    CARD: cards(splitList(words('suits')), splitList(words('card-values'))),
  };
  const commandIn = (roll: string): Command | null => parseCommand(roll, lists, true);

  return {
    actions: {
      roll: action({
        title: 'Roll dice',
        about: 'DICE6, 3DICE20, FRUIT, COLOUR, CARD, or {a,b,c}.',
        with: { roll: text({ filled: true }) },
        check({ roll, hook, refuse }) {
          const command = commandIn(roll);
          if (command === null)
            refuse(
              'roll',
              `the dice roller knows no ${roll}; it knows DICE6, 3DICE20, ${Object.keys(lists).join(', ')} and {a,b}`,
            );
          else if (command.kind === 'dice') {
            const why = hook('why-no-die', { sides: command.sides });
            if (typeof why === 'string') refuse('roll', why);
            if (command.number > MOST_DICE) refuse('roll', `at most ${MOST_DICE} dice are rolled at once`);
          }
        },
        effect({ roll, dice, pick, result }) {
          const command = commandIn(roll);
          if (command === null) return;
          if (command.kind === 'pick') result([pick(command.from)]);
          else result(Array.from({ length: command.number }, () => dice(command.sides)));
        },
      }),
    },

    hooks: {
      'why-no-die': (_, next) => next(),
    },
  };
});
