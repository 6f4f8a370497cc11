import type { Wording } from '../../language/wording.ts';
import { letTimePass } from '../take-step.ts';
import { fieldFor, formOf, tell } from './door.ts';
import type { Door, DoorField, DoorForm, Visit } from './door.ts';
import { assertPractice, DoorProblem } from './given.ts';

const HOUR_MS = 3_600_000;

function hoursField(value: string, { say }: Wording): DoorField {
  return fieldFor({
    name: 'hours',
    label: say`Move the clock forward by hours`,
    input: 'integer',
    min: 1,
    max: 8760,
    value,
  });
}

function timeForm(
  hours: string,
  sure: boolean,
  { isPractice, wording }: Pick<Visit, 'isPractice' | 'wording'>,
): DoorForm {
  const { say } = wording;
  const moved = Number(hours);
  const label = sure ? say`Yes, move it by ${moved} hours` : say`Move the clock`;
  const forward = { name: 'do', value: 'forward', label, main: true };
  return formOf({
    door: 'time',
    title: say`Time`,
    lede: isPractice
      ? say`The engine does everything that is due whenever somebody acts. The clock can be moved forward, for everybody, but not back.`
      : say`The engine does everything that is due whenever somebody acts. This is not a practice game, so its clock follows the real time.`,
    hidden: sure ? { sure: hours } : {},
    fields: isPractice ? [hoursField(hours, wording)] : [],
    buttons: [{ name: 'do', value: 'tick', label: say`Do what is due` }, ...(isPractice ? [forward] : [])],
    said: sure
      ? [
          tell(
            'plain',
            say`This moves the game’s clock forward by ${moved} hours, for everybody, and can’t be undone. Nothing is done yet.`,
          ),
        ]
      : [],
  });
}

/** Moves the game's clock. */
export const timeDoor: Door = {
  open: (visit) => Promise.resolve(timeForm('12', false, visit)),
  send: async (visit) => {
    const { game, given, isPractice } = visit;
    const { say } = visit.wording;
    if (given.one('do', 10) === 'tick')
      return { step: await letTimePass(game, 0), done: say`The engine looked at the game.`, goTo: '' };
    assertPractice(isPractice, () => say`its clock goes with the time`);
    const hours = Number(given.one('hours', 10));
    if (!Number.isSafeInteger(hours) || hours < 1 || hours > 8760)
      throw new DoorProblem(
        400,
        () => say`The clock can be moved forward by 1 to 8760 whole hours. It has not been moved.`,
      );
    if (given.one('sure', 10) !== String(hours))
      return { form: timeForm(String(hours), true, visit), status: 200 };
    return {
      step: await letTimePass(game, hours * HOUR_MS),
      done: say`The clock moved forward by ${hours} hours.`,
      hostDid: say`moved the clock on by ${hours} hours`,
      goTo: '',
    };
  },
};
