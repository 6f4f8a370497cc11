import { expect, test } from 'vitest';
import { composeRuleset, listPacks } from './compose.ts';
import { describeProblem } from './problem.ts';

const rule = (title: string): string => `---\ntitle: ${title}\n---\nText.\n`;
const LIBRARY = new Map([
  ['core/2021/pack.yml', 'name: 2021\ntitle: The core rules\n'],
  ['core/2021/core/votes.md', rule('Votes')],
  [
    'core/2021/core/votes.ts',
    "import { count } from '#core/count.ts';\nimport { rule } from 'gitnomic/rules';",
  ],
  ['core/2021/special-case.md', rule('Special Case')],
  ['core/2021/special-case/dormancy.md', rule('Dormancy')],
  ['core/2021/scenarios/votes.yml', 'title: x'],
  ['core/helpers/count.ts', "import { half } from './half.ts';"],
  ['core/helpers/half.ts', "import '../helpers/parts/third.ts';"],
  ['core/helpers/parts/third.ts', "import { x } from '../quarter.ts';"],
  ['core/helpers/quarter.ts', ''],
  ['core/helpers/unused.ts', ''],
  [
    'clans/pack.yml',
    'name: clans\ntitle: Clans\ncore: "2021"\nterms: { player: Elf, players: Elves, emperor: Queen }\nspecial-cases: { dormancy: inactive }\n',
  ],
  ['clans/dynastic/night.md', rule('Night')],
  ['clans/dynastic/helpers/a.ts', ''],
]);

test('a ruleset consists of an era’s core, a dynasty, and the helpers they use', () => {
  const { files, problems, terms, dynasty, core } = composeRuleset(LIBRARY, {
    core: '2021',
    dynasty: 'clans',
  });
  expect(problems).toEqual([]);
  expect([...files.keys()].sort()).toEqual([
    'core/helpers/count.ts',
    'core/helpers/half.ts',
    'core/helpers/parts/third.ts',
    'core/helpers/quarter.ts',
    'core/votes.md',
    'core/votes.ts',
    'dynastic/helpers/a.ts',
    'dynastic/night.md',
    'special-case.md',
    'special-case/dormancy.md',
  ]);
  expect(files.get('special-case/dormancy.md')).toBe('---\ntitle: Dormancy\nstatus: inactive\n---\nText.\n');
  expect(terms).toEqual({ player: 'Elf', players: 'Elves', emperor: 'Queen', emperors: 'Queens' });
  expect([core?.name, dynasty?.name]).toEqual(['2021', 'clans']);
});

test('without a dynasty, there are no dynastic rules and the terms are plain', () => {
  const { files, terms } = composeRuleset(LIBRARY, { core: '2021' });
  expect([...files.keys()].filter((path) => path.startsWith('dynastic/'))).toEqual([]);
  expect(terms.player).toBe('Player');
  expect(listPacks(LIBRARY)).toEqual({ core: ['2021'], dynasties: ['clans'] });
});

test('reports what was expected if a pack is missing or wrong', () => {
  const wrong = new Map(LIBRARY).set(
    'clans/pack.yml',
    'name: clans\ncore: 2008\nspecial-cases: { Dormency: off, The Spy: active }\nthemes: x\n',
  );
  expect(composeRuleset(wrong, { core: '2012', dynasty: 'clan' }).problems.map(describeProblem))
    .toMatchInlineSnapshot(`
    [
      "core/2012/pack.yml: There is no pack "2012"; did you mean "2021"? Expected one of 2021, for example 2021",
      "clan/pack.yml: There is no pack "clan"; did you mean "clans"? Expected one of clans, for example clans",
    ]
  `);
  // A missing core is reported only once, without its missing rules or its difference.
  expect(composeRuleset(LIBRARY, { core: '2012', dynasty: 'clans' }).problems).toHaveLength(1);
  expect(composeRuleset(wrong, { core: '2021', dynasty: 'clans' }).problems.map(describeProblem))
    .toMatchInlineSnapshot(`
      [
        "clans/pack.yml:1: title: It is missing. Expected what people call the pack, for example title: The Harbour",
        "clans/pack.yml:3: special-cases.Dormency: It is "off". Expected titles of special-case rules, each active or inactive, for example special-cases: { Dormancy: inactive }",
        "clans/pack.yml:4: themes: There is no such key; did you mean "theme"? Expected one of name, title, kind, core, terms, resolution, theme, recommended, paces, special-cases, said-twice, tracking-page, begins, emperor-name, description, about, for example theme: Sailors look for the lost light.",
      ]
    `);
  const other = new Map(LIBRARY).set(
    'clans/pack.yml',
    'name: clans\ntitle: Clans\ncore: 2008\nspecial-cases: { Dormancie: inactive }\n',
  );
  expect(composeRuleset(other, { core: '2021', dynasty: 'clans' }).problems.map(describeProblem))
    .toMatchInlineSnapshot(`
    [
      "clans/pack.yml: core: The dynasty "clans" is played under the core rules of 2008, not of 2021. Expected core: "2008", for example core: "2008"",
      "clans/pack.yml: special-cases: There is no special-case rule "Dormancie"; did you mean "Dormancy"? Expected one of Dormancy, for example Dormancy: inactive",
    ]
  `);
});

test('the text uses the name of the tracking page that the pack gives', () => {
  const library = new Map(LIBRARY)
    .set(
      'core/2021/special-case/tracking.md',
      '---\ntitle: Tracking\n---\nOn “[Gamestate](#value:tracking-page)”, see [Dues](#value:page).\n',
    )
    .set('clans/pack.yml', 'name: clans\ntitle: Clans\ncore: "2021"\ntracking-page: $& Harbour\n');
  const textWith = (dynasty: object): string =>
    composeRuleset(library, { core: '2021', ...dynasty }).files.get('special-case/tracking.md') ?? '';
  expect(textWith({ dynasty: 'clans' })).toContain('“[$& Harbour](#value:tracking-page)”, see [Dues]');
  expect(textWith({})).toContain('“[Gamestate](#value:tracking-page)”');
});

test('replaces a re-export from another pack’s clause or helper with the whole file', () => {
  const library = new Map(LIBRARY)
    .set('core/2001/pack.yml', '')
    .set('core/2001/core/votes.md', rule('Votes'))
    .set('core/2001/core/votes.ts', "export { default } from '../../2003/core/votes.ts';\n")
    .set('core/2003/core/votes.ts', "import { sum } from '#core/sum.ts';\nexport default sum;\n")
    .set('core/helpers/sum.ts', 'export const sum = 1;\n');
  library
    .set('core/2001/core/parts/add.ts', "export * from '../../../2003/core/parts/add.ts';\n")
    .set('core/2003/core/parts/add.ts', "import { sum } from '#core/sum.ts';\nexport const add = sum;\n");
  const { files } = composeRuleset(library, { core: '2001' });
  expect(files.get('core/votes.ts')).toBe(library.get('core/2003/core/votes.ts'));
  expect(files.get('core/parts/add.ts')).toBe(library.get('core/2003/core/parts/add.ts'));
  expect(files.get('core/helpers/sum.ts')).toBe('export const sum = 1;\n');
});
