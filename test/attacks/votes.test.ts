import { expect, test } from 'vitest';

import { readGame } from '../../src/store/read-game.ts';
import {
  ana,
  bo,
  cy,
  dee,
  eli,
  fay,
  person,
  seenAfterTick,
  testGame,
  type TestGame,
} from '../../src/tick/fixtures/embedded-game.ts';
import { namingOf } from '../../src/wording/naming.ts';
import { readCommit } from '../../src/repository/commit.ts';
import { some } from '../slowly.ts';

const NIGHT = { 'content/ruleset/dynastic/night.md': '---\ntitle: Night\n---\nIt is night.\n' };
const DOOM = { 'content/ruleset/dynastic/night.md': '---\ntitle: Night\n---\nFay has won.\n' };

async function propose(game: TestGame, by = bo): Promise<{ post: string; head: string }> {
  const head = await game.branch(NIGHT);
  const post = await game.table.open(by, {
    kind: 'proposal',
    title: 'Night',
    text: '',
    head,
    branch: `b-${by.id}`,
  });
  return { post, head };
}

async function tallyOf(game: TestGame, post: string): Promise<unknown> {
  game.later(60);
  await game.tick();
  return readGame(await game.content()).state?.posts[post]?.tally;
}

test('bait and switch: a branch pushed to after the votes is enacted as it was voted on', async () => {
  const game = await testGame();
  const { post, head } = await propose(game, fay);
  for (const voter of [ana, bo, cy, dee]) await game.table.react(voter, post, '+1');
  await game.table.push(fay, post, await game.branch(DOOM));
  game.later(13);
  await game.tick();
  expect((await game.content()).get('content/ruleset/dynastic/night.md')).toContain('It is night.');
  expect((await readCommit(game.forge.repository, await game.mainTip())).parents[1]).toBe(head);
});

test('bait and switch by force: a commit that was voted on is enacted even if its branch lost it', async () => {
  const game = await testGame();
  const { post } = await propose(game, fay);
  for (const voter of [ana, bo, cy, dee]) await game.table.comment(voter, post, ':for:');
  const { disk, gitdir } = game.forge.repository;
  const other = await game.branch(DOOM);
  await disk.write(`${gitdir}/refs/heads/b-fay`, new TextEncoder().encode(`${other}\n`));
  game.later(13);
  await game.tick();
  expect((await game.content()).get('content/ruleset/dynastic/night.md')).toContain('It is night.');
});

test('a title and text edited after the votes stay as they were voted on', async () => {
  const game = await testGame();
  const { post } = await propose(game, fay);
  for (const voter of [ana, bo, cy, dee]) await game.table.comment(voter, post, ':for:');
  await game.table.edit(fay, post, { title: '[Core] [Victory] Fay wins', text: 'All of it.' });
  game.later(13);
  await game.tick();
  expect(readGame(await game.content()).state?.posts[post]).toMatchObject({
    title: 'Night',
    status: 'enacted',
  });
});

test('vote edits: editing or removing a comment leaves its vote unchanged', async () => {
  const game = await testGame();
  const { post } = await propose(game);
  const mine = await game.table.comment(dee, post, ':for:');
  const others = await game.table.comment(eli, post, ':against:');
  await game.table.editComment(dee, post, mine, ':against:');
  await game.table.removeComment(eli, post, others);
  expect(await tallyOf(game, post)).toMatchObject({ for: 2, against: 1 });
});

test('taking back a reaction takes back its own vote and no other', async () => {
  const game = await testGame();
  const { post } = await propose(game);
  for (const reaction of ['+1', '-1', 'heart']) await game.table.react(dee, post, reaction);
  for (const reaction of ['+1', 'heart']) await game.table.unreact(dee, post, reaction);
  await game.table.react(eli, post, '-1');
  await game.table.unreact(eli, post, '-1');
  expect(await tallyOf(game, post)).toMatchObject({ for: 1, against: 1 });
});

test('a matter’s recorded votes stay if somebody takes back a reaction afterwards', async () => {
  const game = await testGame();
  const { post } = await propose(game);
  for (const voter of [ana, cy, dee, eli]) await game.table.react(voter, post, '+1');
  game.later(13);
  // The engine comes late, and sees both at once.
  await game.table.unreact(dee, post, '+1');
  await game.tick();
  expect(readGame(await game.content()).state?.posts[post]).toMatchObject({
    status: 'enacted',
    uses: [{ by: 'ana' }, { by: 'cy' }, { by: 'dee' }, { by: 'eli' }],
  });
  expect(JSON.stringify(readGame(await game.content()).state?.posts[post]?.uses)).not.toContain('withdrawn');
});

test('sock-puppet joins: those who ask to join can’t vote until an Admin adds them, nor on what is past', async () => {
  const game = await testGame();
  const { post } = await propose(game, fay);
  const puppets = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7'].map((id) => person(id));
  for (const puppet of puppets) {
    await game.table.open(puppet, { kind: 'join-request', title: 'Let me in', text: '' });
    await game.table.comment(puppet, post, ':for:');
    await game.table.comment(puppet, post, `/join player=${puppet.id}`);
    await game.table.comment(puppet, post, '/act unidle');
  }
  expect(await tallyOf(game, post)).toMatchObject({ for: 1 });
  const { state } = readGame(await game.content());
  expect(puppets.map(({ id }) => state?.players[id]?.['state'])).toEqual(puppets.map(() => 'applicant'));
});

test.each([
  ['another case', 'ANA', 'Ana'],
  ['a letter that looks the same', 'x-1', 'аna'],
  ['full-width letters', 'x-2', 'ａｎａ'],
  ['a space that is not seen', 'x-3', 'ana\u200b'],
  ['an accent put on afterwards', 'x-4', 'ana\u0301'],
  ['the name of a player', 'x-5', 'ana'],
  ['text that runs the other way', 'x-6', '\u202eana'],
  ['the name of the engine', 'x-7', 'engine'],
  ['what every object has', '__proto__', 'constructor'],
])('homoglyph and case-variant names: %s is nobody else', async (_, id, name) => {
  const game = await testGame();
  const { post } = await propose(game);
  const twin = { id, name, bot: false };
  for (const text of [':against:', '/fail', '/resign-admin', `/idle player=ana`])
    await game.table.comment(twin, post, text);
  await game.tick();
  await game.table.comment(ana, post, '/roll DICE6');
  expect(await tallyOf(game, post)).toMatchObject({ against: 0 });
  const { state } = readGame(await game.content());
  expect(state?.players['ana']).toMatchObject({ admin: true, state: 'active' });
});

test('an account named “constructor” joins and votes like any other', async () => {
  const game = await testGame();
  const { post } = await propose(game, fay);
  const odd = { id: 'constructor', name: 'Constructor', bot: false };
  await game.table.open(odd, { kind: 'join-request', title: 'Let me in', text: '' });
  await game.table.comment(ana, post, '/join player=a-constructor');
  await game.table.comment(odd, post, ':against:');
  expect(await tallyOf(game, post)).toMatchObject({ for: 1, against: 1 });
  expect(readGame(await game.content()).state?.players['a-constructor']).toMatchObject({ state: 'active' });
});

test.each(some(['Ana', 'ana', 'an\u200ba', '\u202eana', '\u0430n\u0430', 'ＡＮＡ', 'a\u0301na'], 4))(
  'names that look the same: shows somebody called %j with their id',
  async (name) => {
    const game = await testGame();
    const head = await game.branch({
      'content/changes.yml': JSON.stringify([{ set: { 'players.bo.name': name } }]),
    });
    const call = await game.table.open(dee, {
      kind: 'proposal',
      title: 'Call bo so',
      text: '',
      head,
      branch: 'call',
    });
    for (const by of [ana, bo, cy, eli, fay]) await game.table.comment(by, call, ':for:');
    game.later(60);
    await game.tick();
    const names = await seenAfterTick(game, ({ open: { play } }) => {
      const naming = namingOf(play);
      return [naming.person('ana'), naming.person('bo'), naming.person('cy')];
    });
    expect(names).toEqual(['ana', `${name.trim()} (bo)`, 'cy']);
  },
);
