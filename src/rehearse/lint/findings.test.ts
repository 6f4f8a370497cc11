// Faults and doubts in a small game are told with their place and what to do about them.
import { expect, test } from 'vitest';

import { kernelCaches as caches } from '../../scenario/on-kernel/fixtures/runner.ts';
import { SMALL } from '../../session/fixtures/desk.ts';
import { newGameOfSix } from '../../store/fixtures/new-game.ts';
import { lintGame } from './lint-game.ts';

type Files = Readonly<Record<string, string>>;

const text = (title: string, words: string): string => `---\ntitle: ${title}\norder: 90\n---\n${words}\n`;
const clause = (body: string): string =>
  `import { action, derive, everyDay, integer, rule, text } from 'gitnomic/rules';\nvoid [action, derive, everyDay, integer, text];\nexport default rule((g) => ({\n${body}\n}));\n`;
/** A rule, the definition of which begins on line 4 of its clause. */
const rule = (path: string, title: string, words: string, body?: string): Files => ({
  [`dynastic/${path}.md`]: text(title, words),
  ...(body !== undefined && { [`dynastic/${path}.ts`]: clause(body) }),
});
const act = (id: string, effect: string): string =>
  `actions: { '${id}': action({ title: 'Do it', effect${effect} }) },`;
const LAMPS = rule('lamps', 'Lamps', 'Lamps burn Oil.', 'player: { oil: integer() },');
const BURNS = '({ actor }) { actor.oil += 1; }';

async function found(files: Files, others: Files = {}): Promise<readonly string[]> {
  const game = new Map(await newGameOfSix({ ...SMALL, dynasty: undefined as never }));
  for (const [path, words] of Object.entries(files)) game.set(`content/ruleset/${path}`, words);
  for (const [path, words] of Object.entries(others)) game.set(path, words);
  const { problems, notes } = await lintGame(game, caches);
  const say = (grade: string, all: typeof notes): readonly string[] =>
    all.map(({ code, where = '', what, next }) =>
      [grade, code, where.replace('content/ruleset/dynastic/', ''), what, next ?? ''].join(' | '),
    );
  return [...say('problem', problems), ...say('note', notes)].toSorted();
}

test('finds nothing if clauses fit the rules around them and texts say what they do', async () => {
  expect(
    await found({
      ...LAMPS,
      ...rule('wicks', 'Wicks', 'A wick burns oil.', act('light', BURNS)),
      ...rule('shades', 'Shades', 'A lamp has a shade.', act('shade', BURNS)),
      ...rule('lamps/glass', 'Glass', 'Some have glass.', act('clean', BURNS)),
      ...rule(
        'moths',
        'Moths',
        'They fly.',
        act('fly', '({ actor, refuse, maybe }) { if (maybe(() => actor.oil, 0) > 1) refuse("no"); }'),
      ),
      ...rule(
        'fill',
        'Filling',
        'A Player may gain [3](#value:much) Oil each week.',
        act('fill', "({ actor }) { actor.oil += g.value('much'); }"),
      ),
    }),
  ).toEqual([]);
});

test('finds each fault and each doubt once, at its place', async () => {
  const files = {
    ...LAMPS,
    ...rule(
      'award',
      'Awards',
      '| When | who | gets |\n| - | - | - |\n| a proposal is adopted | its author | 3 Gulls |',
    ),
    ...rule(
      'nearly',
      'Near',
      '| When | whom | gets |\n| - | - | - |\n| a proposal is adopted | its author | 3 points |',
    ),
    ...rule('oath', 'Oath', 'This rule promises that tea is hot.'),
    'dynastic/idle.ts': clause(''),
    ...rule('tea', 'Tea', 'It is hot.'),
    ...rule('teb', 'Теа', 'It is cold.'),
    ...rule(
      'views',
      'Views',
      'There is light.',
      "views: { light: derive({ of: 'player', returns: integer(), value() { throw new Error('dark'); } }) },",
    ),
    ...rule('moths', 'Moths', 'They fly.', act('fly', BURNS)),
    ...rule('slips', 'Slips', 'People slip.', act('slip', '({ actor }) { actor.oyl += 1; }')),
    ...rule('live', 'Live', 'It takes [3](#value:days) days.'),
    ...rule('words', 'Words', 'Each Player gains 3 Points each week.'),
    ...rule(
      'asked',
      'Asked',
      'It is asked.',
      "hooks: { 'may-burn': () => true }, on: { 'lamp-lit'() {} } as never,",
    ),
    ...rule('things', 'Things', 'There are pans.', 'things: { pans: { fields: {} } },'),
    ...rule('takes', 'Takes', 'Pans are things.', act('take', "({ pans }) { pans.add('a', {}); }")),
    ...rule(
      'places',
      'Places',
      'It is filled.',
      "actions: { fill: action({ title: 'Fill', with: { much: integer() }, sentence: 'fills {mush}', effect() {} }) },",
    ),
    ...rule('zeal', 'Orphans', 'It says nothing.', 'player: { zeal: integer() },'),
    ...rule(
      'dusk',
      'Dusk',
      'The emperor has Plans.',
      "emperor: { plans: text() }, times: { dusk: { at: everyDay('18:00'), effect({ emperor }) { void emperor.plans; } } },",
    ),
  };
  const others = {
    'content/gamestate/players/ana.md': '---\nname: ana\noyl: 3\n---\n',
    'content/gamestate/players/bo.md': '---\nname: bo\noil: much\n---\n',
  };
  expect(await found(files, others)).toEqual([
    'note | clause-idle | idle.ts | This clause has no rule, and no other clause imports it, so nothing runs it. | Write its rule into dynastic/idle.md, or delete it.',
    'note | nearly-a-mechanic | nearly.md:5 | When: The computer doesn’t count this table. Did you mean “When | who | gets”? | For example: | When | who | gets |',
    'note | orphan-variable | zeal.ts:4 | The text doesn’t mention player.zeal, which its clause tracks. | Say in the rule what it is and where it is tracked.',
    'note | taken-late | takes.ts:4 | A handler takes pans from its parameters, which belong to dynastic/things: without that rule the clause fails. | Take it where the rule is defined, as in rule(({ pans }) => …): it is empty there if no rule defines it.',
    'note | titles-alike | teb.md | The title "Теа" looks like that of dynastic/tea.md, "Tea". | Give one of them another title, so that people see which is meant.',
    'note | unit-outside | live.md:5 | The live value "days" is a number of days, whose unit is outside the link and can be amended separately. | Write [3 days](#value:days), and read hours(\'days\') in the clause.',
    'note | unread | live.md:5 | Nothing reads the live value "days": amending it would change only words. | Read it in the clause, or write it without a link.',
    'note | unspoken | moths.ts:4 | The clause takes “oil” from “Lamps”, which its own rule’s text doesn’t mention: without that rule the action would be refused. | Say what holds without it, as in maybe(() => person.honor, 0), or mention it in the text.',
    'note | words-alone | words.md | No table or code carries out “Each Player gains 3 Points each week.” | Write a table or a clause for it, or play it by hand.',
    "problem | clause-types | slips.ts:4 | Property 'oyl' does not exist on type 'Person'. | ",
    'problem | event-untold | asked.ts:4 | Nobody sends the event "lamp-lit". | Remove it, or ask it somewhere.',
    'problem | hook-unasked | asked.ts:4 | Nobody asks the hook "may-burn". | Remove it, or ask it somewhere.',
    'problem | illegal-value | content/gamestate/players/bo.md:3 | players.bo.oil is "much", which the rules don\'t allow: it would be set to 0. | Correct it by an action or a proposal.',
    'problem | no-parameter | places.ts:4 | The sentence of "fill" names {mush}, which is not one of its parameters. | Did you mean {much}?',
    'problem | no-such-promise | oath.md:5 | “tea is hot” is not a promise that can be enforced. | For example: This rule promises that a rule can be changed within 28 days by what its players can do.',
    'problem | row-left-out | award.md:7 | gets: No rule defines “Gulls”. | For example: 3 Coins',
    'problem | time-secret | dusk.ts:4 | The time "dusk" runs in public and reads secrets: plans, what the emperor tracks. It would be due for ever. | Add private: true, and list under reveals everything public that it writes.',
    'problem | untracked | content/gamestate/players/ana.md:3 | No rule tracks players.ana.oyl. | Remove it, or bring the rule back.',
    'problem | view-fails | views.ts:4 | light of ana is not shown: the code of Views fails in its view "light": dark. | ',
  ]);
});

test.each<[what: string, files: Files, found: readonly string[]]>([
  [
    'front matter',
    { 'dynastic/tea.md': '---\ntitle: [\n---\nTea' },
    [
      'problem | yaml-unreadable | tea.md:3 | Flow sequence in block collection must be sufficiently indented and end with a ]. | For example: title: Votes',
    ],
  ],
  [
    'a field',
    { 'dynastic/tea.md': '---\ntitle: Tea\norder: many\n---\nTea' },
    ['problem | bad-value | tea.md:3 | order: It is "many". | For example: order: 20'],
  ],
  [
    'a definition',
    rule('lamps', 'Lamps', 'They burn.', 'player: { oil: 7 as never },'),
    ['problem | unplayable | lamps.ts | player.oil must be a type such as integer(), but is 7 | '],
  ],
  [
    'an export',
    { 'dynastic/tea.md': text('Tea', 'x'), 'dynastic/tea.ts': 'export default 7;\n' },
    ['problem | unplayable | tea.ts | the code must `export default rule(…)`, from "gitnomic/rules" | '],
  ],
  [
    'an import',
    {
      'dynastic/tea.md': text('Tea', 'It is hot.'),
      'dynastic/tea.ts': "import { hot } from './helpers/none.ts';\nexport default hot;\n",
    },
    [
      'problem | no-file | tea.ts:1 | There is no file dynastic/helpers/none.ts in the ruleset, which is imported as "./helpers/none.ts". | Add the file, or remove the import.',
    ],
  ],
  [
    'an import of nearly a file',
    {
      'dynastic/helpers/heat.ts': 'export const hot = 1;\n',
      'dynastic/tea.md': text('Tea', 'It is hot.'),
      'dynastic/tea.ts': "import { hot } from './helpers/heet.ts';\nexport default hot;\n",
    },
    [
      'problem | no-file | tea.ts:1 | There is no file dynastic/helpers/heet.ts in the ruleset, which is imported as "./helpers/heet.ts". | Did you mean dynastic/helpers/heat.ts?',
    ],
  ],
])('reports only %s that can’t be read', async (_, files, problems) => {
  expect(await found(files)).toEqual(problems);
});
