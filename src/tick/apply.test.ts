import { beforeEach, expect, test } from 'vitest';
import { openMemoryForge, localForgeOn, type LocalForge } from '../forge/embedded/local-forge.ts';
import type { Forge } from '../forge/port.ts';
import { readCommit } from '../repository/commit.ts';
import type { Signature } from '../repository/git-object.ts';
import { diffTrees } from '../repository/diff-trees.ts';
import { dyingDisk, Killed, type Moment } from '../repository/fixtures/dying-disk.ts';
import { memoryDisk, type MemoryDisk } from '../repository/memory-disk.ts';
import { readFileText } from '../repository/read-file.ts';
import { writeObject } from '../repository/objects.ts';
import { readTree } from '../repository/read-tree.ts';
import { readBranch } from '../repository/refs.ts';
import type { Oid } from '../repository/oid.ts';
import { writeCommit } from '../repository/write-commit.ts';
import { commitToMain } from './apply.ts';

const now = '2021-06-18T09:00:00Z';
const clock = (): string => now;
const signed = (name: string): Signature => ({ name, email: `${name.toLowerCase()}@example.org`, at: now });
let disk: MemoryDisk;
let local: LocalForge;
let main: Oid;

const commit = (parents: readonly Oid[], changes: Record<string, string | null>): Promise<Oid> =>
  writeCommit(local.forge.repository, {
    parents,
    changes: new Map(Object.entries(changes)),
    author: signed('Ana'),
    message: 'Change',
  });

beforeEach(async () => {
  disk = memoryDisk();
  local = await openMemoryForge({ clock, forgeId: 'f' }, disk);
  main = await commit([], {
    'content/game.yml': 'name: A game\n',
    'content/ruleset/core/votes.md': 'Votes.\n',
    'package.json': '{}\n',
  });
  await local.forge.advance('main', null, main);
});

interface Enacting {
  readonly forge?: Forge;
  readonly on?: Oid;
  readonly head?: Oid | null;
  readonly changes?: ReadonlyMap<string, string | null>;
}

/** The commit on main, or an empty string if main had moved. */
const enact = async ({ forge = local.forge, on = main, head = null, changes }: Enacting): Promise<Oid> =>
  (await commitToMain(forge, on, {
    head,
    changes: new Map([['content/posts/2021/1.md', 'Enacted 3 to 1.\n'], ...(changes ?? [])]),
    author: signed('Ana'),
    committer: signed('Gitnomic'),
    message: 'Enact: Night',
  })) ?? '';

test('makes one merge commit by the proposer, with the changes and the engine’s files', async () => {
  const head = await commit([main], {
    'content/ruleset/core/votes.md': 'More votes.\n',
    'content/ruleset/n.md': 'N.\n',
  });
  const changes = new Map([
    ['content/ruleset/core/votes.md', 'More votes.\n'],
    ['content/ruleset/n.md', 'N.\n'],
  ]);
  const enacted = await enact({ head, changes });
  const { repository } = local.forge;
  expect(await readBranch(repository, 'main')).toBe(enacted);
  expect(await readCommit(repository, enacted)).toMatchObject({
    parents: [main, head],
    author: signed('Ana'),
    committer: signed('Gitnomic'),
    message: 'Enact: Night\n',
  });
  expect((await diffTrees(repository, main, enacted)).map((one) => one.path)).toEqual([
    'content/posts/2021/1.md',
    'content/ruleset/core/votes.md',
    'content/ruleset/n.md',
  ]);
});

test('leaves unchanged what a proposal changes outside the game', async () => {
  const head = await commit([main], {
    'content/ruleset/n.md': 'N.\n',
    'package.json': '{"scripts":{}}\n',
    '.github/workflows/tick.yml': 'on: push\n',
    'content-not/x.md': 'x',
  });
  const enacted = await enact({ head, changes: new Map([['content/ruleset/n.md', 'N.\n']]) });
  const { files } = await readTree(local.forge.repository, enacted);
  expect(files.get('package.json')?.text).toBe('{}\n');
  expect([...files.keys()].filter((path) => !path.startsWith('content/'))).toEqual(['package.json']);
});

const LARGE = 'x'.repeat(3 * 1024 * 1024);
const N = { 'content/ruleset/n.md': 'N.\n' };
/** Heads that contain more than the game, by what else they contain. */
const NOT_ALONE: Readonly<Record<string, () => Promise<string>>> = {
  'a file beside the game': () => commit([main], { ...N, 'video.mp4': 'x' }),
  'a file of Admins': () => commit([main], { ...N, 'content/game.yml': 'name: Mine\n' }),
  'a file that is larger than any that is read': () =>
    commit([main], { ...N, 'content/ruleset/x.md': LARGE }),
  'a file that a later commit took away': async () => {
    const before = await commit([main], { ...N, 'video.mp4': 'x' });
    return commit([before], { 'video.mp4': null });
  },
  'a file that came by a merge': async () => {
    const other = await commit([main], { 'video.mp4': 'x' });
    const own = await commit([main], N);
    return commit([await commit([own, other], { 'video.mp4': 'x' })], { 'video.mp4': null });
  },
};

test.each(Object.entries(NOT_ALONE))('keeps out of main’s history: %s', async (_name, make) => {
  const enacted = await enact({ head: await make(), changes: new Map(Object.entries(N)) });
  const { repository } = local.forge;
  expect(await readCommit(repository, enacted)).toMatchObject({
    parents: [main],
    author: signed('Ana'),
  });
  expect(await readFileText(repository, enacted, 'content/ruleset/n.md')).toBe('N.\n');
});

test('a branch that main was merged into is still a parent', async () => {
  const own = await commit([main], N);
  const newer = await commit([main], { 'content/game.yml': 'name: A game\n', 'package.json': '{"a":1}\n' });
  const head = await commit([own, newer], { 'package.json': '{"a":1}\n' });
  await local.forge.advance('main', main, newer);
  const enacted = await enact({ on: newer, head, changes: new Map(Object.entries(N)) });
  expect((await readCommit(local.forge.repository, enacted)).parents).toEqual([newer, head]);
});

test('leaves files of Admins and the engine unchanged if a branch changes them', async () => {
  const head = await commit([main], { 'content/ruleset/n.md': 'N.\n', 'content/game.yml': 'name: Mine\n' });
  const enacted = await enact({ head, changes: new Map([['content/ruleset/n.md', 'N.\n']]) });
  expect(await readFileText(local.forge.repository, enacted, 'content/game.yml')).toBe('name: A game\n');
});

test('a branch is a parent even if main changed meanwhile', async () => {
  const head = await commit([main], { 'content/ruleset/n.md': 'N.\n' });
  const newer = await commit([main], { 'package.json': '{"version":"2"}\n' });
  await local.forge.advance('main', main, newer);
  const enacted = await enact({ on: newer, head });
  expect((await readCommit(local.forge.repository, enacted)).parents).toEqual([newer, head]);
});

test('leaves main alone if it moved', async () => {
  const newer = await commit([main], { 'content/x.md': 'x' });
  await local.forge.advance('main', main, newer);
  expect(await enact({})).toBe('');
  expect(await readBranch(local.forge.repository, 'main')).toBe(newer);
});

test('a branch without common history isn’t a parent, and its deletions aren’t applied by themselves', async () => {
  const orphan = await commit([], { 'content/ruleset/n.md': 'N.\n' });
  const enacted = await enact({ head: orphan, changes: new Map([['content/ruleset/n.md', 'N.\n']]) });
  expect((await readCommit(local.forge.repository, enacted)).parents).toEqual([main]);
  const deletes = await commit([enacted], { 'content/ruleset': null });
  const removed = await diffTrees(local.forge.repository, enacted, deletes, {
    under: 'content/ruleset',
  });
  expect(removed.map((one) => [one.path, one.after])).toEqual([
    ['content/ruleset/core/votes.md', null],
    ['content/ruleset/n.md', null],
  ]);
  const next = await enact({ on: enacted, head: deletes });
  expect(await readFileText(local.forge.repository, next, 'content/ruleset/n.md')).toBe('N.\n');
});

const parentsAfter = async (head: Oid, on: Oid = main): Promise<readonly Oid[]> => {
  const changes = new Map([['content/ruleset/n.md', 'N.\n']]);
  return (await readCommit(local.forge.repository, await enact({ head, on, changes }))).parents;
};

test.each([
  '.github/workflows/tick.yml',
  '.github/CODEOWNERS',
  '.gitlab/ci.yml',
  '.husky/pre-commit',
  '.devcontainer/devcontainer.json',
  'README.md',
  'docs/.github.md',
])('a head that adds %s, outside the game, isn’t a parent of main', async (path) => {
  const head = await commit([main], { 'content/ruleset/n.md': 'N.\n', [path]: 'run: evil\n' });
  expect(await parentsAfter(head)).toEqual([main]);
});

test('a head that removes a file outside the game isn’t a parent', async () => {
  const armed = await commit([main], { '.github/workflows/tick.yml': 'on: push\n' });
  await local.forge.advance('main', main, armed);
  const head = await commit([armed], { 'content/ruleset/n.md': 'N.\n', '.github/workflows/tick.yml': null });
  expect(await parentsAfter(head, armed)).toEqual([armed]);
});

test.each(['Fixes #3', 'More words\n\nCloses: someone/else#12', 'Quiet [skip ci]'])(
  'a branch with the commit message “%s” isn’t a parent, since a forge would obey it on main',
  async (message) => {
    const { repository } = local.forge;
    const { tree } = await readCommit(repository, await commit([main], { 'content/ruleset/m.md': 'M.\n' }));
    // The engine defuses its own commits, so this one is written as another Git client would.
    const by = 'Ana <ana@example.org> 1624006800 +0000';
    const text = `tree ${tree}\nparent ${main}\nauthor ${by}\ncommitter ${by}\n\n${message}\n`;
    const ordering = await writeObject(repository, 'commit', new TextEncoder().encode(text));
    const head = await commit([ordering], { 'content/ruleset/n.md': 'N.\n' });
    expect(await parentsAfter(head)).toEqual([main]);
  },
);

test('main itself isn’t a second parent', async () => {
  expect(await parentsAfter(main)).toEqual([main]);
});

test.each<Moment>(['before', 'after'])(
  'if killed %s any write, the enactment happens exactly once in the end',
  async (moment) => {
    const head = await commit([main], { 'content/ruleset/n.md': 'N.\n' });
    for (let dieAt = 1; ; dieAt += 1) {
      const below = disk.copy();
      const dying = dyingDisk(below, dieAt, moment);
      const { forge } = await localForgeOn(dying, { clock });
      const changes = new Map([['content/ruleset/n.md', 'N.\n']]);
      await enact({ forge, head, changes }).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error;
      });
      const next = await localForgeOn(below, { clock });
      const { events } = await next.forge.observe(null);
      expect(events).toEqual([]);
      const again = await enact({ forge: next.forge, head, changes });
      const at = (await readBranch(next.forge.repository, 'main')) ?? '';
      expect(['', at]).toContain(again);
      expect((await readCommit(next.forge.repository, at)).parents).toEqual([main, head]);
      if (dying.writes() < dieAt) break;
    }
  },
);
