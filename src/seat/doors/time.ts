import { letTimePass } from '../take-step.ts';
import { fieldFor, formOf, say } from './door.ts';
import type { Door, DoorField, DoorForm } from './door.ts';
import { assertPractice, DoorProblem } from './given.ts';

const HOUR_MS = 3_600_000;

function hoursField(value: string): DoorField {
  return fieldFor({
    name: 'hours',
    label: 'Move the clock forward by hours',
    input: 'integer',
    min: 1,
    max: 8760,
    value,
  });
}

function timeForm(hours: string, sure: boolean, isPractice: boolean): DoorForm {
  const label = sure ? `Yes, move it by ${hours} hours` : 'Move the clock';
  const forward = { name: 'do', value: 'forward', label, main: true };
  return formOf({
    door: 'time',
    title: 'Time',
    lede: isPractice
      ? 'The engine does what is due whenever somebody does something. The clock can be moved on, for everybody; it does not go back.'
      : 'The engine does what is due whenever somebody does something. The clock of this game goes with the time: it is not for practice.',
    hidden: sure ? { sure: hours } : {},
    fields: isPractice ? [hoursField(hours)] : [],
    buttons: [{ name: 'do', value: 'tick', label: 'Do what is due' }, ...(isPractice ? [forward] : [])],
    said: sure
      ? [
          say(
            'plain',
            `The clock of this game would go on by ${hours} hours, for everybody, and can’t be set back. Nothing is done yet.`,
          ),
        ]
      : [],
  });
}

/** Moves the game's clock. */
export const timeDoor: Door = {
  open: ({ isPractice }) => Promise.resolve(timeForm('12', false, isPractice)),
  send: async ({ game, given, isPractice }) => {
    if (given.one('do', 10) === 'tick')
      return { step: await letTimePass(game, 0), done: 'The engine looked at the game.', goTo: '' };
    assertPractice(isPractice, 'its clock goes with the time');
    const hours = Number(given.one('hours', 10));
    if (!Number.isSafeInteger(hours) || hours < 1 || hours > 8760)
      throw new DoorProblem(400, 'The clock moves on by whole hours, from 1 to 8760. It has not been moved.');
    if (given.one('sure', 10) !== String(hours))
      return { form: timeForm(String(hours), true, isPractice), status: 200 };
    return {
      step: await letTimePass(game, hours * HOUR_MS),
      done: `The clock went on by ${hours} hours.`,
      hostDid: `moved the clock on by ${hours} hours`,
      goTo: '',
    };
  },
};
