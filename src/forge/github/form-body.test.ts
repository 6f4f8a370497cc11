// Answers of issue forms, as GitHub writes them.
import { expect, test } from 'vitest';

import {
  actionOfLabel,
  asksForChanges,
  changesOfForm,
  commandOfForm,
  FIELDS,
  gameOfMark,
  kindOfForm,
  labelOfMark,
  parseFormBody,
  textOfForm,
  writeFormBody,
} from './form-body.ts';

const form = (answers: Readonly<Record<string, string>>): string =>
  Object.entries(answers)
    .map(([label, value]) => `### ${label}\n\n${value}`)
    .join('\n\n');
const NONE = '_No response_';

test('finds fields by their headings, and leaves out the empty ones', () => {
  expect(
    parseFormBody(
      `Before\r\n### Room\r\n\r\nD4\r\n\r\n### Size\r\n\r\n${NONE}\r\n### Note \n\n\n### Text\n\nOne\n\nTwo\n`,
    ),
  ).toEqual([
    ['Room', 'D4'],
    ['Text', 'One\n\nTwo'],
  ]);
});

test('an issue that a page opened names its form and its game', () => {
  const body = writeFormBody('act/form', { Action: 'Roll (roll)' }, 'games/harbour');
  expect([labelOfMark(body), gameOfMark(body), parseFormBody(body)]).toEqual([
    'act/form',
    'games/harbour',
    [['Action', 'Roll (roll)']],
  ]);
  const alone = writeFormBody('kind/form', {});
  expect([labelOfMark(alone), gameOfMark(alone)]).toEqual(['kind/form', null]);
  expect(labelOfMark('x <!-- gitnomic:form act/form -->')).toBeNull();
});

test('the text of a post is its text or its reason, if the form has nothing else', () => {
  expect(textOfForm(form({ Kind: 'Story (story)', Text: 'Once.' }))).toBe('Once.');
  expect(textOfForm(form({ Reason: 'Why not.', Changes: NONE }))).toBe('Why not.');
  expect(textOfForm(form({ Text: NONE }))).toBe('');
  const own = form({ Text: 'Once.', Other: 'x' });
  expect([textOfForm(own), textOfForm('Just words.')]).toEqual([own, 'Just words.']);
});

test.each([
  ['Story Post (story)', 'story'],
  ['Call for judgment (cfj-2)', 'cfj-2'],
  ['Story', null],
  ['(Story)', null],
])('reads the kind in %s as %s', (Kind, kind) => {
  expect(kindOfForm(form({ Kind }))).toBe(kind);
});

test('recognizes a form that asks for changes by its fields, whatever was filled in', () => {
  expect(asksForChanges(form({ Reason: NONE, Changes: NONE }))).toBe(true);
  expect([asksForChanges(form({ Reason: 'x' })), asksForChanges('Changes and Reason')]).toEqual([
    false,
    false,
  ]);
});

test.each<[Record<string, string>, string]>([
  [{}, '[]'],
  [{ [FIELDS.changes]: '```yaml\n- repeal-rule: Dice\n```' }, '- repeal-rule: Dice'],
  [
    { [FIELDS.rule]: 'Votes', [FIELDS.words]: 'one', [FIELDS.newWords]: 'two' },
    '- edit-rule:\n    rule: Votes\n    replace: one\n    with: two\n',
  ],
  [
    { [FIELDS.becomes]: 'It is new (add)', [FIELDS.rule]: 'Lamps', [FIELDS.newWords]: 'Lamps are lit.' },
    '- add-rule:\n    title: Lamps\n    text: Lamps are lit.\n',
  ],
  [
    { [FIELDS.becomes]: 'It goes (repeal)', [FIELDS.rule]: 'Dice', [FIELDS.newWords]: 'x' },
    '- repeal-rule: Dice\n',
  ],
  [{ [FIELDS.value]: 'game.oil', [FIELDS.newValue]: '3' }, '- set:\n    game.oil: 3\n'],
  [{ [FIELDS.value]: 'game.oil', [FIELDS.newValue]: 'Infinity' }, '- set:\n    game.oil: Infinity\n'],
  [{ [FIELDS.value]: 'game.oil', [FIELDS.newValue]: '03' }, '- set:\n    game.oil: "03"\n'],
  [{ [FIELDS.value]: 'game.oil' }, '- set:\n    game.oil: ""\n'],
  [{ [FIELDS.newValue]: '3' }, '- set:\n    "": 3\n'],
  [
    { [FIELDS.changes]: '- repeal-rule: A', [FIELDS.rule]: 'B' },
    '- repeal-rule: A\n- edit-rule:\n    rule: B\n',
  ],
])('%j asks for %j', (answers, changes) => {
  expect(changesOfForm(form(answers))).toBe(changes);
});

test.each<[string, Record<string, string>, string]>([
  [
    'light-room',
    { Room: 'D4', 'How many?': '3', Really: 'true', Note: 'hi', All: '["a"]', Words: 'a: b' },
    '/act light-room room="D4" how-many-=3 really=true all=["a"] words="a: b"',
  ],
  [
    'form',
    { Action: 'Light a room (light-room)', With: 'room: D4\n size = 2 \nnonsense\n' },
    '/act light-room room="D4" size=2',
  ],
  ['form', { Action: 'Roll' }, '/act'],
  ['form', {}, '/act'],
  ['ask', { Question: 'What stands in the way (/why)', About: 'roll' }, '/why roll'],
  ['ask', { Question: 'What can I do (/help)', About: 'x y' }, '/help'],
  ['ask', { About: 'roll' }, '/act'],
])('%s of %j is the command %s', (action, answers, command) => {
  expect(commandOfForm(action, form(answers))).toBe(command);
});

test('only the label of an action names one', () => {
  expect(['act/light-room', 'act/', 'act/Light', 'kind/story', 'act/a--b'].map(actionOfLabel)).toEqual([
    'light-room',
    null,
    null,
    null,
    null,
  ]);
});
