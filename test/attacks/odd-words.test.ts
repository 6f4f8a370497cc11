// What people type where a rule asks for something: a text keeps its letters, whatever a reader of YAML or JSON takes it for, and a number is what they wrote or is refused.
import { expect, test } from 'vitest';

import {
  ana,
  bo,
  cy,
  dee,
  eli,
  fay,
  seenAfterTick,
  testGame,
  type TestGame,
} from '../../src/tick/fixtures/embedded-game.ts';
import { wordsFrom } from '../../src/cli/commands/act.ts';
import { writeCommand } from '../../src/session/take/commands.ts';
import type { FormField } from '../../src/wording/form-field.ts';
import { commandOfForm } from '../../src/forge/github/form-body.ts';
import { IN_ENGLISH } from '../../src/language/wording.ts';
import { readTypedValue, readYamlValue } from '../../src/ruleset/parse-yaml.ts';
import { readForm } from '../../src/seat/read-form.ts';
import { WORDED } from '../../src/store/paths.ts';
import { some } from '../slowly.ts';

/** Numbers to some reader or other: YAML’s in both versions, JavaScript’s, those of spreadsheets and of other scripts. */
const LETTERS: readonly string[] = [
  ['0', '7', '-3', '12345', '9007199254740991', '-0', '+5', '007', '012', '0x10', '0o17', '0b11'],
  ['1_000', '1,000', '1.000', '1.50', '1.', '.5', '1e3', '1E3', '1e400', '-1e400', '1e-7', '1:30', '1:30:20'],
  ['9007199254740993', '4.9999999999999999999', '9'.repeat(60), '0'.repeat(30), '.inf', '-.INF', '.nan'],
  [
    'NaN',
    'Infinity',
    '1/2',
    '１２',
    '٣',
    '५',
    '²',
    'Ⅷ',
    '1\u200b',
    '\u22125',
    '--1',
    '+-1',
    '$1',
    '1%',
    '1n',
  ],
  ['true', 'True', 'false', 'yes', 'no', 'on', 'off', 'y', 'NO', 'nil', 'undefined', '2024-03-01', '<<', '='],
  ['__proto__', 'constructor', 'hasOwnProperty', '-', '.', '..', '%TAG', '@a', '!x', '|', '>', '?', ':x'],
].flat();
const NUMBERS: readonly number[] = [0, 7, -3, 12345, Number.MAX_SAFE_INTEGER];

const CLAUSE = `import { action, boolean, choice, data, integer, list, player, rule, text, thing } from 'gitnomic/rules';
export default rule(() => ({
  player: { texts: list(text()), numbers: list(integer({ min: null })), words: text(), picked: list(text()), any: data() },
  things: { rooms: { ids: ['12', 'true', 'null', '007'], fields: { size: integer() } } },
  actions: {
    say: action({ by: 'anybody', with: { words: text() }, effect: ({ actor, words }) => { actor.texts = [...actor.texts, words]; } }),
    count: action({ by: 'anybody', with: { number: integer({ min: null }) }, effect: ({ actor, number }) => { actor.numbers = [...actor.numbers, number]; } }),
    pick: action({ by: 'anybody', with: { of: choice(['1', 'true', 'null', '007']) }, effect: ({ actor, of }) => { actor.picked = [...actor.picked, of]; } }),
    enter: action({ by: 'anybody', with: { room: thing('rooms') }, effect: ({ actor, room }) => { actor.picked = [...actor.picked, room.id]; } }),
  },
}));
`;

const field = (id: string, input: FormField['input']): FormField => ({
  id,
  label: id,
  about: null,
  input,
  hint: null,
  options: [],
  required: true,
  optional: false,
  min: null,
  max: null,
  numbers: false,
  parts: [],
  start: {},
});

/** How somebody comes to the same line of a comment; null where the form itself refuses what was filled in. */
const FORMS: Readonly<Record<string, (action: string, param: string, letters: string) => string | null>> = {
  'a comment': (action, param, letters) => `/${action} ${param}=${letters}`,
  'the command line': (action, param, letters) =>
    writeCommand(action, wordsFrom([`${param}=${letters}`]).words),
  'a form at home': (action, param, letters) => {
    const fields = [field(param, action === 'count' ? 'integer' : 'text')];
    const { words, problems } = readForm(action, fields, () => [letters], IN_ENGLISH.say);
    return problems.length > 0 ? null : writeCommand(action, words);
  },
  'a form on GitHub': (action, param, letters) => commandOfForm(action, `### ${param}\n\n${letters}\n`),
};

async function play(): Promise<TestGame> {
  return testGame(
    {},
    new Map([
      ['content/ruleset/dynastic/odd.md', '---\ntitle: Odd\norder: 90\n---\nPeople say things.\n'],
      ['content/ruleset/dynastic/odd.ts', CLAUSE],
    ]),
  );
}

async function take(
  game: TestGame,
  lines: readonly (string | null)[],
): Promise<Readonly<Record<string, unknown>>> {
  const post = await game.table.open(bo, { kind: 'story', title: 'On', text: '' });
  const written = lines.filter((line) => line !== null);
  for (let at = 0; at < written.length; at += 20)
    await game.table.comment(bo, post, written.slice(at, at + 20).join('\n'));
  const state = await seenAfterTick(game, ({ open }) => open.play.state());
  expect((await game.said(post)).join('\n')).not.toMatch(/not a function|native code|\bat .*:\d+:\d+/u);
  return state.players['bo'] ?? {};
}

test.each(some(Object.entries(FORMS).toReversed(), 2))('%s', async (_, kind) => {
  const game = await play();
  // A tilde, a bracket and a quote mean something there; of what has no other meaning every letter is kept.
  const own = LETTERS.filter((letters) => !/^["'[{~]/u.test(letters));
  const said = await take(
    game,
    own.map((letters) => kind('say', 'words', letters)),
  );
  expect(said['texts']).toEqual(own);
  const counted = await take(
    game,
    LETTERS.map((letters) => kind('count', 'number', letters)),
  );
  // A form knows that a number is asked for: a sign and zeros before it change nothing there.
  const also = kind('count', 'number', '1x') === null ? [0, 5, 7, 12, 0, -5] : [];
  const inOrder = (numbers: readonly number[]): readonly number[] => numbers.toSorted((a, b) => a - b);
  expect(inOrder(counted['numbers'] as number[])).toEqual(inOrder([...NUMBERS, ...also]));
  const picked = await take(game, [
    ...['1', 'true', 'null', '007', '1.0', '7'].map((letters) => kind('pick', 'of', letters)),
    ...['12', 'true', '007', '012', '0xc', '7'].map((letters) => kind('enter', 'room', letters)),
  ]);
  expect(picked['picked']).toEqual(['1', 'true', 'null', '007', '12', 'true', '007']);
});

test('a proposal, in words and by a file', async () => {
  const game = await play();
  const who = ['ana', 'bo', 'cy', 'dee', 'eli', 'fay'];
  const letters = ['007', '9007199254740993', '1e3', '1.50', 'NO', '0x10'];
  const worded = letters.map((one, at) => `- set: { players.${who[at]}.words: ${one} }`).join('\n');
  const files = Object.fromEntries(
    await Promise.all(
      who.map(async (id, at) => {
        const path = `content/gamestate/players/${id}.md`;
        const before = ((await game.content()).get(path) ?? '').replace(/^any:.*\n/mu, '');
        return [path, before.replace(/^---\n/u, `---\nany: ${letters[at]}\n`)] as const;
      }),
    ),
  );
  const head = await game.branch({ [WORDED]: `${worded}\n`, ...files });
  const post = await game.table.open(bo, {
    kind: 'proposal',
    title: 'P',
    text: '',
    branch: `b-${head}`,
    head,
  });
  for (const by of [ana, cy, dee, eli, fay]) await game.table.comment(by, post, ':for:');
  game.later(60);
  const { players } = await seenAfterTick(game, ({ open: { play: now } }) => now.state());
  expect(who.map((id) => players[id]?.['words'])).toEqual(letters);
  expect(who.map((id) => players[id]?.['any'])).toEqual(letters);
});

test.each([
  ['%YAML 1.1\n---\n[no, 010, 1:30, 1_000, 2024-03-01]', 'a directive'],
  ['%YAML 1.1\n---\n!!set {a, b}', 'a directive'],
  ['%YAML 1.1\n---\n!!omap [a: 1]', 'a directive'],
  ['%YAML 1.1\n---\n{<<: {a: 1}, b: 2}', 'a directive'],
  ['%TAG ! tag:yaml.org,2002:\n---\n!binary aGk=', 'a directive'],
  ['%TAG !e! tag:yaml.org,2002:\n---\n!e!binary aGk=', 'a directive'],
  ['{1: a, "1": b}', 'The key 1 occurs twice'],
  ['{null: a, "": b}', 'The key  occurs twice'],
  ['{true: a, "true": b}', 'The key true occurs twice'],
  ['&a [*a]', 'holds itself'],
  ['{a: 1, a: 2}', 'twice'],
])('refuses %j, which YAML would read as something else', (text, fault) => {
  for (const read of [readYamlValue, readTypedValue]) {
    const { value, faults } = read(text);
    expect(value).toBeUndefined();
    expect(faults.map(({ message }) => message).join()).toContain(fault);
    expect(faults).not.toEqual([]);
  }
});
