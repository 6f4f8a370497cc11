import { expect, test } from 'vitest';
import { readCommit, writeCommitObject } from '../../src/repository/commit.ts';
import { describeTree } from '../../src/repository/fixtures/describe-tree.ts';
import type { Repository } from '../../src/repository/repository.ts';
import type { Oid } from '../../src/repository/oid.ts';
import { entryFor } from '../../src/repository/tree-bytes.ts';
import { readTreeEntries, writeTreeEntries } from '../../src/repository/tree.ts';
import { readGame } from '../../src/store/read-game.ts';
import {
  ana,
  bo,
  cy,
  dee,
  eli,
  kernelGame,
  VOTES,
  type TestGame,
} from '../../src/tick/fixtures/embedded-game.ts';
import { slowTest } from '../slowly.ts';

const FOLDER = ['content', 'ruleset', 'dynastic'];
const NIGHT = 'content/ruleset/dynastic/night.md';
const PLAIN = ['100644', 'night.md', '---\ntitle: Night\n---\nIt is night.\n'] as const;
const COMMIT = 'c'.repeat(40);

type Entry = readonly [mode: string, name: string, content: string | Uint8Array];

/** A commit on top of main with these files as dynastic rules, under any names and modes, as a hostile Git client could make it. */
async function branchWith(game: TestGame, entries: readonly Entry[]): Promise<Oid> {
  const { repository } = game.forge;
  const main = await game.mainTip();
  const { tree } = await readCommit(repository, main);
  const odd = await describeTree(repository, entries);
  const author = { name: 'bo', email: '', at: game.now };
  return writeCommitObject(repository, {
    tree: await replace(repository, tree, FOLDER, odd),
    parents: [main],
    author,
    committer: author,
    message: 'Change\n',
  });
}

async function replace(repository: Repository, tree: Oid, path: readonly string[], by: Oid): Promise<Oid> {
  const [name = '', ...rest] = path;
  const entries = await readTreeEntries(repository, tree);
  const old = entries.find((entry) => entry.name === name);
  const next = rest.length === 0 ? by : await replace(repository, old?.oid ?? '', rest, by);
  return writeTreeEntries(repository, [
    ...entries.filter((entry) => entry.name !== name),
    entryFor(name, 'folder', next),
  ]);
}

async function dynastic(game: TestGame): Promise<readonly Entry[]> {
  const folder = 'content/ruleset/dynastic/';
  const files = [...(await game.content())].filter(([path]) => path.startsWith(folder));
  return files.map(([path, text]) => ['100644', path.slice(folder.length), text] as const);
}

const inOrder = (entries: readonly Entry[]): readonly Entry[] =>
  [...entries].sort(([, a], [, b]) => (a < b ? -1 : 1));

test.each([
  ['a file whose name leads out of its folder', ['100644', '..', 'x'], 'would leave its folder'],
  ['a folder of Git’s own', ['100644', '.git', 'x'], 'is reserved by Git'],
  ['a symbolic link', ['120000', 'link.md', '/etc/passwd'], 'is a symbolic link; links are not followed'],
  ['a submodule', ['160000', 'module', COMMIT], 'is a submodule; submodules are not fetched'],
  ['a file of 3 MB', ['100644', 'large.md', Buffer.alloc(3 * 1024 * 1024, 'x')], 'has 3145728 bytes'],
  [
    'a text that is no UTF-8',
    ['100644', 'odd.md', Buffer.from([0x61, 0x0a, 0xc3, 0x28])],
    'is not written in UTF-8',
  ],
] as const)(
  '%s is named on the matter and left out, and the rest of the branch counts',
  async (_, odd, message) => {
    const game = await kernelGame();
    const own = await dynastic(game);
    const head = await branchWith(game, inOrder([...own, PLAIN, odd]));
    const post = await game.table.open(bo, { kind: 'proposal', title: 'Night', text: '', head });
    const before = new Set((await game.content()).keys());
    await game.tick();
    expect((await game.said(post)).join('\n')).toContain(message);
    for (const voter of [ana, cy, dee, eli]) await game.table.comment(voter, post, ':for:');
    game.later(13);
    await game.tick();
    const after = await game.content();
    expect(
      [...after.keys()].filter((path) => path.startsWith('content/ruleset/') && !before.has(path)),
    ).toEqual([NIGHT]);
    expect(readGame(after).problems).toEqual([]);
    game.later(1);
    expect((await game.tick()).commits).toEqual([]);
  },
);

slowTest('a rule that is renamed to another’s name is not let in, and why is told', async () => {
  const game = await kernelGame();
  const text = (await game.content()).get(VOTES) ?? '';
  const head = await game.branch({ [VOTES]: null, 'content/ruleset/core/players.md': text });
  const post = await game.table.open(bo, { kind: 'proposal', title: '[Core] Renamed', text: '', head });
  await game.tick();
  expect((await game.said(post)).join('\n')).toContain(
    `${VOTES} was renamed to content/ruleset/core/players.md, which already exists and would be lost.`,
  );
  for (const voter of [ana, cy, dee, eli]) await game.table.comment(voter, post, ':for:');
  game.later(13);
  const { stuck } = await game.tick();
  const said = (await game.said(post)).join('\n');
  expect(stuck).toEqual([]);
  expect(said).toContain('would be stuck');
  expect((await game.content()).get(VOTES)).toBe(text);
  game.later(1);
  expect((await game.tick()).commits).toEqual([]);
});

test('a forced push counts while the matter may be altered; a later one doesn’t, and the matter says so', async () => {
  const game = await kernelGame();
  const propose = (text: string): Promise<Oid> =>
    game.branch({ [NIGHT]: `---\ntitle: Night\n---\n${text}\n` });
  const post = await game.table.open(bo, {
    kind: 'proposal',
    title: 'Night',
    text: '',
    head: await propose('One.'),
  });
  await game.tick();
  await game.table.push(bo, post, await propose('Two.'));
  await game.tick();
  for (const voter of [ana, cy, dee, eli]) await game.table.comment(voter, post, ':for:');
  game.later(1);
  await game.table.push(bo, post, await propose('Three.'));
  expect((await game.forge.observe(null)).events.filter(({ type }) => type === 'pushed')).toMatchObject([
    { forced: true },
    { forced: true },
  ]);
  game.later(12);
  await game.tick();
  expect((await game.said(post)).join('\n')).toMatch(/The push of [0-9a-f]{7} does not count/u);
  expect((await game.content()).get(NIGHT)).toContain('Two.');
});
