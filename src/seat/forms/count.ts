import { filesInUse } from '../../ruleset/rules-that-run.ts';
import { rulesAt, withPosition, kindsAt } from '../read-table.ts';
import { fieldsNamed, fieldsOfRow, inLabels, rowGiven } from './row-fields.ts';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import type { Terms } from '../../kernel/manifest.ts';
import { toKebab } from '../../kernel/names.ts';
import type { Wording } from '../../language/wording.ts';
import type { RowPlace } from '../../ruleset/edit-rows.ts';
import { headingsFor, putRow, takeRow, type RowForm } from '../../ruleset/put-row.ts';
import {
  compileRow,
  namesBeside,
  mechanicRowsIn,
  usesIn,
  type MechanicRowText,
} from '../../ruleset/read-rows.ts';
import type { TableNames } from '../../ruleset/compile-tables.ts';
import { puttingTerms } from '../../ruleset/terms.ts';
import { isBookkeeping } from '../../wording/say-taken-action.ts';
import { cellWords } from '../../tables/cell.ts';
import { FORMS } from '../../tables/forms.ts';
import type { OfferScene } from '../../tables/offers.ts';
import { keyOf, type Name } from '../../tables/vocabulary.ts';
import { sayRow } from '../../tables/say-row.ts';
import {
  BARE,
  fieldFor,
  formOf,
  seatedOnly,
  tell,
  type FormHandler,
  type FormAnswer,
  type FilledForm,
  type FormPart,
  type Said,
  type Visit,
} from './form.ts';
import { FormProblem } from './given.ts';
import { proposalButtons, proposalFields } from './proposal.ts';
import { goOnWriting, ruleHandler, writtenIn } from './rule.ts';
import type { Written } from './rule-form.ts';

/** The kinds of rows, in the order in which somebody who begins needs them. */
const KINDS: readonly (readonly [is: string, label: (wording: Wording) => string])[] = [
  ['variables', ({ say }) => say`Add something to count`],
  ['moves', ({ say }) => say`Add something people may do`],
  ['events', ({ say }) => say`Add something that happens by itself`],
  ['worths', ({ say }) => say`Add a number that follows from others`],
  ['prohibitions', ({ say }) => say`Add something nobody may do`],
  ['votes needed', ({ say }) => say`Add how many votes are needed`],
];

/** The state of the form: the text so far, and the names that it can use. */
interface Counting {
  readonly written: Written;
  readonly terms: Terms;
  readonly rows: readonly MechanicRowText[];
  readonly names: TableNames;
  readonly scene: OfferScene;
}

async function countingOf({ game }: Visit, written: Written): Promise<Counting> {
  return withPosition(game, (position) => {
    const { terms } = position.open.play;
    const files = filesInUse(position.open.play.files);
    const path = written.do === 'edit' ? written.path : null;
    const names = namesBeside(written.body, files, terms, { path, memo: game.caches });
    const rows = mechanicRowsIn(written.body, terms);
    const kinds = kindsAt(position).filter(({ votable }) => votable);
    const chosen = rows.flatMap(({ found, cells }) => (found.form.is === 'moves' ? chosenIn(cells) : []));
    const scene: OfferScene = {
      words: names.words,
      moves: [...names.moves.keys()],
      kinds: [...new Set(['proposal', ...kinds.map(({ title }) => title.toLowerCase())])],
      chosen: [...new Set(['the chosen player', ...chosen])],
      provided: names.provided,
      uses: usesIn(written.body, files),
      isOffered: (name) => !isForTheRecord(name, position.open.play.model),
      called: puttingTerms(terms),
    };
    return { written, terms, rows, names, scene };
  });
}

/** Whether a name is only kept for the record; the text that is being written may have names that no rule has yet. */
function isForTheRecord({ id, of, asks }: Name, model: ModelDescription): boolean {
  const field = model.fields[of]?.[toKebab(id)];
  if (field !== undefined) return isBookkeeping(field, model);
  const [rule = model.views[id]?.rule ?? ''] = asks === undefined ? [] : (model.hooks[asks] ?? []);
  return isBookkeeping({ rule, type: {} }, model);
}

/** `another player (the victim)` → `the victim` */
function chosenIn(cells: ReadonlyMap<string, string>): readonly string[] {
  const text = cellWords(cells.get('choosing') ?? '');
  return [...text.matchAll(/player \((?:the )?([^)]+)\)/gu)].map(([, name = '']) => `the ${name}`);
}

/** The row that is being written: one of the text, or a new one of a kind. */
interface Editing {
  readonly is: string;
  readonly place: RowPlace | null;
  readonly form: RowForm;
}

function editingIn(visit: Visit, counting: Counting): Editing | null {
  const { given } = visit;
  const is = given.one('is', 40);
  if (!KINDS.some(([kind]) => kind === is)) return null;
  const place = placeIn(given.one('row', 20));
  const old = place === null ? undefined : rowAt(counting, place);
  return { is, place, form: rowGiven(is, given, old?.cells ?? new Map(), counting.scene) };
}

function placeIn(text: string): RowPlace | null {
  const [, table, row] = /^(\d{1,4})-(\d{1,4})$/u.exec(text) ?? [];
  return table === undefined || row === undefined ? null : { table: Number(table), row: Number(row) };
}

function rowAt({ rows }: Counting, { table, row }: RowPlace): MechanicRowText | undefined {
  return rows.find((one) => one.table === table && one.row === row);
}

/** The text with the row in it; null if its table can't be changed by a form. */
function bodyWith({ written: { body }, terms }: Counting, { place, form }: Editing): string | null {
  return putRow(body, place, form, terms);
}

/** The sentence of a row, its problems, and the questions that its words leave open. */
function saidOfRow(counting: Counting, editing: Editing, wording: Wording): readonly Said[] {
  const { say } = wording;
  const { form } = editing;
  const { terms } = counting;
  const body = bodyWith(counting, editing);
  if (body === null)
    return [
      tell('refused', say`This table is written in a way that the form can’t change. Change it in the text.`),
    ];
  const headings = headingsFor(form);
  const cells = headings.map((heading, at) => form.cells.get(at === 0 ? '' : heading) ?? '');
  const { doubts: wrong, notes } = compileRow(headings, cells, counting.names, terms);
  const open = [...new Set(notes.flat())];
  const isBegun = (form.cells.get('') ?? '') !== '';
  const sentence = tell('plain', puttingTerms(terms)(sayRow(form.is, form.lead, form.cells)), {
    list: wrong.length > 0 ? [] : open.map((one) => `${one.slice(0, 1).toUpperCase()}${one.slice(1)}.`),
  });
  return [
    ...(isBegun ? [sentence] : []),
    ...(isBegun && isTaken(counting, editing)
      ? [
          tell('refused', say`There is a “${form.cells.get('') ?? ''}” already. Give this another name.`, {
            wrong: fieldsNamed(form.is, ''),
          }),
        ]
      : []),
    ...wrong.map(({ field, message, expected, example }) =>
      tell('refused', inLabels(message, form, say), {
        lines: [say`Possible here: ${inLabels(expected, form, say)}. For example: ${example}.`],
        wrong: fieldsNamed(form.is, cellWords(field).toLowerCase()),
      }),
    ),
  ];
}

/** True for a variable whose name another row or rule has. */
function isTaken(counting: Counting, { is, place, form }: Editing): boolean {
  const title = form.cells.get('') ?? '';
  const old = place === null ? undefined : rowAt(counting, place)?.cells.get('');
  if (is !== 'variables' || keyOf(old ?? '') === keyOf(title)) return false;
  const of = /game/iu.test(form.lead) ? 'game' : /proposal/iu.test(form.lead) ? 'post' : 'player';
  return counting.names.words.find(title).some((one) => one.of === of);
}

function hiddenOf({
  do: what,
  path,
  base,
  body,
  name,
  section,
  under,
  entry,
  of,
  clause,
}: Written): Record<string, string> {
  const place: Record<string, string> =
    what === 'add' ? { change: 'add', name, section, under, entry } : { change: 'edit', path, base };
  return { ...place, body, clause, ...(of === '' ? {} : { of, path }) };
}

async function titleOf(visit: Visit, { do: what, name, path }: Written): Promise<string> {
  const { say } = visit.wording;
  if (what === 'add') return name === '' ? say`Make it count` : say`Make it count: ${name}`;
  const list = await withPosition(visit.game, rulesAt);
  const rule = list.find((one) => one.path === path);
  if (rule === undefined) throw new FormProblem(404, ({ say }) => say`There is no such rule in this game.`);
  return say`Make it count: ${rule.title}`;
}

async function rowForm(
  visit: Visit,
  counting: Counting,
  editing: Editing,
  more: readonly Said[] = [],
): Promise<FilledForm> {
  const { wording } = visit;
  const { say } = wording;
  const { title, text, kind } = counting.written;
  const { is, place } = editing;
  return formOf({
    kind: 'count',
    title: await titleOf(visit, counting.written),
    lede: say`Choose what this line says. Below you can read it as a sentence.`,
    hidden: {
      ...hiddenOf(counting.written),
      title,
      text,
      kind,
      is,
      row: place === null ? '' : `${place.table}-${place.row}`,
    },
    fields: fieldsOfRow(editing.form, counting.scene, say),
    buttons: [
      { name: 'do', value: 'take', label: say`Put it into the rule`, main: true },
      { name: 'do', value: 'past', label: say`What would have happened?` },
      { name: 'do', value: 'leave', label: say`Cancel` },
    ],
    said: [...saidOfRow(counting, editing, wording), ...more],
    isStep: true,
    live: true,
  });
}

function addPart({ provided }: OfferScene, wording: Wording): FormPart {
  const kinds = KINDS.filter(([is]) => is !== 'votes needed' || !provided.missing.has('votes-required'));
  const buttons = kinds.map(([is, label]) => ({ name: 'do', value: `add-${is}`, label: label(wording) }));
  return { ...BARE, id: 'add', title: wording.say`Add a line`, buttons };
}

/** The rule's rows as sentences, what can be added, and the proposal. */
async function listForm(
  visit: Visit,
  counting: Counting,
  said: readonly Said[],
  mark = '',
): Promise<FilledForm> {
  const { wording } = visit;
  const { say } = wording;
  const { rows, written: now } = counting;
  const { propose, preview } = await proposalButtons(visit, now.of);
  const isNew = now.do === 'add';
  const words = wordsBesideTables(now.body);
  return formOf({
    kind: 'count',
    title: await titleOf(visit, now),
    lede:
      rows.length === 0
        ? say`The computer counts nothing in this rule yet. Add what it should count; the rest stays words.`
        : say`Each line is something that the computer counts for this rule. Change one, or add another.`,
    links: isNew ? [] : [{ text: say`The rule as it stands`, to: `rules/${now.path}/` }],
    // The title of a new rule is a field, and a form has each name once.
    hidden: {
      ...Object.fromEntries(Object.entries(hiddenOf(now)).filter(([name]) => !isNew || name !== 'name')),
      mark,
    },
    partsFirst: 'in a list',
    isStep: true,
    parts: [
      ...wordsPart(words, wording),
      ...rows.map((row, at) => partOf(row, at, counting, wording)),
      addPart(counting.scene, wording),
    ],
    fields: [
      ...(isNew
        ? [
            fieldFor({
              name: 'name',
              label: say`Title of the rule`,
              input: 'text',
              value: now.name,
              most: 200,
            }),
          ]
        : []),
      ...(await proposalFields(visit, now)),
    ],
    buttons: [
      { ...preview, label: say`What would have happened?` },
      { name: 'do', value: 'preview', label: say`Back to the text`, to: 'rule' },
      ...seatedOnly(visit, propose),
    ],
    said,
  });
}

function wordsPart(words: string, { say }: Wording): readonly FormPart[] {
  if (words === '') return [];
  return [{ ...BARE, id: 'words', title: say`In words`, meta: words }];
}

/** A rule's text without its tables, for people who read it beside them. */
function wordsBesideTables(body: string): string {
  const isTable = (line: string): boolean => /^[\s>]*\|/u.test(line);
  return body
    .split('\n')
    .filter((line) => !isTable(line))
    .join('\n')
    .replaceAll(/\[([^\]\n]*)\]\([^)\n]*\)/gu, '$1')
    .trim();
}

function partOf(row: MechanicRowText, at: number, { terms, names }: Counting, { say }: Wording): FormPart {
  const { table, row: line, found, header, cells } = row;
  const { doubts } = compileRow(header, [...cells.values()], names, terms);
  const place = `${table}-${line}`;
  return {
    ...BARE,
    id: `row-${place}`,
    title: puttingTerms(terms)(sayRow(found.form.is, header[0] ?? '', cells)),
    wrong: doubts.map(({ message }) => message),
    buttons: [
      { name: 'do', value: `change-${place}`, label: say`Change line ${at + 1}` },
      { name: 'do', value: `remove-${place}`, label: say`Remove line ${at + 1}` },
    ],
  };
}

/** The rule's own form about a text, tried. */
function tryText(visit: Visit, body: string): Promise<FormAnswer> {
  const name = visit.given.one('name', 300) || visit.wording.say`A new rule`;
  return ruleHandler.send({ ...visit, given: visit.given.but({ body, name, do: 'preview' }) });
}

/** The parts of the rule's own form, without the lines of its tables. */
function saidOfRule(answer: FormAnswer, { say }: Wording): readonly Said[] {
  if (!('form' in answer)) return [];
  const said = answer.form.said.flatMap((one) => (one.title === null ? [] : [{ ...one, diffs: [] }]));
  const isReported = said.some(
    ({ tone, title }) => tone === 'refused' || title === say`If it had been so in the past weeks`,
  );
  return isReported
    ? said
    : [
        ...said,
        tell('plain', say`Too little has happened in the last weeks to show what would have been different.`),
      ];
}

async function openedBy(visit: Visit): Promise<Written> {
  const now = writtenIn(visit);
  if (visit.given.has('body')) return now;
  return goOnWriting(visit, now.do === 'add' ? now : { ...now, do: 'edit' });
}

/** “Make it count”: what a rule counts, as sentences with fields. */
export const countForm: FormHandler = {
  open: async (visit) => {
    const counting = await countingOf(visit, await openedBy(visit));
    return listForm(visit, counting, []);
  },
  send: async (visit): Promise<FormAnswer> => {
    const { given, wording } = visit;
    const doing = given.one('do', 60);
    const counting = await countingOf(visit, await openedBy(visit));
    const editing = editingIn(visit, counting);
    const shown = async (form: Promise<FilledForm>): Promise<FormAnswer> => ({ form: await form });
    const [verb = '', ...rest] = doing.split('-');
    const what = rest.join('-');
    const place = placeIn(what);
    if (verb === 'add' && KINDS.some(([is]) => is === what))
      return shown(rowForm(visit, counting, startOf(what)));
    if (verb === 'change' && place !== null) {
      const row = rowAt(counting, place);
      if (row !== undefined) return shown(rowForm(visit, counting, editingOf(row)));
    }
    if (verb === 'remove' && place !== null) {
      const body = takeRow(counting.written.body, place, counting.terms);
      return shown(listAgain(visit, counting, body));
    }
    if (editing !== null && verb !== 'leave') {
      const body = bodyWith(counting, editing);
      const isWrong = saidOfRow(counting, editing, wording).some(({ tone }) => tone === 'refused');
      if (verb === 'take' && !isWrong && !visit.part) return shown(listAgain(visit, counting, body));
      const more =
        verb === 'past' && !isWrong && body !== null ? saidOfRule(await tryText(visit, body), wording) : [];
      return shown(rowForm(visit, counting, editing, more));
    }
    if (doing === 'preview' || doing === 'propose') {
      const isSent = doing === 'propose';
      const answer = await (isSent ? ruleHandler.send(visit) : tryText(visit, counting.written.body));
      if (!('form' in answer)) return answer;
      const mark = answer.form.hidden['mark'] ?? '';
      return shown(listForm(visit, counting, saidOfRule(answer, wording), mark));
    }
    return shown(listForm(visit, counting, []));
  },
};

/** The list, with the text as it is now. */
async function listAgain(visit: Visit, counting: Counting, body: string | null): Promise<FilledForm> {
  const { say } = visit.wording;
  if (body === null)
    return listForm(visit, counting, [
      tell('refused', say`This table is written in a way that the form can’t change. Change it in the text.`),
    ]);
  return listForm(visit, await countingOf(visit, { ...counting.written, body }), [
    tell('done', say`It is in the rule’s new text. Nothing is proposed yet.`),
  ]);
}

function startOf(is: string): Editing {
  const lead = FORMS.find((form) => form.is === is)?.leads[0] ?? '';
  return { is, place: null, form: { is, lead, cells: new Map() } };
}

function editingOf({ table, row, found, header, cells }: MechanicRowText): Editing {
  return {
    is: found.form.is,
    place: { table, row },
    form: { is: found.form.is, lead: header[0] ?? '', cells },
  };
}
