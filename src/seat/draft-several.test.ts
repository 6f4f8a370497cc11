// Several changes of rules drafted as one proposal, against the rules as they are.
import { beforeAll, expect, test } from 'vitest';

import { homeWith } from '../host/fixtures/home-with.ts';
import type { HomeGame } from '../host/game.ts';
import { somebody } from '../session/fixtures/desk.ts';
import { propose } from './draft-edit.ts';
import { draftSeveral, titleThen, type DraftEdit } from './draft-several.ts';

const CLAUSE = "import { rule } from 'gitnomic/rules';\nexport default rule(() => ({}));\n";
const RULES = {
  'dynastic/oil.md': '---\ntitle: Oil\norder: 1\n---\nIt burns.\n',
  'dynastic/oil.ts': CLAUSE,
  'dynastic/fog.md': '---\ntitle: Fog\norder: 2\n---\nIt is thick.\n',
};
const [OIL, FOG] = ['content/ruleset/dynastic/oil', 'content/ruleset/dynastic/fog'];
const oil: DraftEdit & { do: 'edit' } = {
  do: 'edit',
  path: 'dynastic/oil',
  body: 'It glows.',
  before: RULES['dynastic/oil.md'],
};
const noFog: DraftEdit & { do: 'repeal' } = {
  do: 'repeal',
  path: 'dynastic/fog',
  before: RULES['dynastic/fog.md'],
};

let game: HomeGame;
beforeAll(async () => {
  game = await homeWith({ rules: RULES });
});
async function drafted(...edits: readonly DraftEdit[]) {
  const { whole, each } = await draftSeveral(game, edits);
  return {
    files: Object.fromEntries(whole.changes),
    whole,
    problems: each.map((one) => one.problems),
    diffs: each.map(({ diff }) => diff.length),
  };
}

test('names a proposal’s branch after the letters of its title, shortened if it’s long', async () => {
  const { whole } = await drafted(oil);
  const [branches, heads]: [string[], string[]] = [[], []];
  const open: HomeGame['people']['open'] = (_, { branch = '', head = '' }) => {
    branches.push(branch);
    heads.push(head.slice(0, 6));
    return Promise.resolve('9');
  };
  const people = new Proxy(game.people, {
    get: (of, name) => (name === 'open' ? open : (Reflect.get(of, name, of) as unknown)),
  });
  const long = `Oil ${'is cheaper than wax '.repeat(3)}`;
  for (const title of ['Oil & Wax', '!!!', long])
    await propose({ ...game, people }, somebody('bo'), { kind: 'proposal', title, text: '' }, whole);
  expect(branches).toEqual([
    `oil-wax-${heads[0]}`,
    `change-${heads[1]}`,
    `oil-is-cheaper-than-wax-is-cheaper-than-${heads[2]}`,
  ]);
});

test('drafts each change, and all of them as one matter', async () => {
  const { files, problems, whole, diffs } = await drafted(
    { do: 'add', title: 'Night', body: 'It is dark.' },
    oil,
    noFog,
    { do: 'set', path: 'players.bo.name', value: 'Robert' },
  );
  expect(problems).toEqual([[], [], [], []]);
  expect(diffs.every((many) => many > 0)).toBe(true);
  expect(Object.keys(files).sort()).toEqual([
    'content/gamestate/players/bo.md',
    `${FOG}.md`,
    'content/ruleset/dynastic/night.md',
    `${OIL}.md`,
  ]);
  expect(files[`${FOG}.md`]).toBeNull();
  expect(files[`${OIL}.md`]).toBe('---\ntitle: Oil\norder: 1\n---\nIt glows.\n');
  expect(whole.base).toBe(await game.main());
  expect(whole.problems).toEqual([]);
});

test('changing only a rule’s code keeps its text, and changing only its text keeps its code', async () => {
  const code = { ...oil, body: 'It burns.', clause: { before: CLAUSE, after: `${CLAUSE}// lit\n` } };
  expect((await drafted(code)).files).toEqual({ [`${OIL}.ts`]: `${CLAUSE}// lit\n` });
  expect(Object.keys((await drafted(oil)).files)).toEqual([`${OIL}.md`]);
  expect((await drafted({ ...oil, body: '\nIt burns.\n\n' })).files).toEqual({});
  // Code that is emptied is gone.
  expect((await drafted({ ...oil, clause: { before: CLAUSE, after: ' ' } })).files[`${OIL}.ts`]).toBeNull();
});

test('puts a rule with its code where it’s asked for', async () => {
  const { files } = await drafted(
    { do: 'add', title: 'Lamps', body: 'Lit.', under: 'dynastic/oil', clause: CLAUSE },
    { do: 'add', title: 'Core lamps', body: 'Lit.', section: 'core' },
  );
  expect(Object.keys(files).sort()).toEqual([
    'content/ruleset/core/core-lamps.md',
    'content/ruleset/dynastic/oil/lamps.md',
    'content/ruleset/dynastic/oil/lamps.ts',
  ]);
});

const ANOTHER = 'Another change in this draft repeals this rule. Take one of the two out.';
test.each<[string, readonly DraftEdit[], readonly (readonly string[])[]]>([
  [
    'is gone',
    [{ ...oil, path: 'dynastic/gone' }],
    [['There is no rule “Oil” any more. Remove this change.']],
  ],
  [
    'has changed',
    [{ ...oil, before: oil.before.replace('burns', 'shines') }],
    [['The rule has changed since you wrote this. Check it as it is now, or remove this change.']],
  ],
  [
    'has other code by now',
    [{ ...oil, clause: { before: 'other', after: CLAUSE } }],
    [['The rule has changed since you wrote this. Check it as it is now, or remove this change.']],
  ],
  [
    'has changed since its repeal',
    [{ ...noFog, before: 'other' }],
    [['The rule has changed since you chose to repeal it. Check it as it is now, or remove this change.']],
  ],
  [
    'is repealed by another change',
    [{ ...oil, path: 'dynastic/fog', before: RULES['dynastic/fog.md'] }, noFog],
    [[ANOTHER], []],
  ],
])('reports the problem with a rule that %s at the change concerned', async (_, edits, problems) => {
  const found = await drafted(...edits);
  expect(found.problems).toEqual(problems);
  expect(found.whole.problems).toEqual(problems.flat());
});

test('reports a change to a value that doesn’t exist, and drafts the others', async () => {
  const { problems, files } = await drafted({ do: 'set', path: 'players.bo.nam', value: 'x' }, oil);
  expect(problems).toEqual([[expect.stringContaining('did you mean name')], []]);
  expect(Object.keys(files)).toEqual([`${OIL}.md`]);
});

test('a rule that is gone is named by its title when the change was written', () => {
  expect(titleThen({ path: 'dynastic/oil', before: RULES['dynastic/oil.md'] })).toBe('Oil');
  expect(titleThen({ path: 'dynastic/oil', before: 'no front matter' })).toBe('dynastic/oil');
});
