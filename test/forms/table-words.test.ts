// What a form says about the tables of a draft, and about words that sound counted.
import { beforeAll, expect, test } from 'vitest';

import { homeWith } from '../../src/host/fixtures/home-with.ts';
import { tell, type Said, type Visit } from '../../src/seat/forms/form.ts';
import { AtTable } from '../../src/seat/forms/fixtures/at-table.ts';
import { saidOfTables } from '../../src/seat/forms/said-of-tables.ts';
import { RULESET } from '../../src/store/paths.ts';

const rule = (title: string, body: string): string => `---\ntitle: ${title}\norder: 1\n---\n${body}\n`;
const COINS = rule('Coins', 'Purses.\n\n| Each player has | starts at |\n| --- | --- |\n| Coins | 2 |');
const event = (cell: string): string =>
  `| When | who | gets |\n| --- | --- | --- |\n| this rule is adopted | each player | ${cell} |`;
const RULES = {
  'dynastic/coins.md': COINS,
  'dynastic/pay.md': rule('Pay', `All are paid.\n\n${event('1 Coin')}`),
  'dynastic/broken.md': rule('Broken', `Long broken.\n\n${event('1 Pebble')}`),
  'dynastic/tea.md': rule('Tea', 'Tea is drunk.'),
  'dynastic/coded.md': rule('Coded', 'It is coded.'),
  'dynastic/coded.ts': `import { rule } from 'gitnomic/rules';\nexport default rule(() => ({}));\n`,
};

const sounding = (name: string): string => `Each player has ${name}, a number that starts at 0.`;

let visit: Visit;
beforeAll(async () => {
  visit = new AtTable(await homeWith({ rules: RULES }), 'bo').visit();
});
const told = async (changes: Readonly<Record<string, string | null>>) =>
  saidOfTables(visit, {
    changes: new Map(Object.entries(changes).map(([path, text]) => [`${RULESET}dynastic/${path}`, text])),
  });
const CELL = 'Possible here: an amount and a variable';
const unknown = (line: number, name: string, file = 'fog', known = `${CELL} (Coins)`): Said =>
  tell(
    'refused',
    `“${file === 'pay' ? 'Pay' : 'Fog'}”, line ${line - 4}, “this rule is adopted”, under “gets”: No rule defines “${name}”.`,
    {
      lines: [`${known}. For example: 3 Coins.`],
      wrong: ['body'],
    },
  );
const uncounted = (sentence: string): Said =>
  tell('plain', `The computer doesn’t count this, so you do it yourselves: “${sentence}”`, {
    lines: ['With “Make it count” you choose what the computer should count, or what you count by hand.'],
  });
const apart = (sentences: string): Said =>
  tell(
    'plain',
    `The words of “Fog” say ${sentences}, but no line of its table has that number: the computer goes by the table.`,
  );
const IDLE = tell(
  'plain',
  'Nothing but these words would change: the computer does nothing because of them.',
);
const FOG = rule('Fog', 'Fog is thick.');
const MANY = Array.from({ length: 14 }, (_, n) => event(`1 Fog${n}`)).join('\n\nand\n\n');
const HAS = 'Each player has 3 Fogs, or 3 and 4.';
const FOGS = '| Each player has | starts at |\n| --- | --- |\n| Fog | 2 |';

test.each<[string, Readonly<Record<string, string | null>>, readonly Said[]]>([
  ['nothing', {}, []],
  ['a cell without a meaning', { 'fog.md': rule('Fog', `Fog.\n\n${event('1 Fog')}`) }, [unknown(9, 'Fog')]],
  [
    'a rule that another one needs',
    { 'coins.md': null },
    [unknown(9, 'Coin', 'pay', 'Possible here: a variable, which a table “Each player has” defines')],
  ],
  [
    'many such cells, of which a dozen are told',
    { 'fog.md': rule('Fog', `Fog.\n\n${MANY}`) },
    Array.from({ length: 12 }, (_, n) => unknown(9 + 6 * n, `Fog${n}`)),
  ],
  [
    'a table that is nearly a mechanic',
    { 'fog.md': rule('Fog', 'Fog.\n\n| Each player haz | starts at |\n| - | - |\n| Fog | 2 |') },
    [
      tell(
        'refused',
        '“Fog”, line 3, under “Each player haz”: The computer doesn’t count this table. Did you mean “Each player has | starts at”?',
        {
          lines: [
            'Possible here: the headings of a mechanic, if it is meant to be one. For example: | Each player has | starts at |.',
          ],
          wrong: ['body'],
        },
      ),
    ],
  ],
  [
    'words beside a table that was broken before',
    { 'broken.md': rule('Broken', `Long and wholly broken.\n\n${event('1 Pebble')}`) },
    [],
  ],
  [
    'two rules that sound counted',
    {
      'fog.md': rule('Fog', `Fog is thick. ${sounding('Fog')} ${sounding('Mist')}`),
      'dew.md': rule('Dew', `- ${sounding('Dew')}`),
    },
    [uncounted(sounding('Fog')), uncounted(sounding('Dew'))],
  ],
  [
    'a heading that sounds counted',
    { 'fog.md': rule('Fog', `# ${sounding('Fog')}\n\nFog is thick.`) },
    [IDLE],
  ],
  ['a rule of words alone', { 'fog.md': FOG }, [IDLE]],
  ['the words of a rule of words alone', { 'tea.md': rule('Tea', 'Tea is drunk cold.') }, [IDLE]],
  ['the words of a rule with a clause', { 'coded.md': rule('Coded', sounding('Code')) }, []],
  [
    'a rule whose clause goes',
    { 'coded.md': rule('Coded', sounding('Code')), 'coded.ts': null },
    [uncounted(sounding('Code'))],
  ],
  ['a rule of words alone with a clause', { 'fog.md': FOG, 'fog.ts': RULES['dynastic/coded.ts'] }, []],
  ['a table that goes', { 'coins.md': rule('Coins', 'Purses.'), 'pay.md': null }, []],
  ['words with a value of the game', { 'fog.md': rule('Fog', 'Fog is [3 miles](#fog) thick.') }, []],
  ['a rule of words alone, and others that go', { 'fog.md': FOG, 'coins.md': null, 'pay.md': null }, []],
  ['a rule of words alone that goes', { 'tea.md': null }, []],
  [
    'numbers that its table lacks',
    { 'fog.md': rule('Fog', `${HAS} It takes [7 days](#d) and 2.\n\n${FOGS}\n\n- Or 5.`) },
    [apart(`“${HAS}” and “Or 5.”`)],
  ],
  ['numbers in a rule without a table', { 'fog.md': rule('Fog', 'Fog lasts 3 days.') }, [IDLE]],
  ['numbers beside a table that was there', { 'coins.md': COINS.replace('Purses', 'Purses of 3') }, []],
])('what a form says of %s', async (_, changes, said) => {
  expect(await told(changes)).toEqual(said);
});

test('doesn’t read what lies outside the ruleset', async () => {
  const changes = new Map([['content/another/dynastic/fog.md', rule('Fog', `Fog.\n\n${event('1 Fog')}`)]]);
  expect(await saidOfTables(visit, { changes })).toEqual([]);
});
