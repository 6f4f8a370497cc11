// What people take back or say otherwise, and what becomes of their votes.
import { expect, test } from 'vitest';

import { readGame } from '../../src/store/read-game.ts';
import { ana, bo, cy, dee, eli, kernelGame, type TestGame } from '../../src/tick/fixtures/embedded-game.ts';

const NIGHT = { 'content/ruleset/dynastic/night.md': '---\ntitle: Night\n---\nIt is night.\n' };

async function proposed(core?: string): Promise<{ game: TestGame; post: string }> {
  const game = await kernelGame(core === undefined ? {} : { core });
  const head = await game.branch(NIGHT);
  const post = await game.table.open(bo, { kind: 'proposal', title: 'Night', text: '', head });
  return { game, post };
}

/** The votes in the summary comment, and all other comments on the post. */
async function summary({ game, post }: { game: TestGame; post: string }): Promise<string> {
  await game.tick();
  return (await game.said(post)).join('\n');
}

test('editing or removing a comment with a vote leaves the vote, and everybody is told', async () => {
  const at = await proposed();
  const { game, post } = at;
  const first = await game.table.comment(ana, post, ':for:');
  const second = await game.table.comment(cy, post, ':against:');
  const chat = await game.table.comment(dee, post, 'Hm.');
  await game.tick();
  await game.table.editComment(ana, post, first, ':against:');
  await game.table.removeComment(cy, post, second);
  await game.table.editComment(dee, post, chat, 'Hmm.');
  const said = await summary(at);
  expect(said).toMatch(/\| ana \| FOR \|[^]*\| cy \| AGAINST \|/u);
  expect(said).toContain('ana edited a comment that held FOR. Your vote stays as it was');
  expect(said).toContain('cy removed a comment that held AGAINST. Your vote stays as it was');
  expect(said).not.toContain('dee edited');
});

test('a review that is edited or dismissed keeps its vote, whoever does it', async () => {
  const at = await proposed();
  const { game, post } = at;
  const review = await game.table.review(cy, post, 'request-changes', 'No.');
  await game.table.editReview(cy, post, review, ':for:');
  await game.table.dismissReview(bo, post, review);
  const said = await summary(at);
  expect(said).toContain('| cy | AGAINST |');
  expect(said).toContain('cy edited a review. Your vote stays as it was');
  expect(said).toContain('bo dismissed a review. Your vote stays as it was');
});

test('taking back a reaction takes back its own icon and no other', async () => {
  const at = await proposed();
  const { game, post } = at;
  for (const reaction of ['-1', '+1', 'heart']) await game.table.react(dee, post, reaction);
  await game.table.unreact(dee, post, 'heart');
  expect(await summary(at)).toContain('| dee | FOR |');
  await game.table.unreact(dee, post, '+1');
  expect(await summary(at)).toContain('| dee | AGAINST |');
  await game.table.unreact(dee, post, '-1');
  expect(await summary(at)).not.toContain('| dee |');
});

test('a reaction that isn’t a vote doesn’t count as publishing, so its author can still be idled for silence', async () => {
  const { game } = await proposed();
  const actions = await game.forge.post({ key: 'actions', kind: 'actions', title: 'Actions', text: '' });
  await game.tick();
  game.later(8 * 24);
  const post = await game.table.open(bo, {
    kind: 'proposal',
    title: 'Dawn',
    text: '',
    head: await game.branch(NIGHT),
  });
  await game.table.react(eli, post, 'heart');
  await game.table.react(dee, post, '+1');
  game.later(1);
  for (const person of ['eli', 'dee']) await game.table.comment(ana, actions, `/idle player=${person}`);
  await game.tick();
  const players = readGame(await game.content()).state?.players;
  expect([players?.['eli']?.['state'], players?.['dee']?.['state']]).toEqual(['idle', 'active']);
});

test('a reaction to a comment isn’t a vote', async () => {
  const at = await proposed();
  const { game, post } = at;
  const comment = await game.table.comment(ana, post, 'I like it.');
  await game.table.react(eli, post, '-1', comment);
  await game.table.react(eli, post, '+1');
  await game.table.unreact(eli, post, '-1', comment);
  expect(await summary(at)).toContain('| eli | FOR |');
});

test('closing a proposal doesn’t remove it: it’s reopened, and resolved as the rules say', async () => {
  const at = await proposed();
  const { game, post } = at;
  await game.tick();
  await game.table.close(bo, post);
  expect(await summary(at)).toContain('Closing this doesn’t withdraw it');
  expect((await game.forge.observe(null)).events.at(-1)).toMatchObject({ type: 'reopened', post });
  for (const voter of [ana, cy, dee, eli]) await game.table.comment(voter, post, ':for:');
  game.later(13);
  await game.tick();
  expect([...(await game.content()).keys()]).toContain('content/ruleset/dynastic/night.md');
});

test('if the rules let authors remove a post, closing it removes it until somebody has commented', async () => {
  const at = await proposed('2008');
  const { game, post } = at;
  await game.table.close(cy, post);
  expect(await summary(at)).toContain('is removed by its author alone');
  await game.table.close(bo, post);
  expect(await summary(at)).toContain('**Night** was removed');
  const head = await game.branch(NIGHT);
  const again = await game.table.open(bo, { kind: 'proposal', title: 'Night again', text: '', head });
  await game.table.comment(ana, again, 'Why?');
  await game.table.close(bo, again);
  await game.table.reopen(bo, again);
  await game.tick();
  expect((await game.said(again)).join('\n')).toContain(
    'has been commented on and can’t be removed any more'.replace('’', "'"),
  );
  for (const voter of [ana, cy, dee, eli]) await game.table.comment(voter, again, ':for:');
  game.later(49);
  await game.tick();
  const posts = [...(await game.content())].filter(([path]) => /posts\/.*\.md$/u.test(path));
  expect(posts.map(([, text]) => /^status: (\w+)$/mu.exec(text)?.[1] ?? '').sort()).toEqual([
    'enacted',
    'removed',
  ]);
});
