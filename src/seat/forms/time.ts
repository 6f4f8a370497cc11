import type { Wording } from '../../language/wording.ts';
import { letTimePass } from '../take-step.ts';
import { fieldFor, formOf, tell } from './form.ts';
import type { FormHandler, FilledField, FilledForm, Visit } from './form.ts';
import { assertPractice, FormProblem } from './given.ts';

const HOUR_MS = 3_600_000;

function hoursField(value: string, { say }: Wording): FilledField {
  return fieldFor({
    name: 'hours',
    label: say`Hours to skip`,
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
): FilledForm {
  const { say } = wording;
  const moved = Number(hours);
  const label = sure ? say`Yes, skip ${moved} h` : say`Skip ahead`;
  const forward = { name: 'do', value: 'forward', label, main: true };
  return formOf({
    kind: 'time',
    title: say`Time`,
    lede: isPractice
      ? say`The game updates itself whenever somebody does something. You can skip ahead in time, for everybody. There’s no way back but in a copy.`
      : say`The game updates itself whenever somebody does something. Time can be skipped in practice games only.`,
    links: isPractice ? [{ text: say`Go back`, to: 'do/back/' }] : [],
    hidden: sure ? { sure: hours } : {},
    fields: isPractice ? [hoursField(hours, wording)] : [],
    buttons: [
      { name: 'do', value: 'tick', label: say`Bring the game up to date` },
      ...(isPractice ? [forward] : []),
    ],
    said: sure
      ? [
          tell(
            'plain',
            say`This skips ${moved} h ahead, for everybody, and can’t be undone. Nothing has happened yet.`,
          ),
        ]
      : [],
  });
}

export const timeHandler: FormHandler = {
  open: (visit) => Promise.resolve(timeForm('12', false, visit)),
  send: async (visit) => {
    const { game, given, isPractice } = visit;
    const { say } = visit.wording;
    if (given.one('do', 10) === 'tick')
      return { step: await letTimePass(game, 0), done: say`The game is up to date.`, goTo: '' };
    assertPractice(isPractice, () => say`its clock follows real time`);
    const hours = Number(given.one('hours', 10));
    if (!Number.isSafeInteger(hours) || hours < 1 || hours > 8760)
      throw new FormProblem(400, () => say`You can skip 1 to 8760 whole hours. Nothing has happened yet.`);
    if (given.one('sure', 10) !== String(hours)) return { form: timeForm(String(hours), true, visit) };
    return {
      step: await letTimePass(game, hours * HOUR_MS),
      done: say`Skipped ${hours} h.`,
      hostDid: say`skipped ${hours} h`,
      goTo: '',
    };
  },
};
