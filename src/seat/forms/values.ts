import { choicesOf, formFieldOf, textsOf, type FormField } from '../../wording/form-field.ts';
import type { Wording } from '../../language/wording.ts';
import { draftSettings, propose } from '../draft-edit.ts';
import { readFields, type FieldProblem, type GivenTexts } from '../read-fields.ts';
import { settableAt, withPosition, type Settable } from '../read-table.ts';
import {
  fieldFor,
  formOf,
  matterPage,
  seatedOnly,
  seatOf,
  tell,
  type FormAnswer,
  type FormHandler,
  type FilledField,
  type FilledForm,
  type Said,
  type Visit,
} from './form.ts';
import { savedIn } from './draft.ts';
import { fieldsWith } from './form-fields.ts';
import { keepEdit, savedEdit } from './saved-draft.ts';
import {
  judgeProposal,
  proposalButtons,
  proposalFields,
  saidOfDraft,
  wordsIn,
  type Words,
} from './proposal.ts';

const ROWS = 4;

/** A row of the form: the value to be set and, once that is known, the new contents. */
interface Row {
  readonly path: string;
  readonly name: string;
  readonly field: FormField | null;
  readonly given: GivenTexts;
  /** Null until it is filled in. */
  readonly value: { readonly is: unknown } | null;
  readonly problems: readonly FieldProblem[];
}

interface Rows {
  readonly rows: readonly Row[];
  readonly paths: readonly Settable[];
}

function rowsOf(visit: Visit): Promise<Rows> {
  const { given } = visit;
  const { say } = visit.wording;
  const wanted = given.all('path').map((path) => path.trim().slice(0, 300));
  return withPosition(visit.game, (position) => {
    const paths = settableAt(position);
    const choices = choicesOf(position.open.play.state());
    const rows = Array.from({ length: ROWS }, (_, at): Row => {
      const typed = wanted[at] ?? '';
      const alike = ({ name }: Settable): boolean => name.toLowerCase() === typed.toLowerCase();
      const known = paths.find(({ path, name }) => path === typed || name === typed) ?? paths.find(alike);
      if (known === undefined)
        return { path: typed, name: typed, field: null, given: () => [], value: null, problems: [] };
      const { path, name, now } = known;
      const id = `value-${at}`;
      // A rule may have a first value, but the new one has to be given all the same.
      const optional = known.type.kind === 'optional';
      const field = {
        ...formFieldOf(id, known.type, choices),
        optional,
        label: say`The new value of ${name}`,
      };
      // Input that was entered for another value doesn't apply to this one.
      if (given.one(`for-${at}`, 300) !== path) {
        const saved = savedEdit(visit, ({ edit }) => edit.do === 'set' && edit.path === path)?.edit;
        const texts = new Map(textsOf(field, saved?.do === 'set' ? saved.value : known.value, id));
        return { path, name, field, given: (one) => texts.get(one) ?? [], value: null, problems: [] };
      }
      const all: GivenTexts = (one) => given.all(`p-${one}`);
      const { words, problems: wrong } = readFields([field], all, say);
      const is = words[id] ?? null;
      const textOf = (value: unknown): string => JSON.stringify(textsOf(field, value, id));
      const isThere = wrong.length === 0 && textOf(is) === textOf(known.value);
      const problems = isThere ? [{ field: id, reason: say`${name} is ${now} already.` }] : wrong;
      const value = problems.length > 0 ? null : { is };
      return { path, name, field, given: all, value, problems };
    });
    return { rows, paths };
  });
}

async function valuesForm(
  visit: Visit,
  { rows, paths }: Rows,
  words: Words,
  said: readonly Said[],
): Promise<FilledForm> {
  const { say } = visit.wording;
  const { preview, keep, propose: send } = await proposalButtons(visit);
  const options = paths.map(({ name, now }) => ({ value: name, label: now }));
  const fields = rows.flatMap(({ name, field, given, problems }, at): FilledField[] => {
    const label = say`Value to set (${at + 1}), such as ${paths[0]?.name ?? ''}`;
    return [
      fieldFor({ name: 'path', label, input: 'suggested', options, value: name, most: 300 }),
      ...(field === null ? [] : fieldsWith([field], given, problems)),
    ];
  });
  const known = rows.flatMap(({ path, field }, at) => (field === null ? [] : [[`for-${at}`, path]]));
  return formOf({
    kind: 'values',
    title: say`Propose other values`,
    lede: say`A proposal can change tracked values: up to ${ROWS} at once, and more in a draft. Choose one, then enter its new value.`,
    hidden: Object.fromEntries(known) as Record<string, string>,
    fields: [...fields, ...(await proposalFields(visit, words))],
    buttons: [
      { name: 'do', value: 'preview', label: say`Continue with this choice` },
      preview,
      ...seatedOnly(visit, keep, send),
    ],
    said,
    live: true,
  });
}

/** The problem that keeps the rows from becoming a draft. */
function saidOfRows(rows: readonly Row[], { say }: Wording): readonly Said[] {
  return rows.flatMap(({ name, field, value, problems }) => {
    if (name === '') return [];
    if (field === null)
      return [tell('refused', say`There is no ${name} that can be set.`, { wrong: ['path'] })];
    const wrong = problems.flatMap((one) => (one.field === null ? [] : [`p-${one.field}`]));
    if (problems.length > 0)
      return [tell('refused', null, { lines: problems.map(({ reason }) => reason), wrong })];
    return value === null ? [tell('plain', say`Enter the new value of ${name}.`)] : [];
  });
}

export const valuesHandler: FormHandler = {
  open: async (visit) => valuesForm(visit, await rowsOf(visit), { title: '', text: '', kind: '' }, []),
  send: async (visit): Promise<FormAnswer> => {
    const { game, given, wording } = visit;
    const { say } = wording;
    const [all, words] = [await rowsOf(visit), wordsIn(visit)];
    const set = all.rows.filter(({ value }) => value !== null);
    const settings = set.map(({ path, value }) => ({ path, value: value?.is }));
    const draft = await draftSettings(
      game,
      settings.map((one) => ({ do: 'set', ...one })),
    );
    const doing = given.one('do', 10);
    const open = saidOfRows(all.rows, wording);
    const impossible = open.length > 0 || draft.problems.length > 0 || draft.changes.size === 0;
    if (doing === 'keep' && !impossible && !visit.part) {
      seatOf(visit);
      for (const one of settings) keepEdit(visit, { do: 'set', ...one }, null);
      return savedIn(visit, words);
    }
    const title = words.title || say`Set ${set.map(({ name }) => name).join(', ')}`.slice(0, 200);
    const { post, refusal } = await judgeProposal(visit, { ...words, title });
    if (doing !== 'propose' || impossible || refusal !== null || visit.part) {
      const said =
        settings.length === 0 && open.length > 0
          ? []
          : saidOfDraft(draft, refusal, { wrong: 'path', wording });
      const form = await valuesForm(visit, all, words, [...open, ...said]);
      return { form };
    }
    const step = await propose(game, seatOf(visit), post, draft);
    return { step, done: say`Proposed.`, goTo: matterPage(step.ok ? step.post : null) };
  },
};
