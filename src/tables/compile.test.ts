import { expect, test } from 'vitest';

import { PLAIN_TERMS } from '../kernel/manifest.ts';
import type { MechanicText } from './cell.ts';
import { choicesIn } from './choices.ts';
import { vocabularyOf } from './collect-names.ts';
import { compileRule, movesIn, type CompiledRule } from './compile.ts';
import { providedBy } from './provided.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The tables of a rule whose text begins on line 5. */
function tablesIn(text: string): readonly MechanicText[] {
  const cells = (line: string): readonly string[] =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const rows = text
    .trim()
    .split('\n')
    .map((line, at) => ({ line: 5 + at, cells: cells(line.trim()) }));
  const [header, , ...rest] = rows;
  return header === undefined ? [] : [{ line: header.line, header: header.cells, rows: rest }];
}

const GAME = tablesIn(`
  | Each player has | starts at | can be |
  | --------------- | --------- | ------ |
  | Coins           | 5         |        |
  | Blood Mana      | 0         |        |
  | Mood            | glad      | glad, sad |`);

const FILES = new Map([
  ['core/turns.ts', 'takeTurns(g, ({ label }) => label)'],
  ['core/defeat.md', "---\ntitle: Defeat\nnumber: '206'\n---\n"],
  ['core/defeat.ts', "isReplaced(event, 'failed', author); hook('votes-required', {})"],
]);

function compiled(
  text: string,
  terms = PLAIN_TERMS,
  words = vocabularyOf([...GAME, ...tablesIn(text)], [], terms),
): CompiledRule {
  const tables = tablesIn(text);
  return compileRule(tables, {
    words,
    terms,
    moves: movesIn(tables, terms),
    provided: providedBy(FILES, tables),
    textAt: (line) => `row ${line}`,
    rule: 'rule',
    own: null,
  });
}

const problemIn = (text: string, words?: Vocabulary): string => {
  const { doubts } = compiled(text, PLAIN_TERMS, words);
  return doubts.map(({ line, field, message }) => `${line} ${field}: ${message}`).join('\n');
};

test('compiles each row to code on its own line', () => {
  const { source, doubts } = compiled(`
    | When                  | who        | gets    |
    | --------------------- | ---------- | ------- |
    | a proposal is adopted | its author | 3 Coins |
    | a round ends          | everybody  | 1 Coin  |`);
  expect(doubts).toEqual([]);
  const lines = source?.split('\n') ?? [];
  expect(lines[6]).toContain('on: "enacted"');
  expect(lines[7]).toContain('on: "round-ends"');
});

const when = (row: string): string => `
  | When | who | gets | if | limit |
  | ---- | --- | ---- | -- | ----- |
  | ${row} |`;

test.each([
  [
    'a proposal is eaten | its author | 3 Coins | | ',
    '7 When: No event is called “a proposal is eaten”; did you mean “a proposal is made”?',
  ],
  [
    'a round ends | its author | 3 Coins | | ',
    '7 who: “its author” means nobody here, because there is no proposal.',
  ],
  ['a round ends | the cat | 3 Coins | | ', '7 who: Nobody is called “the cat” here.'],
  ['a round ends | everybody | 3 Pearls | | ', '7 gets: No rule defines “Pearls”.'],
  [' | everybody | 3 Coins | | ', '7 When: “When” is empty.'],
  ['a round ends | everybody | | | ', '7 When: “gets” is empty.'],
  ['a round ends | everybody | 3 Coins | Coins | ', '7 if: “Coins” is a number, and should be a yes or no.'],
  ['a round ends | everybody | 3 Coins | Coin > 2 oxen | ', '7 if: “oxen” is left over in “Coin > 2 oxen”.'],
  [
    'a round ends | everybody | 3 Coins | Coims > 2 | ',
    '7 if: Nothing is called “Coims”; did you mean “Coins”?',
  ],
  [
    'a round ends | everybody | 3 Coins | Mood is sed | ',
    '7 if: Nothing is called “sed”; did you mean “sad”?',
  ],
  ['a round ends | everybody | Mood = gladd | | ', '7 gets: Nothing is called “gladd”; did you mean “glad”?'],
  ['a round ends | everybody | 3 Coins | (Coins > 2 | ', '7 if: A bracket is not closed.'],
  ['a round ends | everybody | 3 Coins | Coins > 2 ; 3 | ', '7 if: “;” means nothing in a formula.'],
  ['a round ends | everybody | 3 Coins | | often', '7 limit: “often” is no limit.'],
  ['a round ends | the game | 3 Coins | | ', '7 gets: Whose Coins? The row isn’t about a player.'],
])('reports a cell that can’t be read with its line and column: %s', (row, expected) => {
  expect(problemIn(when(row))).toBe(expected);
});

test('every error says what is expected, with an example', () => {
  const { doubts } = compiled(when('a round ends | the cat | 3 Coins | Coins | '));
  for (const { expected, example } of doubts) {
    expect(expected).not.toBe('');
    expect(example).not.toBe('');
  }
  expect(doubts.length).toBe(2);
});

test('reports each wrong cell of a row, except those that depend on another', () => {
  const cells = (row: string): readonly string[] =>
    compiled(when(row)).doubts.map(({ field, message }) => `${field}: ${message}`);
  expect(cells('a round ends | the cat | 3 Pearls | Coims > 2 | often')).toEqual([
    'who: Nobody is called “the cat” here.',
    'gets: No rule defines “Pearls”.',
    'if: Nothing is called “Coims”; did you mean “Coins”?',
    'limit: “often” is no limit.',
  ]);
  expect(cells('each Sonday | the cat | 3 Pearls | | often')).toEqual([
    'When: No event is called “each Sonday”; did you mean “each Sunday”?',
  ]);
});

test.each([
  ['each munday at 18:00', 'each Monday at 18:00'],
  ['every Wensday', 'every Wednesday'],
  ['each doomsday', 'each day at 18:00'],
])('suggests the day of the week that was meant: %s', (said, meant) => {
  expect(problemIn(when(`${said} | everybody | 1 Coin | | `))).toContain(`did you mean “${meant}”?`);
});

test.each([
  ['| When | who | get |', 'When | who | gets'],
  ['| Each players has | starts at |', 'Each player has | starts at'],
  ['| A player may | payng | to get |', 'A player may | paying | to get'],
])('asks about a header that is nearly a mechanic’s: %s', (header, meant) => {
  const { source, doubts } = compiled(`${header}\n| --- | --- | --- |\n| a | b | c |`);
  expect(source).toBeNull();
  expect(doubts.map(({ message }) => message)).toEqual([
    `The computer doesn’t count this table. Did you mean “${meant}”?`,
  ]);
});

test.each([
  '| Feature | Darkness |',
  '| When | where |',
  '| Vote | Icon | Tokens | Review | Reaction |',
  '| Day | Menu |',
])('leaves any other table as text: %s', (header) => {
  const { source, doubts } = compiled(`${header}\n| --- | --- |\n| a | b |`);
  expect({ source, doubts }).toEqual({ source: null, doubts: [] });
});

test('names may contain spaces and may be plural', () => {
  const { source, doubts } = compiled(
    when('a round ends | whoever has the most Blood Mana | 1 Coin | Blood Mana ≥ 2 and Mood is sad | '),
  );
  expect(doubts).toEqual([]);
  expect(source).toContain('rows.withMost(e, (e) => e.it.bloodMana)');
  expect(source).toContain('(rows.compare(e.it.bloodMana, 2) >= 0 && rows.same(e.it.mood, "sad"))');
});

test('recognizes a theme’s own term for a player', () => {
  const { doubts, source } = compiled(
    `
    | When         | who               | gets    |
    | ------------ | ----------------- | ------- |
    | a round ends | each Vampire Lord | 3 Coins |`,
    { ...PLAIN_TERMS, player: 'Vampire Lord', players: 'Vampire Lords' },
  );
  expect(doubts).toEqual([]);
  expect(source).toContain('e.g.players.all()');
});

test('notes what the words leave open, or what an explicit word decides', () => {
  const said = (row: string): readonly string[] => compiled(when(row)).notes.flat();
  expect(said('a proposal is adopted | whoever has the most Coins | half of Coins Coins | | ')).toEqual([
    'it counts from the next vote on, and not for the vote that brings it',
    'if several share the place, each of them',
    'rounded down',
    'it comes on top of what other rows and rules give',
    'it is measured before anybody is paid',
  ]);
  expect(
    said(
      'a proposal is adopted, this one too | whoever has the most Coins, one at random | half of Coins Coins, rounded up | | ',
    ),
  ).toEqual([
    'it counts already for the vote that brings it',
    'if several share the place, one of them at random',
    'rounded up',
    'it comes on top of what other rows and rules give',
    'it is measured before anybody is paid',
  ]);
});

test('the player chosen by a move replaces “somebody” in its sentence', () => {
  const moves = `
    | A player may      | choosing                    | to get                         |
    | ----------------- | --------------------------- | ------------------------------ |
    | clap for somebody | another player              | the chosen player gets 1 Coin  |
    | pay somebody      | another player; a number from 1 to 3 (the sum) | 1 Coin |`;
  const { source } = compiled(moves);
  expect(source).toContain('sentence: "claps for {chosenPlayer}"');
  expect(source).toContain('sentence: "pays {chosenPlayer}[ {sum}]"');
  const others = compiled(`
    | A player may | choosing                                             | to get |
    | ------------ | ---------------------------------------------------- | ------ |
    | offer a fish | another player (Buyer); a number from 1 to 9 (Ask) | 1 Coin |
    | walk         | market or hill                                       | 1 Coin |`).source;
  expect(others).toContain('sentence: "offers a fish[ – {buyer}][, {ask}]"');
  expect(others).toContain('sentence: "walks[ – {choice}]"');
});

test('lists a left-out row below its table with the reason, and compiles the others', () => {
  const { source, notes } = compiled(`
    | When         | who       | gets    |
    | ------------ | --------- | ------- |
    | a round ends | everybody | 3 Oxen  |
    | a round ends | everybody | 1 Coin  |`);
  expect(notes.flat()[0]).toBe('“a round ends” is left out: No rule defines “Oxen”.');
  expect(source).toContain('"coins"');
});

test.each([
  ['The Monarch may | to get', 'A player may | to get'],
  ['If | who | gets', 'When | who | gets'],
  ['Every pirate owns | starts at', 'Each player has | starts at'],
])('asks about an unknown first heading beside a mechanic’s others: %s', (header, meant) => {
  const { doubts } = compiled(`| ${header} |\n| --- | --- | --- |\n| a | b | c |`);
  expect(doubts.map(({ message }) => message)).toEqual([
    `The computer doesn’t count this table. Did you mean “${meant}”?`,
  ]);
});

test('suggests a few likely words, and not every possible one', () => {
  const [unknown] = compiled(when('a round ends | everybody | 3 Coims | | ')).doubts;
  expect(unknown?.expected).toMatch(/^an amount and a variable \(Coins\b/u);
  expect(compiled(when('a round ends | everybody | 3 Coins | Mood is sed | ')).doubts[0]).toMatchObject({
    expected: 'glad, sad',
    example: 'glad',
  });
  const tables = [
    'Each player has | starts at |\n| - | - |\n| coins',
    'The game has | starts at |\n| - | - |\n| Price',
  ].flatMap((table) => tablesIn(`| ${table} | 0 |`));
  const clause = 'export default rule(() => ({ player: { crates: integer() } }));';
  const [crabs] = compiled(
    when('a round ends | everybody | 1 Crabs | | '),
    PLAIN_TERMS,
    vocabularyOf(tables.toReversed(), [clause], PLAIN_TERMS),
  ).doubts;
  expect(crabs?.expected).toBe('an amount and a variable (coins, Price)');
  const [never] = compiled(when('the ship sinks | everybody | 3 Coins | | ')).doubts;
  expect(never?.expected.split('; ').length).toBeLessThan(6);
});

test('uses the singular for a single thing, and capitalizes a weekday', () => {
  const { notes } = compiled('| Each player has | starts at |\n| --- | --- |\n| Gold | 2 |\n| Gems | 2 |');
  expect(notes.flat()).toEqual(['Gold is never below zero', 'Gems are never below zero']);
  expect(compiled(when('each sunday | everybody | 1 Coin | | ')).source).toContain('title: "Each Sunday"');
});

test.each([
  ['another player (Buyer); a number from 1 to 9 (Ask)', ['buyer', 'ask']],
  ['another player (the Buyer), a number from 1 to 9 (the Ask)', ['buyer', 'ask']],
  ['another player (Buyer) and a number between 1 and 9', ['buyer', 'number']],
  ['another player, and a proposal', ['chosen player', 'proposal']],
  ['another player, red or blue', ['chosen player', 'choice']],
  ['red, blue or green (Colour), another player (Buyer)', ['colour', 'buyer']],
  ['red, blue and white or green', ['choice']],
  ['a player, a proposal or a rule', ['choice']],
  ['red, a player or blue', ['choice']],
])('a move that chooses “%s” offers the choices %j', (text, phrases) => {
  expect(choicesIn(text).map(({ phrase }) => phrase)).toEqual(phrases);
});

test('two choices with a comma are used by name, and a missing separator is reported', () => {
  const deal = (choosing: string): string => `
    | Each player has | starts at |
    | --------------- | --------- |
    | Partner         | nobody    |
    | Asking          | 0         |

    | A player may | choosing    | to get                       |
    | ------------ | ----------- | ---------------------------- |
    | offer        | ${choosing} | Partner = Buyer; Asking = Ask |`;
  const [variables = '', moves = ''] = deal('another player (Buyer), a number from 1 to 9 (Ask)').split(
    '\n\n',
  );
  const both = (text: string): string =>
    problemIn(text, vocabularyOf([...GAME, ...tablesIn(variables)], [], PLAIN_TERMS));
  expect(both(moves)).toBe('');
  expect(both(deal('another player (Buyer) a number from 1 to 9 (Ask)').split('\n\n')[1] ?? '')).toBe(
    '7 choosing: Nobody can choose “another player (Buyer) a number from 1 to 9 (Ask)”: put ; between two choices.',
  );
});

test.each([
  [
    'Each player has',
    '| Card | hidden | |',
    '“Card” can’t be hidden: everybody sees what a table counts.',
    'paper',
  ],
  [
    'Each player has',
    '| Card | 0 | secret |',
    '“Card” can’t be hidden: everybody sees what a table counts.',
    'paper',
  ],
  ['The game has', '| Mayor | bo | |', '“Mayor” can’t start at “bo”.', 'the game gets Mayor = its author'],
  ['Each player has', '| Mayor | bo | |', '“Mayor” can’t start at “bo”.', 'one of the words under “can be”'],
])('what a table can’t keep is told with what is possible: %s %s', (lead, row, message, possible) => {
  const [doubt] = compiled(`| ${lead} | starts at | kept by |\n| --- | --- | --- |\n${row}`).doubts;
  expect(doubt?.message).toBe(message);
  expect(doubt?.expected.endsWith(possible) || doubt?.expected.includes(`${possible}”`)).toBe(true);
});

test('a first holder is set by a row, as a complaint about a name says', () => {
  const mayor = tablesIn('| The game has | starts at |\n| --- | --- |\n| Mayor | nobody |');
  const row = when('this rule is adopted | the game | Mayor = its author | | ');
  expect(problemIn(row, vocabularyOf([...GAME, ...mayor], [], PLAIN_TERMS))).toBe('');
});

test('a refused move says what a table’s value is, and nothing of a clause’s, which may be private', () => {
  const words = vocabularyOf(GAME, ['player: { hiddenOil: integer() }'], PLAIN_TERMS);
  const { source } = compiled(
    `
    | A player may | only if                   | to get  |
    | ------------ | ------------------------- | ------- |
    | boast        | Coins > 5; hidden oil > 2 | 1 Coins |`,
    PLAIN_TERMS,
    words,
  );
  expect(source).toContain('"Coins > 5" + "; "');
  expect(source).toContain('(e) => "hidden oil > 2", holds');
});

test.each([
  [
    '| Each player has | starts at |',
    '| Pearls | 5 |',
    '| pearls | 6 |',
    '“pearls” is defined above already.',
  ],
  ['| Each player’s | is |', '| Tax | 5 |', '| Tax | Coins / 2 |', '“Tax” is defined above already.'],
  [
    '| A player may | to get |',
    '| sing | 1 Coin |',
    '| Sing! | 2 Coins |',
    '“Sing!” is defined above already.',
  ],
  [
    '| A player may | choosing | to get |',
    '| sing | a number | 1 Coin |',
    '| dance | another player; another player | 1 Coin |',
    'Two choices are called “chosen player”.',
  ],
])('a name that stands twice is told, and the row above counts: %s', (header, first, second, told) => {
  const rows = [header, header.replaceAll(/[^|]+/gu, ' - '), first, second].join('\n');
  const { source, doubts } = compiled(rows);
  expect(doubts.map(({ line, message }) => `${line} ${message}`)).toEqual([`8 ${told}`]);
  expect(source?.split('\n')[6]).toContain('row: ');
});

test('a number may be chosen between two limits in either order', () => {
  const types = ['a number from 1 to 9', 'a number between 9 and 1'].map((one) => choicesIn(one)[0]?.type);
  expect(types).toEqual(['integer({ min: 1, max: 9 })', 'integer({ min: 1, max: 9 })']);
});
