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
      ? 'The engine does everything that is due whenever somebody acts. The clock can be moved forward, for everybody, but not back.'
      : 'The engine does everything that is due whenever somebody acts. This is not a practice game, so its clock follows the real time.',
    hidden: sure ? { sure: hours } : {},
    fields: isPractice ? [hoursField(hours)] : [],
    buttons: [{ name: 'do', value: 'tick', label: 'Do what is due' }, ...(isPractice ? [forward] : [])],
    said: sure
      ? [
          say(
            'plain',
            `This moves the game’s clock forward by ${hours} hours, for everybody, and can’t be undone. Nothing is done yet.`,
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
      throw new DoorProblem(
        400,
        'The clock can be moved forward by 1 to 8760 whole hours. It has not been moved.',
      );
    if (given.one('sure', 10) !== String(hours))
      return { form: timeForm(String(hours), true, isPractice), status: 200 };
    return {
      step: await letTimePass(game, hours * HOUR_MS),
      done: `The clock moved forward by ${hours} hours.`,
      hostDid: `moved the clock on by ${hours} hours`,
      goTo: '',
    };
  },
};
