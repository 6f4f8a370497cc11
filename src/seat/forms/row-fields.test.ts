import { expect, test } from 'vitest';

import { PLAIN_TERMS } from '../../kernel/manifest.ts';
import { IN_ENGLISH } from '../../language/wording.ts';
import { Vocabulary } from '../../tables/vocabulary.ts';
import { OFFERS, readOffer, type OfferScene } from '../../tables/offers.ts';
import { namesBeside, usesIn } from '../../ruleset/read-rows.ts';
import type { TableNames } from '../../ruleset/compile-tables.ts';
import { shippedLibrary } from '../../store/fixtures/shipped-library.ts';
import type { FilledField } from './form.ts';
import { fieldFor } from './form.ts';
import { Given } from './given.ts';
import { fieldsOfRow, inLabels, rowGiven } from './row-fields.ts';

const FILES: ReadonlyMap<string, string> = new Map([['core/score.ts', 'player: { points: integer() }']]);
function sceneOf({ words, moves, provided }: TableNames): OfferScene {
  return { words, moves: [...moves.keys()], kinds: ['proposal'], chosen: ['the chosen player'], provided };
}

const VARIABLES = `| Each player has | starts at | can be |
| --------------- | --------- | ------ |
| Asleep          | no        |        |
| Mood            | happy     | happy, sad or angry |
`;
const fieldsIn = (body: string, is: string, files = FILES): readonly FilledField[] => {
  const scene = {
    ...sceneOf(namesBeside(body, files, PLAIN_TERMS, { path: null, memo: undefined })),
    uses: usesIn(body, files),
  };
  return fieldsOfRow({ is, lead: '', cells: new Map() }, scene, IN_ENGLISH.say);
};
const fieldIn = (fields: readonly FilledField[], name: string): FilledField | undefined =>
  fields.find((field) => field.name === name);
const valuesOf = (field: FilledField | undefined): readonly string[] =>
  (field?.options ?? []).map(({ value }) => value);

test('a yes-or-no variable can only be set to yes or no, and isn’t offered as a number', () => {
  const fields = fieldsIn(VARIABLES, 'events');
  expect(valuesOf(fieldIn(fields, 'c-2-0'))).toContain('{switch} = {truth}');
  expect(valuesOf(fieldIn(fields, 'c-2-0-switch'))).toEqual(['Asleep']);
  expect(valuesOf(fieldIn(fields, 'c-2-0-truth'))).toEqual(['yes', 'no']);
  expect(valuesOf(fieldIn(fields, 'c-2-0-variable'))).toEqual(['Mood', 'Points']);
  expect(valuesOf(fieldIn(fields, 'c-2-0-value'))).toContain('angry');
  expect(valuesOf(fieldIn(fields, 'c-3-0-fact'))).toEqual(['Asleep']);
  expect(valuesOf(fieldIn(fieldsIn('', 'events'), 'c-2-0'))).not.toContain('{switch} = {truth}');
});

test('offers common conditions about votes', () => {
  const labels = fieldIn(fieldsIn('', 'events'), 'c-3-0')?.options.map(({ label }) => label);
  expect(labels).toEqual(
    expect.arrayContaining(['everybody voted for it', 'nobody voted against it', 'everybody voted on it']),
  );
});

test('fields whose label says too little have a hint', () => {
  const hints = fieldsIn('', 'events')
    .filter(({ about }) => about !== null)
    .map(({ label }) => label);
  expect(hints).toEqual(
    expect.arrayContaining(['How often, at most', 'How many times (optional)', 'Measured']),
  );
});

test('preselects the variable that the rule itself uses, or else the one most rules use', () => {
  const suber = new Map(
    [...shippedLibrary].flatMap(([path, text]) =>
      path.startsWith('core/suber/') ? [[path.slice('core/suber/'.length), text]] : [],
    ),
  );
  const first = (body: string): string | undefined =>
    fieldIn(fieldsIn(body, 'events', suber), 'c-2-0-count')?.given[0];
  expect(first('')).toBe('Points');
  expect(first('| Each player has | starts at |\n| - | - |\n| Gulls | 0 |\n')).toBe('Gulls');
});

const SCENE: OfferScene = {
  ...sceneOf(namesBeside(VARIABLES, FILES, PLAIN_TERMS, { path: null, memo: undefined })),
  moves: ['bow'],
};
const replacing: OfferScene['provided'] = {
  ...SCENE.provided,
  missing: new Set(),
  replaceable: new Map([
    ['a', 'the points'],
    ['b', 'the points'],
    ['c', 'the turn'],
  ]),
};

function formFor(is: string, cells: Readonly<Record<string, string>> = {}, scene = SCENE, lead = '') {
  return fieldsOfRow({ is, lead, cells: new Map(Object.entries(cells)) }, scene, IN_ENGLISH.say);
}
/** The options as a page lists them: `value: label`, or the value alone if it is the label too. */
const listed = (field: FilledField | undefined): readonly string[] =>
  (field?.options ?? []).map(({ value, label }) => (value === label ? value : `${value}: ${label}`));

test.each<[string, readonly (readonly [name: string, label: string, input: string, given: string])[]]>([
  [
    'variables',
    [
      ['lead', 'Whose', 'one-of', 'Each player has'],
      ['c-0', 'What is it called?', 'text', ''],
      ['c-1', 'What does it start at?', 'suggested', '0'],
      ['c-2', 'Never less than (optional)', 'suggested', ''],
      ['c-3', 'Never more than (optional)', 'text', ''],
      ['c-4', 'Which words can it be? (optional)', 'text', ''],
      ['c-5-0', 'Who keeps count?', 'one-of', ''],
    ],
  ],
  [
    'worths',
    [
      ['lead', 'Whose', 'one-of', 'Each player’s'],
      ['c-0', 'What is it called?', 'text', ''],
      ['c-1', 'How is it worked out?', 'text', ''],
    ],
  ],
  [
    'moves',
    [
      ['lead', 'Whose', 'one-of', 'A player may'],
      ['c-0', 'What may they do?', 'text', ''],
      ['c-1-0', 'They choose', 'one-of', ''],
      ['c-2-0', 'They pay', 'one-of', ''],
      ['c-3-0', 'What happens then', 'one-of', ''],
      ['c-4-0', 'How often, at most', 'one-of', ''],
      ['c-5-0', 'Only if', 'one-of', ''],
    ],
  ],
  [
    'events',
    [
      ['c-0-0', 'When', 'one-of', ''],
      ['c-1-0', 'Who', 'one-of', ''],
      ['c-2-0', 'What happens then', 'one-of', ''],
      ['c-3-0', 'Only if', 'one-of', ''],
      ['c-4-0', 'How often, at most', 'one-of', ''],
      ['c-5', 'How many times (optional)', 'text', ''],
      ['c-7-0', 'Measured', 'one-of', ''],
    ],
  ],
  [
    'prohibitions',
    [
      ['c-0-0', 'What may nobody do?', 'one-of', ''],
      ['c-1-0', 'While', 'one-of', ''],
    ],
  ],
  [
    'votes needed',
    [
      ['c-0-0', 'How many votes?', 'one-of', ''],
      ['c-1-0', 'While', 'one-of', ''],
    ],
  ],
  ['something else', []],
])('a row of %s asks for each of its cells', (is, asked) => {
  // Fields with `only` belong to what is picked.
  const shown = formFor(is).filter(({ only }) => only === undefined);
  expect(shown.map(({ name, label, input, given }) => [name, label, input, given.join()])).toEqual(asked);
});

test.each<[string, string, string, readonly string[]]>([
  [
    'variables',
    'lead',
    '',
    ['Each player has', 'The game has', 'Each proposal has'].map((one) => `${one}: ${one} …`),
  ],
  [
    'variables',
    'c-1',
    'A number, yes, no, nobody, or one of the words below.',
    ['0: ', '5: ', 'no: ', 'yes: ', 'nobody: '],
  ],
  [
    'variables',
    'c-2',
    'If this is empty, it can’t go below 0. Write “any” to let it go below.',
    ['0: ', 'any: '],
  ],
  ['variables', 'c-3', '', []],
  ['variables', 'c-0', 'Such as Coins, Points or Mood.', []],
  ['variables', 'c-4', 'For words instead of a number: happy, sad or angry.', []],
  ['worths', 'c-0', '', []],
  ['worths', 'c-1', 'Such as 2 × Coins + 1, or if Coins < 3 then 1 else 0.', []],
  ['moves', 'c-0', 'Such as: make a wish.', []],
  [
    'events',
    'c-5',
    'If this is empty, it happens once. A number or a sum repeats it, such as 2 or votes for.',
    [],
  ],
  [
    'variables',
    'c-5-0',
    '',
    [
      ': the computer, by what the rules say',
      'hand: you do, by hand: anybody who plays can change it, on record',
    ],
  ],
  [
    'moves',
    'c-1-0',
    'To choose two things, write them in words, with names: another player (Buyer); a number from 1 to 9 (Ask).',
    [
      ': nothing',
      'another player',
      'a player',
      'a proposal',
      'a number from {low} to {high}: a number from … to …',
      '{options}: one of these words …',
      'in words: something else, in words',
    ],
  ],
  [
    'moves',
    'c-2-0',
    '',
    [': nothing', '{amount} {count}: so much of something', 'in words: something else, in words'],
  ],
  [
    'moves',
    'c-3-0',
    '',
    [
      ': –',
      '{amount} {count}: gets …',
      'loses {amount} {count}: loses …',
      'wins',
      'the turn ends',
      '{person} gets {amount} {count}: somebody else gets …',
      '{person} loses {amount} {count}: somebody else loses …',
      'as many {count} as {amount}: gets as many as there are of something else',
      '{amount} of {options} at random: gets some of several things, at random',
      '{switch} = {truth}: something becomes yes or no',
      '{variable} = {value}: something is set to a value',
      'in words: something else, in words',
    ],
  ],
  [
    'moves',
    'c-4-0',
    'The limit is for each person. A use that nobody takes is lost, unless it is carried over.',
    [
      ': as often as they like',
      '{often} a {period}: … a …',
      '{often} a {period}, carried over: … a …, carried over',
      'in words: something else, in words',
    ],
  ],
  [
    'moves',
    'c-5-0',
    '',
    [
      ': always',
      'it is their turn',
      'not their turn',
      'voted for it',
      'voted against it',
      'is its author',
      'everybody voted for it',
      'nobody voted against it',
      'everybody voted on it',
      'votes for {compare} {amount}: votes for …',
      'votes against {compare} {amount}: votes against …',
      'votes needed {compare} {amount}: votes needed …',
      'votes {compare} {amount}: all votes …',
      'all dice are alike',
      'dice total {compare} {amount}: dice total …',
      'round {compare} {amount}: round …',
      'rules {compare} {amount}: rules …',
      'mutable rules {compare} {amount}: mutable rules …',
      '{measure} is {person}: somebody is …',
      '{measure} {compare} {value}: something is more, less or the same as …',
      'not {fact}: something is “no”',
      '{fact}: something is “yes”',
      'in words: something else, in words',
    ],
  ],
  [
    'events',
    'c-0-0',
    '',
    [
      ': –',
      'this rule is adopted',
      'a {kind} is adopted: a proposal is adopted',
      'a {kind} is adopted, this one too: a proposal is adopted, this one too',
      'a {kind} is defeated: a proposal is defeated',
      'a {kind} is made: a proposal is made',
      'a {kind} is revised: a proposal is revised',
      'a player votes on a {kind}: a player votes on a proposal',
      "a player's turn begins",
      'a round ends',
      'every {which} round ends: every … round ends',
      'a player rolls a {number}: a player rolls a …',
      'a player rolls',
      'a player wins',
      'a player joins',
      'each {weekday}{clock}: each …',
      'each day{clock}: each day',
      'a week begins',
      'a month ends',
      'a quarter ends',
      '{total} reach {amount}: … reach …',
      'a player {moves}: a player …',
      'in words: something else, in words',
    ],
  ],
  [
    'events',
    'c-1-0',
    '',
    [
      ': –',
      'each player',
      'its author',
      'that player',
      'every other player',
      'whoever voted for',
      'whoever voted against',
      'whoever voted',
      'whoever has the most {total}{ties}: whoever has the most …',
      'whoever has the fewest {total}{ties}: whoever has the fewest …',
      'whoever has {total} {compare} {amount}: whoever has …',
      'whoever is {fact}: whoever is …',
      'the player whose turn it is',
      'the game',
      'it: the proposal',
      'in words: something else, in words',
    ],
  ],
  [
    'events',
    'c-4-0',
    'The limit is for each person. A use that nobody takes is lost, unless it is carried over.',
    [
      ': as often as they like',
      '{often} a {period}: … a …',
      '{often} a {period}, carried over: … a …, carried over',
      'in words: something else, in words',
    ],
  ],
  ['events', 'c-6', '', [': nothing: it comes on top', 'the points', 'the turn']],
  [
    'events',
    'c-7-0',
    'It matters only if other lines change the same amounts at the same moment.',
    [': before anybody is paid', 'after the others'],
  ],
  [
    'prohibitions',
    'c-0-0',
    '',
    [
      ': –',
      'vote on a {kind}: vote on a proposal',
      'revise a {kind}: revise a proposal',
      'make a {kind}: make a proposal',
      'add a rule',
      'add a mutable rule',
      '{move}: make a move',
      'in words: something else, in words',
    ],
  ],
  [
    'votes needed',
    'c-0-0',
    '',
    [': –', 'every vote', '{amount} votes: … votes', 'in words: something else, in words'],
  ],
])('for %s, the field %s has this hint and these options', (is, name, about, options) => {
  const field = fieldIn(formFor(is, {}, { ...SCENE, provided: replacing }), name);
  expect([field?.about ?? '', listed(field)]).toEqual([about, options]);
  expect([field?.required, field?.hasNone ?? false, field?.most]).toEqual([
    name === 'lead',
    options[0]?.startsWith(':') === true,
    /^c-\d$/u.test(name) && name !== 'c-6' ? 400 : null,
  ]);
});

const AMOUNTS = ['1', '5', '1d6', '2d6', 'votes for', 'votes against', 'players', 'round', 'dice total'];
const alike = (...values: readonly string[]) => values.map((value) => ({ value, label: value }));
const bare = (...values: readonly string[]) => values.map((value) => ({ value, label: '' }));

test('a choice has a field for each gap and one for free text, shown only if they apply', () => {
  const price = '{amount} {count}';
  expect(formFor('moves').filter(({ name }) => name.startsWith('c-2'))).toEqual([
    fieldFor({
      name: 'c-2-0',
      label: 'They pay',
      input: 'one-of',
      options: [
        { value: '', label: 'nothing' },
        { value: price, label: 'so much of something' },
        { value: 'in words', label: 'something else, in words' },
      ],
      hasNone: true,
      value: '',
    }),
    fieldFor({
      name: 'c-2-0-amount',
      label: 'They pay: how much',
      about: 'A number, or 1d6 for a die of six sides.',
      input: 'suggested',
      options: bare(...AMOUNTS),
      value: '1',
      most: 200,
      only: { field: 'c-2-0', values: [price] },
    }),
    fieldFor({
      name: 'c-2-0-count',
      label: 'They pay: of what',
      input: 'one-of',
      options: alike('Points'),
      value: 'Points',
      most: 200,
      only: { field: 'c-2-0', values: [price] },
    }),
    fieldFor({
      name: 'c-2-0-words',
      label: 'They pay: in words',
      input: 'text',
      value: '',
      most: 400,
      only: { field: 'c-2-0', values: ['in words'] },
    }),
  ]);
});

test.each<[gap: string, label: string, input: string, options: readonly string[], given: string]>([
  ['0-0-kind', 'When: which kind', 'one-of', ['proposal'], 'proposal'],
  [
    '0-0-which',
    'When: which round',
    'one-of',
    ['second', 'third', 'fourth', 'fifth', 'sixth', 'tenth'],
    'second',
  ],
  ['0-0-number', 'When: which number', 'text', [], '10'],
  [
    '0-0-weekday',
    'When: which day',
    'one-of',
    ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
    'Monday',
  ],
  ['0-0-clock', 'When: at what time, in UTC (optional)', 'suggested', ['09:00: ', '18:00: '], ''],
  ['0-0-total', 'When: of what', 'one-of', ['Points'], 'Points'],
  ['0-0-moves', 'When: what', 'one-of', ['bows'], 'bows'],
  [
    '1-0-ties',
    'Who: if several share the place',
    'one-of',
    ['each', 'alone', 'one at random', 'by a die', 'shared'],
    'each',
  ],
  ['1-0-fact', 'Who: of what', 'one-of', ['Asleep'], 'Asleep'],
  [
    '2-0-person',
    'What happens then: which player',
    'one-of',
    ['the chosen player', 'that player', 'its author'],
    'the chosen player',
  ],
  ['2-0-options', 'What happens then: which words', 'text', [], 'red, blue or yellow'],
  ['2-0-truth', 'What happens then: yes or no', 'one-of', ['yes', 'no'], 'yes'],
  ['2-0-variable', 'What happens then: of what', 'one-of', ['Mood', 'Points'], 'Mood'],
  [
    '2-0-value',
    'What happens then: which value',
    'suggested',
    ['0', '1', 'happy', 'sad', 'angry', 'nobody', 'that player'].map((one) => `${one}: `),
    '0',
  ],
  ['3-0-compare', 'Only if: compared how', 'one-of', ['=', '≠', '<', '≤', '>', '≥'], '='],
  ['3-0-measure', 'Only if: of what', 'one-of', ['Mood', 'Points'], 'Mood'],
  [
    '4-0-often',
    'How often, at most: how often',
    'one-of',
    ['once', 'twice', '3 times', '4 times', '5 times'],
    'once',
  ],
  [
    '4-0-period',
    'How often, at most: in each',
    'one-of',
    ['turn', 'round', 'day', 'week', 'month', 'quarter', 'game'],
    'day',
  ],
])('asks for the gap %s', (gap, label, input, options, given) => {
  const field = fieldIn(formFor('events', {}, { ...SCENE, provided: replacing }), `c-${gap}`);
  expect([field?.label, field?.input, listed(field), field?.given]).toEqual([label, input, options, [given]]);
  expect([field?.about, field?.most]).toEqual([null, 200]);
});

test.each<[is: string, name: string, label: string, input: string, given: string]>([
  ['moves', 'c-1-0-low', 'They choose: from', 'text', '1'],
  ['moves', 'c-1-0-high', 'They choose: up to', 'text', '6'],
  ['moves', 'c-1-0-options', 'They choose: which words', 'text', 'red, blue or yellow'],
  ['moves', 'c-1-0-words', 'They choose: in words', 'text', ''],
  ['prohibitions', 'c-0-0-move', 'What may nobody do?: which move', 'one-of', 'bow'],
  ['moves', 'c-3-0-switch', 'What happens then: of what', 'one-of', 'Asleep'],
  ['votes needed', 'c-0-0-amount', 'How many votes?: how much', 'suggested', '1'],
  ['events', 'c-2-0-count', 'What happens then: of what', 'one-of', 'Points'],
])('a row of %s has the field %s with this label and start', (is, name, label, input, given) => {
  const field = fieldIn(formFor(is), name);
  expect([field?.label, field?.input, field?.given]).toEqual([label, input, [given]]);
});

test('a game without moves or numbers says why there is nothing to pick', () => {
  const fields = formFor('events', {}, { ...SCENE, words: new Vocabulary(), moves: [] });
  const nothing = 'Nothing to choose from yet: first add what people have.';
  expect(
    ['c-0-0-moves', 'c-0-0-total', 'c-2-0-count', 'c-0-0-kind'].map((name) => {
      const field = fieldIn(fields, name);
      return [field?.about, field?.given, field?.input];
    }),
  ).toEqual([
    [nothing, [''], 'one-of'],
    [nothing, [''], 'one-of'],
    [nothing, [''], 'one-of'],
    [null, ['proposal'], 'one-of'],
  ]);
});

/** The fields that a page would show and that are filled in. */
function filled(fields: readonly FilledField[]): Readonly<Record<string, string>> {
  const given = new Map(fields.map((one) => [one.name, one.given[0] ?? '']));
  return Object.fromEntries(
    fields.flatMap(({ name, only }) =>
      given.get(name) !== '' && (only === undefined || only.values.includes(given.get(only.field) ?? ''))
        ? [[name, given.get(name) ?? '']]
        : [],
    ),
  );
}

test('splits a cell into choices and offers one more, up to six', () => {
  const fields = formFor('moves', {
    '': 'make a wish',
    choosing: 'a player; ; a dream;',
    paying: '3 Points',
    'to get': Array.from({ length: 7 }, (_, n) => `${n + 2} points`).join('; '),
    'how often': 'twice a week; or so',
    'only if': '  ',
  });
  const shown = filled(fields);
  expect(shown).toMatchObject({
    lead: 'A player may',
    'c-0': 'make a wish',
    'c-1-0': 'a player',
    'c-1-1': 'in words',
    'c-1-1-words': 'a dream',
    'c-2-0': '{amount} {count}',
    'c-2-0-amount': '3',
    'c-2-0-count': 'Points',
    'c-4-0': 'in words',
    'c-4-0-words': 'twice a week; or so',
  });
  expect(Object.keys(shown).filter((name) => name.startsWith('c-5'))).toEqual([]);
  const amounts = fields.filter(({ name }) => /^c-3-\d-amount$/u.test(name));
  expect(amounts.map(({ given, label }) => [given[0], label])).toEqual(
    ['2', '3', '4', '5', '6', '7'].map((amount, n) => [
      amount,
      `What happens then${n === 0 ? '' : `, and also (${n + 1})`}: how much`,
    ]),
  );
  const pickers = fields.filter(({ name }) => /^c-[124]-\d$/u.test(name));
  expect(pickers.map(({ name, label, options: [none] }) => [name, label, none?.label])).toEqual([
    ['c-1-0', 'They choose', 'nothing'],
    ['c-1-1', 'They choose, and also (2)', 'nothing more'],
    ['c-1-2', 'They choose, and also (3)', 'nothing more'],
    ['c-2-0', 'They pay', 'nothing'],
    ['c-2-1', 'They pay, and also (2)', 'nothing more'],
    ['c-4-0', 'How often, at most', 'as often as they like'],
  ]);
  const second = fieldIn(formFor('events', { if: 'is its author' }), 'c-3-1');
  expect([second?.label, second?.options[0]?.label, second?.about]).toEqual([
    'Only if, and also (2)',
    'nothing more',
    null,
  ]);
});

test.each<[string, Readonly<Record<string, string>>]>([
  ['is its author and Points > 3', { 'c-3-0': 'is its author', 'c-3-1': '{measure} {compare} {value}' }],
  // That “and” is within one condition.
  ['Points are between 2 and 4', { 'c-3-0': 'in words', 'c-3-0-words': 'Points are between 2 and 4' }],
])('reads the condition “%s”', (text, shown) => {
  const fields = formFor('events', { if: text });
  expect(filled(fields)).toMatchObject(shown);
  expect(fieldIn(fields, `c-3-${Object.keys(shown).includes('c-3-1') ? 2 : 1}`)?.given).toEqual(['']);
});

test('only one thing can be measured or kept by hand, and anything else is free text', () => {
  const at = (is: string, name: string, cells: Readonly<Record<string, string>>) => {
    const fields = formFor(is, cells).filter((one) => one.name.startsWith(name));
    return fields.map((one) => [one.name, one.given[0], listed(one).at(-1)]);
  };
  expect(at('variables', 'c-5', { 'kept by': 'Hand' })).toEqual([
    ['c-5-0', 'hand', 'hand: you do, by hand: anybody who plays can change it, on record'],
  ]);
  expect(at('events', 'c-7', { order: 'after the others' })).toEqual([
    ['c-7-0', 'after the others', 'after the others'],
  ]);
  expect(at('variables', 'c-5', { 'kept by': 'an owl' })).toEqual([
    ['c-5-0', 'in words', 'in words: something else, in words'],
    ['c-5-0-words', 'an owl', undefined],
  ]);
});

test('offers to replace what another rule gives, and keeps the cell’s current value as an option', () => {
  const of = (cells: Readonly<Record<string, string>>, provided = replacing) =>
    formFor('events', cells, { ...SCENE, provided })
      .filter(({ name }) => name === 'c-6')
      .map((one) => [one.label, one.input, one.given[0], valuesOf(one)]);
  const LABEL = 'In place of what another rule gives';
  expect(of({})).toEqual([[LABEL, 'one-of', '', ['', 'the points', 'the turn']]]);
  expect(of({ 'instead of': '' })).toEqual(of({}));
  expect(of({ 'instead of': 'the turn' })).toEqual([
    [LABEL, 'one-of', 'the turn', ['', 'the points', 'the turn']],
  ]);
  expect(of({ 'instead of': 'tea' })).toEqual([
    [LABEL, 'one-of', 'tea', ['', 'the points', 'the turn', 'tea']],
  ]);
  expect(of({ 'instead of': 'tea' }, SCENE.provided)).toEqual([[LABEL, 'one-of', 'tea', ['', 'tea']]]);
  expect(of({}, SCENE.provided)).toEqual([]);
});

test('keeps a value that is no longer offered, and recognizes the first heading in any spelling', () => {
  const hiding = { ...SCENE, isOffered: ({ title }: { readonly title: string }) => title !== 'points' };
  const all = formFor('moves', { paying: '3 points' }, SCENE, 'the  EMPEROR may');
  expect([fieldIn(all, 'lead')?.given, valuesOf(fieldIn(all, 'c-2-0-count'))]).toEqual([
    ['The emperor may'],
    ['Points'],
  ]);
  const some = formFor('moves', { paying: '3 votes for' }, hiding);
  expect(valuesOf(fieldIn(some, 'c-2-0'))).toContain('in words');
  expect(fieldIn(formFor('moves', {}, SCENE, 'Somebody may'), 'lead')?.given).toEqual(['A player may']);
});

test('shows the game’s own terms in the choices, but doesn’t store them', () => {
  const called = (text: string): string =>
    text.replaceAll('player', 'sailor').replaceAll('emperor', 'captain');
  const fields = formFor('moves', {}, { ...SCENE, called });
  expect(listed(fieldIn(fields, 'lead')).slice(0, 2)).toEqual([
    'A player may: A sailor may …',
    'The emperor may: The captain may …',
  ]);
  expect(listed(fieldIn(fields, 'c-1-0')).slice(1, 3)).toEqual([
    'another player: another sailor',
    'a player: a sailor',
  ]);
  expect(listed(fieldIn(fields, 'c-3-0-person'))[0]).toBe('the chosen player: the chosen sailor');
});

/** What a browser sends of these fields, as the cells of a row. */
function sent(
  is: string,
  words: Readonly<Record<string, string>>,
  before: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const { lead, cells } = rowGiven(
    is,
    new Given(new URLSearchParams(words)),
    new Map(Object.entries(before)),
    SCENE,
  );
  return { lead, ...Object.fromEntries([...cells].filter(([, text]) => text !== '')) };
}

test.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, string>>]>([
  [
    'variables',
    { 'c-0': ' Coins ', 'c-1': '0', 'c-5-0': 'hand' },
    { lead: 'Each player has', '': 'Coins', 'starts at': '0', 'kept by': 'hand' },
  ],
  ['worths', { lead: 'The game’s', 'c-0': 'Fame', 'c-1': '2' }, { lead: 'The game’s', '': 'Fame', is: '2' }],
  [
    'moves',
    {
      'c-0': 'bow',
      'c-1-0': 'a player',
      'c-1-1': '',
      'c-1-2': 'in words',
      'c-1-2-words': ' a dream ',
      'c-2-0': '{amount} {count}',
      'c-2-0-amount': '3',
      'c-2-0-count': 'Points',
      'c-3-0': 'in words',
      'c-3-0-words': ' ',
      'c-4-0': '',
      // Without the one before it, it is not part of the form.
      'c-5-1': 'is its author',
    },
    { lead: 'A player may', '': 'bow', choosing: 'a player; a dream', paying: '3 Points' },
  ],
  [
    'events',
    {
      'c-0-0': 'a week begins',
      'c-1-0': 'each player',
      'c-3-0': 'voted for it',
      'c-3-1': 'is its author',
      'c-6': 'tea',
    },
    {
      lead: 'When',
      '': 'a week begins',
      who: 'each player',
      if: 'voted for it and is its author',
      'instead of': 'tea',
    },
  ],
  ['something else', { 'c-0': 'x' }, { lead: '' }],
])('writes a row of %s as it was filled in', (is, words, cells) => {
  expect(sent(is, words)).toEqual(cells);
});

test('takes at most six choices per cell', () => {
  const names = Array.from({ length: 8 }, (_, n) => [`c-3-${n}`, 'wins'] as const);
  expect(sent('moves', Object.fromEntries(names))['to get']?.split('; ')).toHaveLength(6);
});

test('reads every choice back as the same choice, and keeps the spelling of an untouched cell', () => {
  const scene = { ...SCENE, provided: replacing };
  const COLUMNS: readonly (readonly [is: string, column: string, at: number, pick: keyof typeof OFFERS])[] = [
    ['events', '', 0, 'event'],
    ['events', 'who', 1, 'person'],
    ['events', 'gets', 2, 'effect'],
    ['events', 'if', 3, 'condition'],
    ['events', 'limit', 4, 'limit'],
    ['moves', 'choosing', 1, 'choice'],
    ['prohibitions', '', 0, 'act'],
    ['votes needed', '', 0, 'needed'],
  ];
  for (const [is, column, at, pick] of COLUMNS)
    for (const offer of OFFERS[pick]) {
      const words = new URLSearchParams(formFor(is, {}, scene).map((one) => [one.name, one.given[0] ?? '']));
      words.set(`c-${at}-0`, offer);
      const text = rowGiven(is, new Given(words), new Map(), scene).cells.get(column) ?? '';
      expect(readOffer(text, pick, scene)?.offer).toBe(offer);
      const shouted = text.toUpperCase();
      const again = formFor(is, { [column]: shouted }, scene);
      const sentBack = new Given(new URLSearchParams(again.map((one) => [one.name, one.given[0] ?? ''])));
      expect(rowGiven(is, sentBack, new Map([[column, shouted]]), scene).cells.get(column)).toBe(shouted);
    }
});

test.each([
  [
    'variables',
    'Each player has',
    '“Each player has” is empty; “any” under “at least” is no limit',
    '“What is it called?” is empty; “any” under “Never less than” is no limit',
  ],
  [
    'variables',
    'The game has',
    '“The game has” and “Each player has”',
    '“What is it called?” and “Each player has”',
  ],
  ['unknown', 'When', '“When” is empty', '“When” is empty'],
])('problems with a row of %s (%s) use the form’s labels: %s', (is, lead, text, told) => {
  expect(inLabels(text, { is, lead }, IN_ENGLISH.say)).toBe(told);
});
