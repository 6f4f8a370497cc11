import { expect, test } from 'vitest';

import { BOUNDS } from '../kernel/bounds.ts';
import { changesOfFile, changesOfFiles } from './changes-of-file.ts';

const file = (front: string, body = ''): string => `---\n${front}---\n${body}`;
const ROOM = 'content/gamestate/rooms/D4.md';

test('a ruleset file is one change with the text it was based on', () => {
  const path = 'content/ruleset/core/votes.md';
  expect(changesOfFile(path, 'old', 'new')).toEqual({
    changes: [{ verb: 'file', path, content: 'new', base: 'old' }],
    problems: [],
  });
  expect(changesOfFile(path, null, 'new').changes).toEqual([
    { verb: 'file', path, content: 'new', base: null },
  ]);
  expect(changesOfFile(path, 'old', null).changes).toEqual([
    { verb: 'file', path, content: null, base: 'old' },
  ]);
});

test('sets each gamestate value that differs, and no unchanged one', () => {
  const old = file('size: 3\nlit: true\nowners: [ana, bo]\n');
  const young = file('size: 4\nlit: true\nowners: [ana, bo]\nname: Hall\n', 'Anybody’s words.\n');
  expect(changesOfFile(ROOM, old, young)).toEqual({
    changes: [
      { verb: 'set', path: 'rooms.D4.size', value: 4 },
      { verb: 'set', path: 'rooms.D4.name', value: 'Hall' },
    ],
    problems: [],
  });
  expect(changesOfFile(ROOM, old, file('owners: [bo, ana]\nlit: true\nsize: 3\n')).changes).toEqual([
    { verb: 'set', path: 'rooms.D4.owners', value: ['bo', 'ana'] },
  ]);
});

test('sets a value named like an inherited property as any other', () => {
  expect(changesOfFile(ROOM, file('size: 3\n'), file('size: 3\nconstructor: 1\n')).changes).toEqual([
    { verb: 'set', path: 'rooms.D4.constructor', value: 1 },
  ]);
});

test('sets all values of a new thing, and sets a removed one to null', () => {
  expect(changesOfFile(ROOM, null, file('size: 3\nlit: true\n')).changes).toEqual([
    { verb: 'set', path: 'rooms.D4.size', value: 3 },
    { verb: 'set', path: 'rooms.D4.lit', value: true },
  ]);
  expect(changesOfFile(ROOM, file('size: 3\n'), null)).toEqual({
    changes: [{ verb: 'set', path: 'rooms.D4', value: null }],
    problems: [],
  });
});

test('a value can’t be removed', () => {
  const { changes, problems } = changesOfFile(ROOM, file('size: 3\nlit: true\n'), file('size: 4\n'));
  expect(changes).toEqual([{ verb: 'set', path: 'rooms.D4.size', value: 4 }]);
  expect(problems).toEqual([
    `${ROOM}: lit can’t be removed, because the rules decide which values there are. Give it a value instead.`,
  ]);
  expect(changesOfFile(ROOM, file('size: 3\nlit: true\n'), file('size: 3\n')).changes).toEqual(named(''));
});

test.each([
  ['content/gamestate/game.md', 'game.turn'],
  ['content/gamestate/dynasty.md', 'dynasty.turn'],
  ['content/gamestate/players/a%2Fb.md', 'players.a/b.turn'],
])('%s sets %s', (path, set) => {
  expect(changesOfFile(path, null, file('turn: 1\n')).changes).toEqual([
    { verb: 'set', path: set, value: 1 },
  ]);
});

test.each([
  'content/gamestate/players.md',
  'content/gamestate/rooms/attic/chest.md',
  'content/gamestate/rooms/D4.txt',
  'content/gamestate/game.yml',
])('reports that %s isn’t a gamestate file', (path) => {
  expect(changesOfFile(path, null, file('turn: 1\n'))).toEqual({
    changes: [{ verb: 'file', path, content: '' }],
    problems: [
      `${path} isn’t a file of the gamestate: there are game.md, dynasty.md, and a folder for each collection.`,
    ],
  });
});

/** What can’t be done is named, so that the enactment says that it was left out. */
const named = (content: string | null) => [{ verb: 'file', path: ROOM, content }];

test('an unreadable file sets nothing, and its problems have line numbers', () => {
  const { changes, problems } = changesOfFile(ROOM, file('size: 3\n'), file('size: [3\n'));
  expect(changes).toEqual(named(''));
  expect(problems.length).toBeGreaterThan(0);
  for (const problem of problems) expect(problem).toMatch(/^content\/gamestate\/rooms\/D4\.md:\d+: \S/u);
});

test('a file that is too long sets nothing, and is reported without a line', () => {
  const { changes, problems } = changesOfFile(ROOM, null, 'x'.repeat(BOUNDS.tracked.read + 1));
  expect(changes).toEqual(named(''));
  expect(problems).toEqual([`${ROOM}: The file has ${BOUNDS.tracked.read + 1} characters.`]);
});

test('gamestate files set values, and a text below them or any other file is one change', () => {
  const page = 'content/pages/tea.md';
  const rule = 'content/ruleset/core/votes.md';
  const well = 'content/gamestate/rooms/E5.md';
  const content = new Map([
    [ROOM, file('size: 3\n', 'Old words.\n')],
    [well, file('size: 3\n', 'Old words.\n')],
    [page, 'Old.'],
  ]);
  const of = (...changes: readonly (readonly [string, string | null])[]) =>
    changesOfFiles(new Map(changes), content);
  const size = { verb: 'set', path: 'rooms.D4.size', value: 4 };
  const words = { verb: 'file', path: ROOM, content: 'New words.\n', base: 'Old words.\n' };
  expect(of([ROOM, file('size: 4\n', 'Old words.\n')])).toEqual([size]);
  expect(of([ROOM, file('size: 4\n', 'New words.\n')], [well, null], [page, 'New.'])).toEqual([
    size,
    words,
    { verb: 'set', path: 'rooms.E5', value: null },
    { verb: 'file', path: page, content: 'New.', base: 'Old.' },
  ]);
  expect(of([ROOM, 'size: [4\n'])).toHaveLength(1);
  // Changes described in words are shown as those changes, unless they can't be read.
  const described = 'content/changes.yml';
  expect(of([described, '- transmute: core/votes\n'])).toEqual([{ verb: 'transmute', rule: 'core/votes' }]);
  for (const unclear of ['nonsense\n', '- transmute: core/votes\n- nonsense\n'])
    expect(of([described, unclear])).toEqual([
      { verb: 'file', path: described, content: unclear, base: null },
    ]);
  // If no value differs, the file changes as a whole.
  const whole = file('size: 3\n', 'New words.\n');
  expect(of([ROOM, whole], [rule, 'New.'])).toEqual([
    { verb: 'file', path: ROOM, content: whole, base: content.get(ROOM) },
    { verb: 'file', path: rule, content: 'New.', base: null },
  ]);
  const young = 'content/gamestate/rooms/F6.md';
  expect(of([young, file('size: 1\n', 'Words.\n')])).toEqual([
    { verb: 'set', path: 'rooms.F6.size', value: 1 },
    { verb: 'file', path: young, content: 'Words.\n', base: '' },
  ]);
});
