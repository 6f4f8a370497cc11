import { execFileSync } from 'node:child_process';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { writeCommit } from '../../src/repository/write-commit.ts';
import { ana, bo, cy, dee, eli, fay, playOnGitHub, type ActionGame } from './action-game.ts';
import { pushByGit } from './stand-in/hands.ts';
import type { Post } from './stand-in/world.ts';

const NIGHT = 'content/ruleset/dynastic/night.md';
const NOBODY = {
  GIT_AUTHOR_NAME: 'bo',
  GIT_AUTHOR_EMAIL: 'bo@players.invalid',
  GIT_COMMITTER_NAME: 'bo',
  GIT_COMMITTER_EMAIL: 'bo@players.invalid',
};
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let game: ActionGame;
beforeEach(async () => {
  game = await playOnGitHub();
});
afterEach(() => game.standIn.close());

const night = (): Promise<Post> =>
  game.propose(bo, 'Night', { [NIGHT]: '---\ntitle: Night\n---\nIt is night.\n' });
const reactFor = async (post: Post): Promise<void> => {
  for (const voter of [ana, cy, dee, eli, fay]) await game.table.react(voter, String(post.number), '+1');
};

test('votes count on a pull request whose branch was deleted, and its comment says that it stays closed', async () => {
  const { standIn, table, environment } = game;
  const post = await night();
  await game.tick();
  const account = standIn.world.account('bo');
  await pushByGit(standIn, `${standIn.folder}/player`, account, post.branch ?? '', '');
  expect(post.closed).toBe(true);
  await game.tick();
  await game.tick();
  expect(environment.GITHUB_REPOSITORY).toBe('o/r');
  const said = post.comments.filter(({ by }) => by?.type === 'Bot').map(({ body }) => body);
  expect(said.filter((body) => body.includes('GitHub can’t reopen this'))).toHaveLength(1);
  expect(said.join('\n')).not.toContain('It is open again');
  await reactFor(post);
  // A vote that is taken back while it is closed is read too.
  await table.unreact(fay, String(post.number), '+1');
  await game.tick();
  expect(game.comments(post, 'standing').join('')).toMatch(/5 for/u);
  standIn.world.now = '2021-06-18T22:30:00Z';
  await game.tick();
  expect((await game.content()).get(NIGHT)).toContain('It is night.');
  expect(post).toMatchObject({ closed: true, locked: true });
});

test('reopens a pending issue that a text on main closed', async () => {
  const { standIn, table } = game;
  const call = game.post(await table.open(cy, { kind: 'cfj', title: 'Who began?', text: 'Bo did.' }));
  const post = await night();
  post.body = `Closes #${call.number}`;
  await game.tick();
  await reactFor(post);
  standIn.world.now = '2021-06-18T22:30:00Z';
  await game.tick();
  expect(post.merged).toBe(true);
  expect(call.timeline.filter(({ __typename }) => __typename === 'ClosedEvent')).toHaveLength(1);
  await game.tick();
  expect(call, call.comments.map(({ body }) => body).join('\n')).toMatchObject({
    closed: false,
    locked: false,
  });
});

test('a pending matter that somebody locks, or takes the labels off, is put to a vote as before', async () => {
  const { standIn, table } = game;
  const post = await night();
  const call = game.post(await table.open(cy, { kind: 'cfj', title: 'Who began?', text: 'Bo did.' }));
  await game.tick();
  // Somebody with the right to moderate; locking is told by no event.
  post.locked = true;
  await table.close(ana, String(call.number));
  call.locked = true;
  const labels = [...call.labels];
  for (const label of labels)
    await fetch(`${standIn.api}/repos/o/r/issues/${call.number}/labels/${encodeURIComponent(label)}`, {
      method: 'DELETE',
      headers: { authorization: `token ${standIn.world.account('ana').token}` },
    });
  expect(call).toMatchObject({ closed: true, labels: [] });
  await game.tick();
  expect([post, call]).toMatchObject([
    { closed: false, locked: false },
    { closed: false, locked: false, labels: expect.arrayContaining(['kind/cfj', 'game/pending']) },
  ]);
  standIn.world.now = '2021-06-18T09:30:00Z';
  await game.tick();
  // Nobody acts any more, and it is put right all the same.
  post.locked = true;
  await game.tick();
  expect(post.locked).toBe(false);
  await reactFor(post);
  standIn.world.now = '2021-06-18T22:30:00Z';
  await game.tick();
  expect(post).toMatchObject({ closed: true, locked: true });
  await game.tick();
  expect(post).toMatchObject({ closed: true, locked: true });
});

test('an issue stays open although a title or a commit message asks to close it', async () => {
  const { repository, standIn, table } = game;
  const call = game.post(await table.open(cy, { kind: 'cfj', title: 'Who began?', text: 'Bo did.' }));
  const head = await writeCommit(repository, {
    parents: [await game.mainTip()],
    changes: new Map([[NIGHT, '---\ntitle: Night\n---\nIt is night.\n']]),
    author: { name: 'bo', email: '', at: standIn.world.now },
    message: 'Night\n',
  });
  // The engine's own way to write a commit takes the order out, and Git's doesn't.
  const ordered = await commitByGit(head, `Night\n\nResolved: GH-${call.number}`);
  const title = `Fixes o/r#${call.number}: night`;
  const post = game.post(await table.open(bo, { kind: 'proposal', title, text: '', head: ordered }));
  await game.tick();
  await reactFor(post);
  standIn.world.now = '2021-06-18T22:30:00Z';
  await game.tick();
  expect((await game.content()).get(NIGHT)).toContain('It is night.');
  expect(post).toMatchObject({ closed: true, locked: true });
  expect(call).toMatchObject({ closed: false, locked: false });
  expect(call.timeline.map(({ __typename }) => __typename)).not.toContain('ClosedEvent');
});

/** The same tree and parents with another message, as Git writes it. */
async function commitByGit(commit: string, message: string): Promise<string> {
  const git = (...words: string[]): string =>
    execFileSync('git', ['--git-dir', `${game.standIn.folder}/player/repository.git`, ...words], {
      env: { ...process.env, ...NOBODY },
    })
      .toString()
      .trim();
  return git('commit-tree', `${commit}^{tree}`, '-p', await game.mainTip(), '-m', message);
}
