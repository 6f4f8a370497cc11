import type { Say } from '../../language/wording.ts';
import type { RowForm } from '../../ruleset/put-row.ts';
import { cellWords } from '../../tables/cell.ts';
import { FORMS } from '../../tables/forms.ts';
import {
  askFor,
  fillOffer,
  gapsIn,
  offersFor,
  readOffer,
  type Gap,
  type OfferKind,
  type OfferScene,
} from '../../tables/offers.ts';
import { fieldFor, type FilledField } from './form.ts';
import type { Given } from './given.ts';

/** A column of a mechanic's table, as the form asks for it. */
interface ColumnAsk {
  /** Its heading; empty for the first one. */
  readonly column: string;
  readonly label: (say: Say) => string;
  /** The words that can be picked; people type if there are none. */
  readonly pick?: OfferKind;
  /** The text between several. */
  readonly between?: string;
  readonly about?: (say: Say) => string;
  readonly start?: string;
  readonly suggests?: readonly string[];
  /** Choices, and what it means if none is chosen. */
  readonly options?: (scene: OfferScene) => readonly string[];
  readonly none?: (say: Say) => string;
}

const aboutLimit = (say: Say): string =>
  say`The limit is for each person. A use that nobody takes is lost, unless it is carried over.`;

/** The questions about a row of each kind. To add a kind, add an entry here and to `src/tables/forms.ts`. */
const ASKS: Readonly<Record<string, readonly ColumnAsk[]>> = {
  variables: [
    {
      column: '',
      label: (say) => say`What is it called?`,
      about: (say) => say`Such as Coins, Points or Mood.`,
    },
    {
      column: 'starts at',
      label: (say) => say`What does it start at?`,
      about: (say) => say`A number, yes, no, nobody, or one of the words below.`,
      start: '0',
      suggests: ['0', '5', 'no', 'yes', 'nobody'],
    },
    {
      column: 'at least',
      label: (say) => say`Never less than (optional)`,
      about: (say) => say`If this is empty, it can’t go below 0. Write “any” to let it go below.`,
      suggests: ['0', 'any'],
    },
    { column: 'at most', label: (say) => say`Never more than (optional)` },
    {
      column: 'can be',
      label: (say) => say`Which words can it be? (optional)`,
      about: (say) => say`For words instead of a number: happy, sad or angry.`,
    },
    {
      column: 'kept by',
      label: (say) => say`Who keeps count?`,
      pick: 'by',
    },
  ],
  worths: [
    { column: '', label: (say) => say`What is it called?` },
    {
      column: 'is',
      label: (say) => say`How is it worked out?`,
      about: (say) => say`Such as 2 × Coins + 1, or if Coins < 3 then 1 else 0.`,
    },
  ],
  moves: [
    { column: '', label: (say) => say`What may they do?`, about: (say) => say`Such as: make a wish.` },
    {
      column: 'choosing',
      label: (say) => say`They choose`,
      pick: 'choice',
      between: '; ',
      about: (say) =>
        say`To choose two things, write them in words, with names: another player (Buyer); a number from 1 to 9 (Ask).`,
    },
    { column: 'paying', label: (say) => say`They pay`, pick: 'price', between: '; ' },
    { column: 'to get', label: (say) => say`What happens then`, pick: 'effect', between: '; ' },
    { column: 'how often', label: (say) => say`How often, at most`, pick: 'limit', about: aboutLimit },
    { column: 'only if', label: (say) => say`Only if`, pick: 'condition', between: '; ' },
  ],
  events: [
    { column: '', label: (say) => say`When`, pick: 'event' },
    { column: 'who', label: (say) => say`Who`, pick: 'person' },
    { column: 'gets', label: (say) => say`What happens then`, pick: 'effect', between: '; ' },
    { column: 'if', label: (say) => say`Only if`, pick: 'condition', between: ' and ' },
    { column: 'limit', label: (say) => say`How often, at most`, pick: 'limit', about: aboutLimit },
    {
      column: 'times',
      label: (say) => say`How many times (optional)`,
      about: (say) =>
        say`If this is empty, it happens once. A number or a sum repeats it, such as 2 or votes for.`,
    },
    {
      column: 'instead of',
      label: (say) => say`In place of what another rule gives`,
      options: ({ provided }) => [...new Set(provided.replaceable.values())],
      none: (say) => say`nothing: it comes on top`,
    },
    {
      column: 'order',
      label: (say) => say`Measured`,
      pick: 'after',
      about: (say) => say`It matters only if other lines change the same amounts at the same moment.`,
    },
  ],
  prohibitions: [
    { column: '', label: (say) => say`What may nobody do?`, pick: 'act' },
    { column: 'if', label: (say) => say`While`, pick: 'condition', between: ' and ' },
  ],
  'votes needed': [
    { column: '', label: (say) => say`How many votes?`, pick: 'needed' },
    { column: 'if', label: (say) => say`While`, pick: 'condition', between: ' and ' },
  ],
};

const IN_WORDS = 'in words';
const MOST_PARTS = 6;

function sayGap(gap: Gap, say: Say): string {
  const labels: Readonly<Record<Gap, () => string>> = {
    amount: () => say`how much`,
    value: () => say`which value`,
    truth: () => say`yes or no`,
    number: () => say`which number`,
    low: () => say`from`,
    high: () => say`up to`,
    options: () => say`which words`,
    count: () => say`of what`,
    total: () => say`of what`,
    variable: () => say`of what`,
    measure: () => say`of what`,
    switch: () => say`of what`,
    fact: () => say`of what`,
    move: () => say`which move`,
    moves: () => say`what`,
    kind: () => say`which kind`,
    person: () => say`which player`,
    compare: () => say`compared how`,
    weekday: () => say`which day`,
    often: () => say`how often`,
    period: () => say`in each`,
    which: () => say`which round`,
    ties: () => say`if several share the place`,
    clock: () => say`at what time, in UTC (optional)`,
  };
  return labels[gap]();
}

/** `{measure} reach {amount}` → `… reach …` */
function sayOffer(offer: string, pick: OfferKind, say: Say): string {
  const known: Readonly<Record<string, () => string>> = {
    '{amount} {count}': () => (pick === 'effect' ? say`gets …` : say`so much of something`),
    'loses {amount} {count}': () => say`loses …`,
    '{person} gets {amount} {count}': () => say`somebody else gets …`,
    '{person} loses {amount} {count}': () => say`somebody else loses …`,
    'as many {count} as {amount}': () => say`gets as many as there are of something else`,
    '{amount} of {options} at random': () => say`gets some of several things, at random`,
    '{variable} = {value}': () => say`something is set to a value`,
    '{switch} = {truth}': () => say`something becomes yes or no`,
    '{measure} {compare} {value}': () => say`something is more, less or the same as …`,
    '{measure} is {person}': () => say`somebody is …`,
    'votes {compare} {amount}': () => say`all votes …`,
  };
  const offered = known[offer];
  if (offered !== undefined) return offered();
  if (pick === 'by') return say`you do, by hand: anybody who plays can change it, on record`;
  if (offer === 'it') return say`the proposal`;
  if (offer === '{options}') return say`one of these words …`;
  if (offer === '{move}') return say`make a move`;
  if (offer === '{fact}') return say`something is “yes”`;
  if (offer === 'not {fact}') return say`something is “no”`;
  return offer
    .replaceAll(/\{(?:ties|clock)\}/gu, '')
    .replaceAll('{kind}', 'proposal')
    .replaceAll(/\{\w+\}(?: \{\w+\})*/gu, '…');
}

function sayNone({ pick, column }: ColumnAsk, at: number, say: Say): string {
  if (pick === 'by') return say`the computer, by what the rules say`;
  if (pick === 'after') return say`before anybody is paid`;
  if (at > 0) return say`nothing more`;
  if (column === 'if' || column === 'only if') return say`always`;
  return column === 'how often' || column === 'limit' ? say`as often as they like` : say`nothing`;
}

/** The fields about a row, filled with what its cells say. */
export function fieldsOfRow(
  { is, lead, cells }: RowForm,
  scene: OfferScene,
  say: Say,
): readonly FilledField[] {
  const leads = FORMS.find((form) => form.is === is)?.leads ?? [];
  const { called = String } = scene;
  const whose = fieldFor({
    name: 'lead',
    label: say`Whose`,
    input: 'one-of',
    options: leads.map((one) => ({ value: one, label: `${called(one)} …` })),
    value:
      leads.find((one) => cellWords(one).toLowerCase() === cellWords(lead).toLowerCase()) ?? leads[0] ?? '',
    required: true,
  });
  return [
    ...(leads.length > 1 ? [whose] : []),
    ...(ASKS[is] ?? []).flatMap((ask, at) => fieldsOfCell(ask, at, cells.get(ask.column), scene, say)),
  ];
}

function fieldsOfCell(
  ask: ColumnAsk,
  at: number,
  text: string | undefined,
  scene: OfferScene,
  say: Say,
): readonly FilledField[] {
  const { pick, label, about, start = '', suggests = [], options, none } = ask;
  if (options !== undefined) {
    const known = options(scene);
    const all = text === undefined || text === '' || known.includes(text) ? known : [...known, text];
    // There is nothing to choose, so nothing is asked.
    if (all.length === 0) return [];
    const choices = all.map((value) => ({ value, label: value }));
    return [
      fieldFor({
        name: `c-${at}`,
        label: label(say),
        input: 'one-of',
        options: [{ value: '', label: none?.(say) ?? '–' }, ...choices],
        hasNone: true,
        value: text ?? '',
      }),
    ];
  }
  if (pick === undefined)
    return [
      fieldFor({
        name: `c-${at}`,
        label: label(say),
        about: about?.(say) ?? null,
        input: suggests.length > 0 ? 'suggested' : 'text',
        options: suggests.map((value) => ({ value, label: '' })),
        value: text ?? start,
        most: 400,
      }),
    ];
  const parts = partsOf(ask, text ?? '', scene);
  const count = ask.between === undefined ? 1 : Math.min(parts.length + 1, MOST_PARTS);
  return Array.from({ length: count }, (_, n) =>
    pickerFor({ ...ask, pick }, `c-${at}-${n}`, n, parts[n] ?? '', scene, say),
  ).flat();
}

function aboutGap(gap: Gap, list: readonly string[] | null, say: Say): string | null {
  if (list?.length === 0) return say`Nothing to choose from yet: first add what people have.`;
  return gap === 'amount' ? say`A number, or 1d6 for a die of six sides.` : null;
}

function pickerFor(
  ask: ColumnAsk & { readonly pick: OfferKind },
  name: string,
  n: number,
  text: string,
  scene: OfferScene,
  say: Say,
): readonly FilledField[] {
  const [{ pick }, { called = String }] = [ask, scene];
  const label = n === 0 ? ask.label(say) : say`${ask.label(say)}, and also (${n + 1})`;
  const read = text === '' ? null : readOffer(text, pick, scene);
  const offers = offersFor(pick, scene, read?.offer);
  const value = text === '' ? '' : (read?.offer ?? IN_WORDS);
  const isWordless = (pick === 'by' || pick === 'after') && value !== IN_WORDS;
  const gaps = [...new Set(offers.flatMap((offer) => gapsIn(offer)))];
  const sub = (gap: string): string => `${label}: ${gap}`;
  return [
    fieldFor({
      name,
      label,
      input: 'one-of',
      options: [
        { value: '', label: n === 0 && isNeeded(ask) ? '–' : sayNone(ask, n, say) },
        ...offers.map((offer) => ({ value: offer, label: called(sayOffer(offer, pick, say)) })),
        ...(isWordless ? [] : [{ value: IN_WORDS, label: say`something else, in words` }]),
      ],
      hasNone: true,
      about: n === 0 ? (ask.about?.(say) ?? null) : null,
      value,
    }),
    ...gaps.map((gap): FilledField => {
      const { list, suggests, start } = askFor(gap, scene);
      const given = read?.gaps[gap] ?? start;
      const known =
        list === null || given === '' || list.includes(given) ? (list ?? suggests) : [...list, given];
      return fieldFor({
        name: `${name}-${gap}`,
        label: sub(sayGap(gap, say)),
        input: list === null ? (suggests.length > 0 ? 'suggested' : 'text') : 'one-of',
        options: known.map((one) => ({ value: one, label: list === null ? '' : called(one) })),
        about: aboutGap(gap, list, say),
        value: given,
        most: 200,
        only: { field: name, values: offers.filter((offer) => gapsIn(offer).includes(gap)) },
      });
    }),
    ...(isWordless
      ? []
      : [
          fieldFor({
            name: `${name}-words`,
            label: sub(say`in words`),
            input: 'text',
            value: read === null ? text : '',
            most: 400,
            only: { field: name, values: [IN_WORDS] },
          }),
        ]),
  ];
}

function isNeeded({ column }: ColumnAsk): boolean {
  return ['', 'who', 'gets', 'to get'].includes(column);
}

/** `3 Coins; wins` → both, if each can stand by itself. */
function partsOf({ between, pick }: ColumnAsk, text: string, scene: OfferScene): readonly string[] {
  const words = cellWords(text);
  if (between === undefined || pick === undefined) return [words];
  const parts = words.split(between === '; ' ? /\s*;\s*/u : / and /u).filter((part) => part !== '');
  // “between 2 and 4” is one condition.
  return between === '; ' || parts.every((part) => readOffer(part, pick, scene) !== null) ? parts : [words];
}

/** The fields of a column: a text, or the first of several pickers. */
export function fieldsNamed(is: string, column: string): readonly string[] {
  const at = Math.max(0, ASKS[is]?.findIndex((ask) => ask.column === column) ?? 0);
  return [`c-${at}`, `c-${at}-0`];
}

/** A text about cells, with the form's labels in place of the headings. */
export function inLabels(text: string, { is, lead }: Pick<RowForm, 'is' | 'lead'>, say: Say): string {
  return (ASKS[is] ?? []).reduce((said, { column, label }) => {
    const [asked = ''] = label(say).split(' (');
    return said.replaceAll(`“${column === '' ? lead : column}”`, `“${asked}”`);
  }, text);
}

/** The form's fields as cells. An unchanged cell keeps its spelling. */
export function rowGiven(
  is: string,
  given: Given,
  before: ReadonlyMap<string, string>,
  scene: OfferScene,
): RowForm {
  const lead = given.one('lead', 60) || (FORMS.find((form) => form.is === is)?.leads[0] ?? '');
  const cells = (ASKS[is] ?? []).map((ask, at): readonly [string, string] => {
    const old = before.get(ask.column) ?? '';
    const text = ask.pick === undefined ? given.one(`c-${at}`, 400).trim() : givenParts(ask, at, given);
    return [ask.column, text === asPicked(ask, old, scene) ? old : text];
  });
  return { is, lead, cells: new Map(cells) };
}

function givenParts({ between = '' }: ColumnAsk, at: number, given: Given): string {
  const parts: string[] = [];
  for (let n = 0; n < MOST_PARTS && given.has(`c-${at}-${n}`); n++) {
    const name = `c-${at}-${n}`;
    const offer = given.one(name, 200);
    if (offer === IN_WORDS) parts.push(given.one(`${name}-words`, 400).trim());
    else
      parts.push(
        fillOffer({
          offer,
          gaps: Object.fromEntries(gapsIn(offer).map((gap) => [gap, given.one(`${name}-${gap}`, 200)])),
        }),
      );
  }
  return parts.filter((part) => part !== '').join(between);
}

/** The cell's text as the form would write it, if nobody touched it. */
function asPicked(ask: ColumnAsk, text: string, scene: OfferScene): string {
  const { pick, between = '' } = ask;
  if (pick === undefined) return cellWords(text);
  return partsOf(ask, text, scene)
    .map((part) => {
      const read = readOffer(part, pick, scene);
      return read === null ? part : fillOffer(read);
    })
    .join(between);
}
