import { action, text } from 'gitnomic/rules';
import { parseCommand } from '#core/dice.ts';
import type { Lists } from '#core/dice.ts';

/** More dice at once than any action needs. */
const MOST_DICE = 1000;

/** The dice roller, with the lists that it picks from besides dice; `brackets`: it knows `{a,b}` too. */
export function rollAction(lists: Lists, brackets: boolean) {
  const known = ['DICE6', '3DICE20', ...Object.keys(lists), ...(brackets ? ['{a,b}'] : [])].join(', ');

  return action({
    title: 'Roll dice',
    sentence: 'rolled {roll}',
    about: `Such as ${known}.`,
    with: { roll: text({ filled: true }) },
    check({ roll, hook, refuse }) {
      const command = parseCommand(roll, lists, brackets);
      if (command === null) refuse('roll', `the dice roller knows no ${roll}; it knows ${known}`);
      else if (command.kind === 'dice') {
        const why = hook('why-no-die', { sides: command.sides });
        if (typeof why === 'string') refuse('roll', why);
        if (command.number > MOST_DICE) refuse('roll', `at most ${MOST_DICE} dice are rolled at once`);
      }
    },
    effect({ roll, dice, pick, result }) {
      const command = parseCommand(roll, lists, brackets);
      if (command === null) return;
      if (command.kind === 'pick') result([pick(command.from)]);
      else {
        const { number, sides } = command;
        const roll = () => (typeof sides === 'bigint' ? asPlain(dice(sides)) : dice(sides));
        result(Array.from({ length: number }, roll));
      }
    },
  });
}

/** In digits where a number doesn't hold it exactly. */
function asPlain(rolled: bigint): number | string {
  return rolled <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(rolled) : rolled.toString();
}
