// What a proposal's branch changes, as far as it can be read.
import { beforeEach, expect, test } from 'vitest';

import { describeTree } from '../repository/fixtures/describe-tree.ts';
import type { Oid } from '../repository/oid.ts';
import { bareGame, type BareGame } from './fixtures/bare-game.ts';
import { readHead } from './read-head.ts';

const VOTES = 'content/ruleset/core/votes.md';
const NIGHT = 'content/ruleset/dynastic/night.md';
const ANA = 'content/gamestate/players/ana.md';
const GAME = {
  'content/game.yml': 'name: Harbour\n',
  [VOTES]: 'Votes.\n',
  'content/ruleset/core/posts.md': 'Posts.\n',
  [ANA]: '---\nname: ana\n---\nShe has a lamp.\n',
  'content/site.css': 'a\n',
};

let game: BareGame;
beforeEach(async () => {
  game = await bareGame(GAME);
});
const read = async (changes: Parameters<BareGame['commit']>[0]) =>
  readHead(game.repository, game.first, await game.commit(changes, game.first));
const file = (path: string, base: string | null, content: string | null) => ({
  verb: 'file',
  path,
  base,
  content,
});

test('reads rules, values, texts and pages with their earlier versions, and names other files', async () => {
  expect(
    await read({
      [VOTES]: 'More votes.\n',
      [NIGHT]: 'Night.\n',
      'content/ruleset/core/posts.md': null,
      [ANA]: '---\nname: Ana\n---\nShe has two lamps.\n',
      'content/gamestate/players/bo.md': '---\nname: bo\n---\n',
      'content/site.css': null,
      'content/pages/a.md': '# A\n',
      'README.md': 'x',
      'content/game.yml': 'name: Mine\n',
    }),
  ).toEqual({
    changes: [
      { verb: 'set', path: 'players.ana.name', value: 'Ana' },
      { verb: 'set', path: 'players.bo.name', value: 'bo' },
      file('content/ruleset/core/posts.md', 'Posts.\n', null),
      file(VOTES, 'Votes.\n', 'More votes.\n'),
      file(NIGHT, null, 'Night.\n'),
    ],
    texts: [{ path: ANA, base: 'She has a lamp.\n', text: 'She has two lamps.\n' }],
    pages: [file('content/pages/a.md', null, '# A\n'), file('content/site.css', 'a\n', null)],
    outside: ['README.md', 'content/game.yml'],
    problems: [],
  });
});

test('reads a change of pages only, and just names other files', async () => {
  expect(await read({ 'content/site.css': 'b\n' })).toMatchObject({
    changes: [],
    pages: [file('content/site.css', 'a\n', 'b\n')],
    outside: [],
  });
  // The enactment says that it is left out.
  expect(await read({ 'README.md': 'x' })).toEqual({
    changes: [{ verb: 'file', path: 'README.md', content: '' }],
    outside: ['README.md'],
    problems: [],
  });
});

test('a text that is deleted with its file, or unchanged, isn’t a change', async () => {
  expect(await read({ [ANA]: null })).toMatchObject({
    changes: [{ verb: 'set', path: 'players.ana', value: null }],
    texts: [],
  });
  expect(await read({ [ANA]: '---\nname: Ana\n---\nShe has a lamp.\n' })).toMatchObject({ texts: [] });
});

test('a branch without common history changes nothing, and says so', async () => {
  const head = await game.commit({ [VOTES]: 'mine\n' });
  expect(await readHead(game.repository, game.first, head)).toEqual({
    changes: [],
    outside: [],
    problems: [expect.stringContaining('shares no history') as string],
  });
});

test('counts only what the branch did, not what main did meanwhile', async () => {
  const head = await game.commit({ [NIGHT]: 'Night.\n' }, game.first);
  const main = await game.commit({ [VOTES]: 'More votes.\n' }, game.first);
  expect(await readHead(game.repository, main, head)).toMatchObject({
    changes: [file(NIGHT, null, 'Night.\n')],
  });
});

/** A commit in which `votes.md` has another mode, or is a link. */
async function withMode(mode: string, content: string): Promise<Oid> {
  const core = await describeTree(game.repository, [
    ['100644', 'posts.md', 'Posts.\n'],
    [mode, 'votes.md', content],
  ]);
  return game.commit({ 'content/ruleset/core': { oid: core, kind: 'folder' }, [NIGHT]: 'N.\n' }, game.first);
}

test('ignores a changed file mode, and reports and leaves out a symbolic link', async () => {
  expect(await readHead(game.repository, game.first, await withMode('100755', 'Votes.\n'))).toMatchObject({
    changes: [file(NIGHT, null, 'N.\n')],
    problems: [],
  });
  expect(await readHead(game.repository, game.first, await withMode('120000', 'posts.md'))).toMatchObject({
    changes: [file(NIGHT, null, 'N.\n')],
    problems: [expect.stringContaining('is a symbolic link') as string],
  });
});

test('normalizes Windows line endings, and notes it', async () => {
  const { changes, problems } = await read({ [VOTES]: 'More\r\nvotes.\r\n' });
  expect(changes).toEqual([file(VOTES, 'Votes.\n', 'More\nvotes.\n')]);
  expect(problems).toHaveLength(1);
});

const LONG = 150_000;

test('reads a file of exactly the largest size, and reports and leaves out a larger one', async () => {
  expect(await read({ [VOTES]: 'x'.repeat(LONG) })).toMatchObject({
    changes: [{ path: VOTES }],
    problems: [],
  });
  expect(await read({ [VOTES]: 'x'.repeat(LONG + 1), [NIGHT]: 'N.\n' })).toMatchObject({
    changes: [{ path: NIGHT }],
    problems: [`${VOTES} has 150001 characters; the limit is 150000, and was left out.`],
  });
});

test('leaves out further rules and pages once their texts are too long together', async () => {
  const many = (folder: string) =>
    Object.fromEntries(Array.from({ length: 15 }, (_, at) => [`${folder}/${at + 10}.md`, 'x'.repeat(LONG)]));
  const rules = await read(many('content/ruleset/dynastic'));
  expect(rules.changes.map((one) => 'path' in one && one.path)).toEqual(
    Array.from({ length: 13 }, (_, at) => `content/ruleset/dynastic/${at + 10}.md`),
  );
  expect(rules.problems).toHaveLength(2);
  expect(rules.problems[0]).toMatch(
    /^content\/ruleset\/dynastic\/23\.md is more than one proposal may change/u,
  );
  const { pages = [] } = await read({ ...many('content/pages'), 'content/site.css': 'x'.repeat(LONG + 1) });
  const [shown, hidden] = [[] as string[], [] as string[]];
  for (const one of pages)
    if (one.verb === 'file') (one.content === '' ? hidden : shown).push(one.path.slice('content/'.length));
  expect(shown).toEqual(Array.from({ length: 13 }, (_, at) => `pages/${at + 10}.md`));
  expect(hidden).toEqual(['pages/23.md', 'pages/24.md', 'site.css']);
  // A page that is taken away still is, however much there is.
  expect((await read({ ...many('content/pages'), 'content/site.css': null })).pages?.at(-1)).toEqual(
    file('content/site.css', '', null),
  );
});

test('a picture has no text', async () => {
  const { pages } = await read({ 'content/pages/a.png': new Uint8Array([0x89, 0x50, 0, 255]) });
  expect(pages).toEqual([file('content/pages/a.png', null, '')]);
});

test('warns if a rule is renamed over another, but not if it’s only renamed or copied over it', async () => {
  const renamed = (to: string, also: Parameters<BareGame['commit']>[0] = { [VOTES]: null }) =>
    read({ ...also, [to]: 'Votes.\n' });
  expect((await renamed('content/ruleset/core/posts.md')).problems).toEqual([
    `${VOTES} was renamed to content/ruleset/core/posts.md, which already exists and would be lost.`,
  ]);
  expect((await renamed(NIGHT)).problems).toEqual([]);
  expect((await renamed('content/ruleset/core/posts.md', {})).problems).toEqual([]);
  expect((await read({ [VOTES]: null, 'content/ruleset/core/posts.md': 'Other.\n' })).problems).toEqual([]);
});

test('worded changes come first, with a file in the place where they name it', async () => {
  const worded = JSON.stringify([
    { set: { 'game.tide': 3 } },
    { file: NIGHT },
    { 'repeal-rule': 'Posts' },
    { file: 'content/ruleset/dynastic/none.md' },
  ]);
  const { changes, problems } = await read({
    'content/changes.yml': worded,
    [VOTES]: 'More votes.\n',
    [NIGHT]: 'Night.\n',
  });
  expect(changes).toEqual([
    { verb: 'set', path: 'game.tide', value: 3 },
    file(NIGHT, null, 'Night.\n'),
    { verb: 'repeal-rule', rule: 'Posts' },
    file(VOTES, 'Votes.\n', 'More votes.\n'),
  ]);
  expect(problems).toEqual([]);
  expect((await read({ 'content/changes.yml': 'odd' })).problems).toHaveLength(1);
  expect(await read({ 'content/changes.yml': null, [NIGHT]: 'N.\n' })).toMatchObject({
    changes: [file(NIGHT, null, 'N.\n')],
    problems: [],
  });
});

test('a branch that also changes another game of the repository changes nothing here', async () => {
  const hosted = 'name: Quay\nforge: { kind: github }\n';
  const [here, below] = [game.repository, { ...game.repository, folder: 'games/quay' }];
  const main = await game.commit(
    { 'games/quay/content/game.yml': hosted, 'content/game.yml': hosted },
    game.first,
  );
  const both = await game.commit({ 'games/quay/content/ruleset/a.md': 'A\n', [NIGHT]: 'N.\n' }, main);
  expect(await readHead(here, main, both)).toEqual({
    changes: [],
    outside: [],
    problems: [expect.stringContaining('another game (games/quay/content/)') as string],
  });
  expect((await readHead(below, main, both)).problems).toEqual([
    expect.stringContaining('another game (content/)') as string,
  ]);
  // The other's alone is outside.
  const other = await game.commit({ 'games/quay/content/ruleset/a.md': 'A\n' }, main);
  expect(await readHead(here, main, other)).toMatchObject({
    outside: ['games/quay/content/ruleset/a.md'],
    problems: [],
  });
});
