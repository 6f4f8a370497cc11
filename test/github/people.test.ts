import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ana, bo, cy, dee, eli, fay, playOnGitHub, type ActionGame } from './action-game.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import type { Post } from './stand-in/world.ts';

const VOTES = 'content/ruleset/core/votable-matters/votes.md';
// A tick is some dozen processes of Git, and the rules put in force: a busy machine takes its time.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let game: ActionGame;
beforeEach(async () => {
  game = await playOnGitHub();
});
afterEach(() => game.standIn.close());

async function shorter(title = 'A shorter window', hours = 6): Promise<Post> {
  const votes = (await game.content()).get(VOTES) ?? '';
  return game.propose(bo, title, {
    [VOTES]: votes.replace('[48 hours](#value:window)', `[${hours} hours](#value:window)`),
  });
}
/** `| ana | FOR |` and so on, as the one comment has it. */
const votesOn = (post: Post): readonly string[] => {
  const [standing = '', ...more] = game.comments(post, 'standing');
  expect(more).toEqual([]);
  return [...standing.matchAll(/^\| (\S+) \| ([A-Z]+) \|$/gmu)]
    .map(([, who, vote]) => `${who} ${vote}`)
    .toSorted();
};

test('whose vote counts: a dismissed review, a renamed login, a deleted account, a bot, a stranger, the author', async () => {
  const { table, standIn } = game;
  const { world } = standIn;
  const post = await shorter();
  const number = String(post.number);
  world.account('helper[bot]', { type: 'Bot', permission: 'write' });
  world.account('zed', { permission: 'write' });
  // It is Bo’s own: a vote against it would withdraw it, and GitHub takes no review by its author.
  await table.comment(bo, number, ':deferential:');
  const dismissed = await table.review(cy, number, 'approve', '');
  await table.dismissReview(ana, number, dismissed);
  await table.review({ id: 'helper[bot]', name: 'helper[bot]', bot: true }, number, 'approve', '');
  await table.review({ id: 'zed', name: 'zed', bot: false }, number, 'approve', '');
  await table.comment(dee, number, ':for:');
  await table.react(eli, number, '-1');
  await table.review(fay, number, 'comment', 'I am :for: this.');
  await game.tick();
  const counted = ['bo DEFERENTIAL', 'cy FOR', 'dee FOR', 'eli AGAINST', 'fay FOR'];
  expect(votesOn(post)).toEqual(counted);
  // Who is renamed is the same player, and votes again as that; who is gone has voted.
  Object.assign(world.account('dee'), { login: 'deirdre' });
  for (const one of [...post.comments, ...post.reactions]) if (one.by?.login === 'eli') one.by = null;
  await table.comment({ id: 'deirdre', name: 'deirdre', bot: false }, number, ':against:');
  await table.react(bo, number, '+1');
  world.now = '2021-06-18T10:00:00Z';
  await game.tick();
  expect(votesOn(post)).toEqual(['bo FOR', 'cy FOR', 'dee AGAINST', 'eli AGAINST', 'fay FOR']);
});

test('shows a review with its commit if that isn’t the one voted on', async () => {
  const { table, repository, standIn } = game;
  const post = await shorter();
  const number = String(post.number);
  await table.comment(ana, number, ':for:');
  await table.review(cy, number, 'approve', '');
  const pinned = standIn.world.headOf(post);
  standIn.world.now = '2021-06-18T09:10:00Z';
  const late = await writeCommit(repository, {
    parents: [pinned],
    changes: new Map([['content/ruleset/dynastic/mine.md', '---\ntitle: Mine\n---\nI win.\n']]),
    author: { name: 'bo', email: '', at: standIn.world.now },
    message: 'Mine\n',
  });
  await table.push(bo, number, late);
  await table.review(dee, number, 'approve', '');
  await game.tick();
  const [standing = ''] = game.comments(post, 'standing');
  expect(standing).toContain(`**Not part of the vote**: the branch has moved on to \`${late.slice(0, 7)}\``);
  expect(standing).toContain(`**Reviewed at another commit** than \`${pinned.slice(0, 7)}\``);
  expect(standing).toContain(`which is being voted on: dee on \`${late.slice(0, 7)}\`. `);
  expect(standIn.world.checks.map(({ name, head }) => [name, head])).toEqual([['Gitnomic', pinned]]);
});

test('commands: several in one comment, none quoted or in code, and only with the author’s own rights', async () => {
  const { table } = game;
  const post = await shorter();
  const number = String(post.number);
  const text = [
    '/why',
    '> /idle',
    '```',
    '/idle',
    '```',
    '    /idle',
    '/help',
    '/roll 2DICE6',
    '/act take-pip',
    '/seal-key',
    `/enact ${number}`,
    '/fail',
  ].join('\n');
  const comment = await table.comment(fay, number, text);
  await game.tick();
  const answers = game.comments(post, `c-${comment}-`).map((body) => body.split('<!--')[0] ?? '');
  const heads = answers.map((body) => /^> (.*)$/mu.exec(body)?.[1] ?? 'help');
  expect(heads).toEqual([
    '/why',
    'help',
    '/roll 2DICE6',
    '/act take-pip',
    '/seal-key',
    `/enact ${number}`,
    '/fail',
  ]);
  expect(answers[1]).toContain('/act');
  expect(answers[2]).toMatch(/\*\*Done/u);
  expect(answers[3]).toMatch(/\*\*Done/u);
  // Fay is an Admin, as all are who set it up: what is refused is refused since it is not due.
  expect(answers[5]).toMatch(/\*\*Refused/u);
  expect(answers[6]).toMatch(/\*\*Refused/u);
  // What players wrote is inert where the engine repeats it.
  const evil = await table.comment(
    fay,
    number,
    '/act take-pip note="@ana #1 <img src=x> [a](https://b.example)"',
  );
  const stranger = await table.comment(
    { id: 'zed', name: 'zed', bot: false },
    number,
    '/idle ana\n/roll DICE6',
  );
  await game.tick();
  const refused = game.comments(post, `c-${stranger}-`);
  expect(refused).toHaveLength(2);
  for (const answer of refused) expect(answer).toContain('**Refused');
  const [repeated = ''] = game.comments(post, `c-${evil}-`);
  expect(repeated).toContain('take-pip');
  expect(repeated.split('<!--')[0]).not.toMatch(/@ana|#1\b|<img|\]\(|:\/\//u);
  expect((await game.content()).get('content/gamestate/players/ana.md')).toContain('state: active');
});

test('two matters change one sentence: the younger clashes, then conflicts, and is stuck until an Admin decides', async () => {
  const { table, standIn } = game;
  const older = await shorter('Six', 6);
  const younger = await shorter('Nine', 9);
  for (const post of [older, younger])
    for (const voter of [ana, cy, dee, eli]) await table.comment(voter, String(post.number), ':for:');
  await game.tick();
  expect(game.comments(younger, 'standing')[0]).toContain('Changes the same text as an older proposal');
  standIn.world.now = '2021-06-18T22:30:00Z';
  await game.tick();
  expect(older.labels).toContain('game/enacted');
  expect(older).toMatchObject({ merged: true, locked: true });
  standIn.world.now = '2021-06-19T22:30:00Z';
  await game.tick();
  const [standing = ''] = game.comments(younger, 'standing');
  expect(standing).toContain('Clashes with a change that passed first');
  expect(younger).toMatchObject({ closed: false, locked: false });
  expect(younger.labels).toContain('game/stuck');
  expect(standIn.world.posts.find(({ title }) => title === 'Open tasks')?.body).toContain('an admin');
});

test('remakes the forms when a vote changes what the rules offer', async () => {
  const { table, standIn } = game;
  const form = '.github/ISSUE_TEMPLATE/2-act.yml';
  const md = '---\ntitle: Gongs\norder: 90\n---\nA Player may strike the gong.\n';
  const ts = `import { action, rule } from 'gitnomic/rules';\n\nexport default rule(() => ({ actions: { 'strike-gong': action({ title: 'Strike the gong', effect() {} }) } }));\n`;
  const post = await game.propose(bo, 'Gongs', {
    'content/ruleset/dynastic/gongs.md': md,
    'content/ruleset/dynastic/gongs.ts': ts,
  });
  for (const voter of [ana, cy, dee, eli]) await table.comment(voter, String(post.number), ':for:');
  await game.tick();
  expect(game.comments(post, 'standing')[0]).toContain('in favour: it works');
  const { readFileText } = await import('../../src/repository/read-file.ts');
  expect(await readFileText(game.repository, await game.mainTip(), form)).not.toContain('Strike the gong');
  standIn.world.now = '2021-06-18T22:30:00Z';
  await game.tick();
  expect(post.labels).toContain('game/enacted');
  expect(await readFileText(game.repository, await game.mainTip(), form)).toContain('Strike the gong');
  // And away with it, when the rule goes.
  const away = await game.propose(bo, 'No gongs', {
    'content/ruleset/dynastic/gongs.md': null,
    'content/ruleset/dynastic/gongs.ts': null,
  });
  for (const voter of [ana, cy, dee, eli]) await table.comment(voter, String(away.number), ':for:');
  await game.tick();
  standIn.world.now = '2021-06-19T22:30:00Z';
  await game.tick();
  expect(away.labels).toContain('game/enacted');
  expect(await readFileText(game.repository, await game.mainTip(), form)).not.toContain('Strike the gong');
});
