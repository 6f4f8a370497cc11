import { expect, test } from 'vitest';
import { kernelCaches as caches } from '../../scenario/on-kernel/fixtures/runner.ts';
import { readRuleset } from '../../ruleset/read.ts';
import { composeRuleset, listPacks } from '../../ruleset/compose.ts';
import { shippedLibrary } from '../../store/fixtures/shipped-library.ts';
import { Play } from '../../session/play/play.ts';
import {
  findIdleClauses,
  findIllegalValues,
  findOrphans,
  findTitlesAlike,
  findUnfilled,
  findUnheard,
} from './lint-rules.ts';

async function lintWith(extra: Readonly<Record<string, string>>) {
  const [core = ''] = listPacks(shippedLibrary).core;
  const { files: composed, terms } = composeRuleset(shippedLibrary, { core, dynasty: 'proving' });
  const files = new Map([...composed, ...Object.entries(extra)]);
  const play = await Play.start({ files, terms, state: null, draw: () => 1, caches });
  const model = play.sandbox.describe();
  play.dispose();
  const { rules } = readRuleset(files, terms).manifest;
  const found = [
    ...findUnheard(files, model),
    ...findOrphans(files, model),
    ...findUnfilled(files, model),
    ...findTitlesAlike(rules),
  ];
  return found.map(({ code, where, next }) => [code, where, next]);
}

test('finds nothing in a ruleset of the library', async () => {
  expect(await lintWith({})).toEqual([]);
});

test('finds a hook nobody asks, an event nobody sends and a variable that the text doesn’t mention', async () => {
  const clause = `import { integer, rule } from 'gitnomic/rules';
export default rule(() => ({
  player: { zeal: integer() },
  hooks: { 'may-enactt': () => undefined },
  on: { enactedd() {} },
}));
`;
  expect(
    await lintWith({
      'dynastic/slip.md': '---\ntitle: Slip\norder: 90\n---\nA slip.\n',
      'dynastic/slip.ts': clause,
    }),
  ).toEqual([
    ['hook-unasked', 'dynastic/slip.ts:4', 'Did you mean "may-enact"?'],
    ['event-untold', 'dynastic/slip.ts:5', 'Did you mean "enacted"?'],
    ['orphan-variable', 'dynastic/slip.ts:3', 'Say in the rule what it is and where it is tracked.'],
  ]);
});

test('finds a clause that no rule and no other clause uses, but none that is used', () => {
  const files = {
    'dynastic/gone.ts': "import { x } from './parts.ts';",
    'dynastic/parts.ts': 'export const x = 1;',
    'dynastic/helpers/count.ts': '',
    'dynastic/there.ts': '',
    'dynastic/there.md': '---\ntitle: There\n---\nThere.\n',
  };
  expect(findIdleClauses(new Map(Object.entries(files))).map(({ where, next }) => [where, next])).toEqual([
    ['dynastic/gone.ts', 'Write its rule into dynastic/gone.md, or delete it.'],
  ]);
});

test('finds a sentence that names an unknown parameter, and suggests the nearest one', async () => {
  const clause = `import { action, rule, text } from 'gitnomic/rules';
export default rule(() => ({
  actions: {
    shout: action({ title: 'Shout', sentence: 'shouted “{wrod}”[ at {word}]', with: { word: text() } }),
  },
}));
`;
  expect(
    await lintWith({
      'dynastic/slip.md': '---\ntitle: Slip\norder: 90\n---\nA slip.\n',
      'dynastic/slip.ts': clause,
    }),
  ).toEqual([['no-parameter', 'dynastic/slip.ts:4', 'Did you mean {word}?']]);
});

test('finds an answer that is never heard, with the rule that answers first and what to say instead', async () => {
  const final = `import { rule } from 'gitnomic/rules';
export default rule(() => ({ hooks: { 'price-of': () => 1, 'tax-of': (_, next) => next() ?? 2 } }));
`;
  const rule = (title: string, more = ''): string => `---\ntitle: ${title}\norder: 90\n${more}---\nA rule.\n`;
  const lint = async (more = ''): Promise<unknown> =>
    (
      await lintWith({
        'appendix/fees.md': rule('Fees'),
        'appendix/fees.ts': final,
        'dynastic/sale.md': rule('Sale', more),
        'dynastic/sale.ts': `${final}// hook('price-of') hook('tax-of')\n`,
      })
    ).filter(([code]) => code === 'hook-unheard');
  expect(await lint()).toEqual([
    [
      'hook-unheard',
      'dynastic/sale.ts:2',
      'It would be heard with over: [Fees] in the front matter of this rule, or in a rule at appendix/fees/sale, or if that rule passed the question on with next().',
    ],
  ]);
  expect(await lint('over: [Fees]\n')).toEqual([
    [
      'hook-unheard',
      'appendix/fees.ts:2',
      'It would be heard with over: [Sale] in the front matter of this rule, or if that rule passed the question on with next().',
    ],
  ]);
});

test('names stored values that the rules don’t allow', () => {
  const problems = findIllegalValues(
    { players: { ana: { oil: -3, old: 1, name: 'Ana' } } },
    { players: { ana: { oil: 3, name: 'Ana' } } },
  );
  expect(problems.map(({ code, where }) => [code, where])).toEqual([
    ['illegal-value', 'players.ana.oil'],
    ['untracked', 'players.ana.old'],
  ]);
});

test('finds titles that look the same, by a letter of another script or an invisible one', async () => {
  const rule = (title: string, order: number): string =>
    `---\ntitle: ${title}\norder: ${order}\n---\nWords.\n`;
  expect(
    await lintWith({
      'dynastic/oath.md': rule('Oath', 90),
      'dynastic/oath-two.md': rule('\u041eath', 91),
      'dynastic/oath-three.md': rule('Oa\u200bth', 92),
      'dynastic/oaths.md': rule('Oaths', 93),
      'dynastic/oaths/same.md': rule('Oath', 94),
      'dynastic/same.md': rule('Oath', 95),
    }),
  ).toEqual([
    [
      'titles-alike',
      'dynastic/oath-two.md',
      'Give one of them another title, so that people see which is meant.',
    ],
    [
      'titles-alike',
      'dynastic/oath-three.md',
      'Give one of them another title, so that people see which is meant.',
    ],
    [
      'titles-alike',
      'dynastic/same.md',
      'Give one of them another title, so that people see which is meant.',
    ],
  ]);
});
