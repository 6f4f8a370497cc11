// What others push to main: what goes back, what stays, and where a game begins that was played elsewhere.
import { beforeEach, describe, expect, test } from 'vitest';

import type { ForgeEvent } from '../forge/events.ts';
import { readCommit } from '../repository/commit.ts';
import { describeTree } from '../repository/fixtures/describe-tree.ts';
import type { Oid } from '../repository/oid.ts';
import { readTree } from '../repository/read-tree.ts';
import { recordPath, writeRecord } from '../store/journal/journal-record.ts';
import { BEGINNING, bareGame, person, pushOf, type BareGame } from './fixtures/bare-game.ts';
import { styleIn } from './own-style.ts';
import { findRepair } from './repair-main.ts';
import { pushesTo, trustedMain } from './trusted-main.ts';

const [ana, bo] = ['ana', 'bo'].map(person) as [ReturnType<typeof person>, ReturnType<typeof person>];
const VOTES = 'content/ruleset/core/votes.md';
const GONE = 'f'.repeat(40);
const GAME = {
  'content/game.yml': 'name: Harbour\nadmins: [ana]\n',
  [VOTES]: 'Votes.\n',
  'content/site.yml': 'title: Harbour\n',
  'content/pages/quay.md': '# Quay\n',
  'README.md': 'Hello.\n',
};

let game: BareGame;
beforeEach(async () => {
  game = await bareGame(GAME);
});

/** The repair after these pushes, and the texts that it leaves. */
async function repaired(main: Oid | null, events: readonly ForgeEvent[]) {
  const repair = await findRepair(game.forge, main, events, BEGINNING);
  const { files } = await readTree(game.repository, repair.commit ?? main ?? game.first);
  return { ...repair, files: Object.fromEntries([...files].map(([path, { text }]) => [path, text])) };
}

/** The same after one push of these changes. */
async function pushed(changes: Readonly<Record<string, string | null>>, by: typeof ana | null = null) {
  const main = await game.commit(changes, game.first);
  return { pushed: main, ...(await repaired(main, [pushOf(by, game.first, main)])) };
}

test.each([
  VOTES,
  'content/Ruleset/core/votes.md',
  'content/game.yml',
  'content/posts/2024/1.md',
  'content/ledger/2024-03.jsonl',
  'content/.gitattributes',
  'content/.mailmap',
  'CONTENT/ruleset/core/votes.md',
  'content/site.css',
  'content/pages/quay.md',
])('reverts what somebody pushes to %s, and keeps other files', async (path) => {
  const { commit, undone, files, ...more } = await pushed({
    [path]: 'mine\n',
    'content/notes.md': 'A\n',
  });
  expect(undone).toEqual([path]);
  expect(files).toEqual({ ...GAME, 'content/notes.md': 'A\n' });
  expect(await readCommit(game.repository, commit ?? '')).toMatchObject({
    parents: [more.pushed],
    author: { name: 'Gitnomic', at: BEGINNING },
    message: `Put back what only play may change\n\n- ${path}\n`,
  });
});

test('restores what somebody deletes, naming a hundred files and counting the rest in one commit', async () => {
  const many = Array.from({ length: 120 }, (_, at) => `content/posts/${String(at).padStart(3, '0')}.md`);
  const { commit, files, undone } = await pushed({
    [VOTES]: null,
    'content/pages/quay.md': null,
    ...Object.fromEntries(many.map((path) => [path, 'x'])),
  });
  expect(files).toEqual(GAME);
  expect(undone).toHaveLength(122);
  const { message } = await readCommit(game.repository, commit ?? '');
  expect(message.match(/^- content/gmu)).toHaveLength(100);
  expect(message).toContain('- … and 22 more');
});

test.each(['README.md', 'package.json', 'content/library/a.md', 'contents/ruleset/a.md'])(
  'keeps a push to %s',
  async (path) => {
    const { commit, undone } = await pushed({ [path]: 'mine\n' });
    expect([commit, undone]).toEqual([null, []]);
  },
);

test('leaves main alone if nobody pushed to it, or if it continues from an unknown commit', async () => {
  const nothing = { undone: [], commit: null };
  expect(await findRepair(game.forge, game.first, [], BEGINNING)).toEqual(nothing);
  const main = await game.commit({ [VOTES]: 'mine\n' }, game.first);
  for (const from of [null, GONE])
    expect(await findRepair(game.forge, main, [pushOf(null, from, main)], BEGINNING)).toEqual(nothing);
  // Another push doesn't lead there.
  expect(await findRepair(game.forge, main, [pushOf(null, game.first, GONE)], BEGINNING)).toMatchObject({
    commit: null,
  });
});

test.each([
  ['is gone', null],
  ['leads to a commit that is not here', GONE],
])('restores a main that %s', async (_, to) => {
  const { commit, undone, files } = await repaired(to, [pushOf(bo, game.first, to)]);
  expect([undone, files]).toEqual([['main itself'], GAME]);
  expect(await readCommit(game.repository, commit ?? '')).toMatchObject({
    parents: [game.first],
    message: 'Put main back\n',
  });
});

describe('the group’s own pages', () => {
  const LOOK = { 'content/site.yml': 'title: Night\n', 'content/pages/quay.md': null };

  test('can be changed by an Admin, and stay so while other changes are reverted', async () => {
    const { commit, undone } = await pushed(LOOK, ana);
    expect([commit, undone]).toEqual([null, []]);
    const both = await pushed({ ...LOOK, [VOTES]: 'mine\n' }, ana);
    expect(both.undone).toEqual([VOTES]);
    const { 'content/pages/quay.md': _, ...rest } = GAME;
    expect(both.files).toEqual({ ...rest, 'content/site.yml': 'title: Night\n' });
    expect((await readCommit(game.repository, both.commit ?? '')).message).toBe(
      'Keep the pages as an Admin has them\n',
    );
  });

  test.each([
    ['another player', bo],
    ['nobody that the forge can tell', null],
  ])('are reverted if they were changed by %s', async (_, by) => {
    const { undone, files } = await pushed(LOOK, by);
    expect([[...undone].sort(), files]).toEqual([Object.keys(LOOK).sort(), GAME]);
  });

  test('are reverted to an Admin’s last version, file by file', async () => {
    const night = await game.commit({ 'content/site.yml': 'title: Night\n' }, game.first);
    const above = await game.commit(
      { 'content/site.yml': 'title: Mine\n', 'content/site.css': '*\n' },
      night,
    );
    const { undone, files } = await repaired(above, [
      pushOf(ana, game.first, night),
      pushOf(bo, night, above),
    ]);
    expect([...undone].sort()).toEqual(['content/site.css', 'content/site.yml']);
    expect(files).toEqual({ ...GAME, 'content/site.yml': 'title: Night\n' });
  });

  test('are plain files with names that work on every system', async () => {
    const { repository } = game;
    const plain = await game.commit({ 'content/site.css': 'a\n' });
    const { files } = await readTree(repository, plain);
    const oid = files.get('content/site.css')?.oid ?? '';
    const file = (path: string, kind: string, at = oid) => ({
      path,
      before: null,
      after: { kind, oid: at },
    });
    const found = await styleIn(repository, [
      file('content/site.css', 'file'),
      file('content/ruleset/a.md', 'file'),
      file('content/pages/run.md', 'executable'),
      file('content/pages/link.md', 'symlink'),
      file('content/pages/con.md', 'file'),
      file('content/pages/gone.md', 'file', GONE),
      { path: 'content/site.yml', before: { kind: 'file', oid }, after: null },
    ] as never);
    expect([...found.keys()]).toEqual(['content/site.css', 'content/site.yml']);
    expect(found.get('content/site.css')).toEqual({ oid });
    expect(found.get('content/site.yml')).toBeNull();
  });
});

test('restores as a whole a folder whose names can’t be written', async () => {
  const { repository } = game;
  const blob = await describeTree(repository, [['100644', 'con', 'x']]);
  const odd = await game.commit(
    { content: { oid: blob, kind: 'folder' } },
    await game.commit({ 'README.md': 'Hello.\n' }),
  );
  const { undone, files } = await repaired(odd, [pushOf(bo, game.first, odd)]);
  expect(undone).toContain('content/con');
  expect(files).toEqual(GAME);
});

describe('the main that counts', () => {
  const HOSTED = 'name: Harbour\nforge: { kind: github }\n';
  const at = (main: Oid | null, events: readonly ForgeEvent[], beginsGames?: boolean) =>
    trustedMain(
      { repository: game.repository, ...(beginsGames === undefined ? {} : { beginsGames }) },
      main,
      events,
    );

  test('is where the engine left it, however many pushes follow', async () => {
    const second = await game.commit({ 'README.md': 'a' }, game.first);
    const third = await game.commit({ 'README.md': 'b' }, second);
    const events = [pushOf(bo, game.first, second), pushOf(bo, second, third), pushOf(bo, third, GONE)];
    expect(await at(third, events)).toBe(game.first);
    expect(await pushesTo(game.repository, third, events)).toEqual(events.slice(0, 2));
    expect(await at(second, events)).toBe(game.first);
    expect(await at(game.first, events)).toBe(game.first);
    expect(await at(null, [pushOf(bo, game.first, null)])).toBe(game.first);
  });

  test('includes a push that the engine continued from for another game of the repository', async () => {
    const second = await game.commit({ [VOTES]: 'mine\n' }, game.first);
    const beside = await game.commit({ 'other/content/x.md': 'b' }, second);
    const events = [pushOf(bo, game.first, second)];
    expect(await at(beside, events)).toBe(game.first);
    const own = await game.commit({ [VOTES]: 'ours\n' }, second);
    expect(await at(own, events)).toBe(own);
    // No content is no game that could be the same.
    const [empty, other] = [await game.commit({ a: '1' }), await game.commit({ a: '2' })];
    expect(await at(other, [pushOf(bo, null, empty)])).toBe(other);
    expect(await at(GONE, events)).toBe(GONE);
  });

  test('starts with the push of a game played elsewhere if none was played here', async () => {
    const moved = await game.commit({ ...GAME, 'content/game.yml': HOSTED });
    const later = await game.commit({ [VOTES]: 'mine\n' }, moved);
    const events = (from: Oid | null) => [pushOf(ana, from, moved), pushOf(bo, moved, later)];
    const journal = await game.commit({ a: 'journal' });
    const record = (commit: Oid) => ({
      [recordPath]: writeRecord({ commit, n: 1, hash: '0'.repeat(64), segment: '' }),
    });
    const [played, template] = [
      await game.commit(record(journal), game.first),
      await game.commit(record(GONE), game.first),
    ];
    for (const nothing of [null, game.first, template])
      expect(await at(later, events(nothing)), String(nothing)).toBe(moved);
    // A game that was played here, is on a forge, or can't be read is not replaced by a push.
    const hosted = await game.commit({ 'content/game.yml': HOSTED }, game.first);
    for (const other of [played, hosted, GONE]) expect(await at(later, events(other)), other).toBe(other);
    // Nor is there one where the engine begins all games, or where what was pushed is none.
    expect(await at(later, events(null), true)).toBeNull();
    expect(await at(later, events(game.first), true)).toBe(game.first);
    const sample = await game.commit({ 'README.md': 'x' }, game.first);
    expect(await at(sample, [pushOf(ana, null, sample)])).toBeNull();
    expect(await at(GONE, [pushOf(ana, null, GONE)])).toBeNull();
  });
});
