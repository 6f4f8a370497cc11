import { adminsIn } from '../../store/read-game.ts';
import { measuresInForce, nameInRoster } from '../../store/moderation.ts';
import type { Wording } from '../../language/wording.ts';
import { withPosition } from '../read-table.ts';
import { takeAction } from '../take-step.ts';
import { fieldFor, formOf, seatOf } from './form.ts';
import type { FormHandler, FilledField, FilledForm, Visit } from './form.ts';
import { FormProblem } from './given.ts';

/** Each action of an Admin, with its label and the fields that it reads. */
const measuresIn = ({
  say,
}: Wording): Readonly<Record<string, { readonly label: string; readonly reads: readonly string[] }>> => ({
  mute: { label: say`Mute from now on: keep what they write, and don’t show it`, reads: ['player'] },
  hide: { label: say`Mute, and don’t show what they wrote before either`, reads: ['player'] },
  unmute: { label: say`Show their words again`, reads: ['player'] },
  'joining-closed': { label: say`Stop new people from joining`, reads: [] },
  'joining-open': { label: say`Open joining`, reads: [] },
  pace: { label: say`Slow down: how many posts each person may make in an hour`, reads: ['number'] },
  'pace-none': { label: say`No limit`, reads: [] },
  same: { label: say`Mark two accounts as the same person`, reads: ['player', 'other'] },
  apart: { label: say`Remove that mark`, reads: ['player', 'other'] },
});

async function openModeration({ game, who, wording }: Visit): Promise<FilledForm> {
  const { say } = wording;
  const { people, isAdmin, lines } = await withPosition(game, ({ open: { play }, moderation, accounts }) => {
    const state = play.state();
    const nameOf = (id: string): string => nameInRoster(state, id);
    return {
      people: Object.keys(state.players).map((id) => ({ value: id, label: nameOf(id) })),
      isAdmin: who !== null && adminsIn(state).includes(accounts.lookUp(who)),
      lines: measuresInForce(moderation.inForce, nameOf),
    };
  });
  const form = formOf({
    kind: 'peace',
    title: say`Moderation`,
    lede: say`Admins can calm things down. Everything they do here is public, with its reason, and can be undone. Votes of muted people still count as the rules say.`,
    parts: (lines.length === 0 ? [{ said: say`Nothing is restricted now.`, undo: null }] : lines).map(
      ({ said, undo }, at) => ({
        id: `in-force-${at + 1}`,
        title: said,
        meta: null,
        wrong: [],
        diffs: [],
        links: [],
        buttons:
          isAdmin && undo !== null ? [{ name: 'do', value: undo.join(' '), label: say`Undo this` }] : [],
      }),
    ),
  });
  if (!isAdmin) return form;
  return {
    ...form,
    fields: measureFields(people, wording),
    buttons: [{ name: 'do', value: 'keep', label: say`Do it`, main: true }],
  };
}

function measureFields(people: FilledField['options'], wording: Wording): readonly FilledField[] {
  const { say } = wording;
  return [
    fieldFor({
      name: 'measure',
      label: say`Measure`,
      input: 'radio',
      required: true,
      options: Object.entries(measuresIn(wording)).map(([value, { label }]) => ({ value, label })),
    }),
    fieldFor({ name: 'player', label: say`Player`, input: 'one-of', options: people, optional: true }),
    fieldFor({
      name: 'other',
      label: say`And the other`,
      input: 'one-of',
      options: people,
      optional: true,
    }),
    fieldFor({
      name: 'number',
      label: say`Posts in an hour`,
      input: 'integer',
      min: 1,
      max: 9999,
      optional: true,
    }),
    fieldFor({
      name: 'why',
      label: say`Why`,
      about: say`The reason or the evidence. Everybody can read it.`,
      input: 'text',
      required: true,
      most: 500,
    }),
  ];
}

/** The safety settings of the table: everybody can read what is in force, and Admins can change it. */
export const moderationHandler: FormHandler = {
  open: openModeration,
  send: async (visit) => {
    const { wording } = visit;
    const step = await takeAction(visit.game, seatOf(visit), 'peace', wordsOf(visit));
    return {
      step,
      done: wording.say`Done. Everybody can see it, and you can undo it here.`,
      goTo: 'do/peace/',
    };
  },
};

const UNDOES: ReadonlySet<string> = new Set(['unmute', 'joining', 'pace', 'apart']);

/** What an Admin chose in the form, or the measure that a button beside one takes back. */
function wordsOf({ given, wording }: Visit): Readonly<Record<string, string>> {
  const why = given.one('why', 500).trim();
  const [undo = '', ...rest] = given.one('do', 400).split(' ');
  if (UNDOES.has(undo)) return { [undo]: rest.join(' '), why: why === '' ? wording.say`taken back` : why };
  const measure = given.one('measure', 20);
  const measures = measuresIn(wording);
  const about = Object.hasOwn(measures, measure) ? measures[measure] : undefined;
  if (about === undefined)
    throw new FormProblem(400, ({ say }) => say`Choose what to do. Nothing has changed.`);
  const values = about.reads.map((field) => given.one(field, 200).trim());
  if (values.includes(''))
    throw new FormProblem(400, ({ say }) =>
      about.reads.includes('number')
        ? say`Say how many posts. Nothing has changed.`
        : say`Choose whom it is about. Nothing has changed.`,
    );
  if (why === '')
    throw new FormProblem(400, ({ say }) => say`Say why; everybody can read it. Nothing has changed.`);
  const [name = '', said] = measure.split('-');
  return { [name]: said ?? values.join(' '), why };
}
