import { afterEach, beforeEach, expect, test } from 'vitest';

import { readCommit } from '../../src/repository/commit.ts';
import { readBranch } from '../../src/repository/refs.ts';
import { readFileText } from '../../src/repository/read-file.ts';
import { WORDED } from '../../src/store/paths.ts';
import { ana, cy, dee, eli, playOnGitHub, type ActionGame } from './action-game.ts';
import { openAt } from './game-at.ts';
import type { Post } from './stand-in/world.ts';

const VOTES = 'content/ruleset/core/votable-matters/votes.md';

let game: ActionGame;
beforeEach(async () => {
  game = await playOnGitHub();
});
afterEach(() => game.standIn.close());

/** As GitHub writes what somebody filled in, who needs no rights for it. */
const form = (words: string, becomes: string, changes = '_No response_'): string =>
  [
    ['Reason', 'Two days are long.'],
    ['Rule', 'Votes'],
    ['Words as they are', words],
    ['Words as they should be', becomes],
    ['Changes', changes],
  ]
    .map(([label, value]) => `### ${label}\n\n${value}`)
    .join('\n\n');

function propose(body: string): Post {
  const { world } = game.standIn;
  return world.open(world.account('bo'), {
    title: '[Core] Shorter',
    body,
    labels: ['kind/proposal'],
    branch: null,
  });
}

test('from a form to an enacted rule, on a phone and without Git', async () => {
  const { table, standIn } = game;
  const { world } = standIn;
  const rule = (await game.content()).get(VOTES) ?? '';
  const sentence = /^.*\[48 hours\]\(#value:window\).*$/mu.exec(rule)?.[0] ?? '';
  const post = propose(form(sentence, sentence.replace('[48 hours]', '[6 hours]')));
  await game.tick();
  // On a branch, in the name of whoever proposed it, and told as a pull request would be.
  const head = world.refs().get(`refs/heads/form-${post.number}`) ?? '';
  const clone = await openAt(standIn, `${standIn.folder}/looking`);
  expect(await clone.bring(head)).toBe(true);
  expect((await readCommit(clone.repository, head)).author.name).toBe('bo');
  const [standing = ''] = game.comments(post, 'standing');
  expect(standing).toMatch(/48.*6/su);
  expect(world.checks).toMatchObject([{ name: 'Gitnomic', head }]);
  expect(post.labels).toContain('game/pending');

  for (const voter of [ana, cy, dee, eli]) await table.comment(voter, String(post.number), ':for:');
  await game.tick();
  world.now = '2021-06-20T22:30:00Z';
  await game.tick();
  expect(post.labels).toContain('game/enacted');
  expect(post).toMatchObject({ closed: true, locked: true });
  expect((await game.content()).get(VOTES)).toBe(
    rule.replace('[48 hours](#value:window)', '[6 hours](#value:window)'),
  );
  const tip = await readCommit(game.repository, await game.mainTip());
  expect(tip.parents[1]).toBe(head);
  expect(tip.author.name).toBe('bo');
  expect(await readFileText(clone.repository, head, WORDED)).toContain('edit-rule');
  expect(await readFileText(game.repository, await game.mainTip(), WORDED)).toBeNull();
  expect([...(await game.content()).values()].join('\n')).toContain('Two days are long.');
  expect(world.failures).toEqual([]);
});

test('a form with a typo says what is wrong, and editing it in time makes a new head', async () => {
  const { world } = game.standIn;
  const rule = (await game.content()).get(VOTES) ?? '';
  const sentence = /^.*\[48 hours\]\(#value:window\).*$/mu.exec(rule)?.[0] ?? '';
  const post = propose(form(sentence.replace('hours', 'ours'), 'Six hours.'));
  await game.tick();
  const branch = `refs/heads/form-${post.number}`;
  const wrong = world.refs().get(branch) ?? '';
  expect(game.comments(post, 'standing')[0]).toContain('The rule doesn’t say');
  const broken = game.comments(post, 'standing')[0];

  world.now = '2021-06-18T09:20:00Z';
  world.rewrite(
    post,
    world.account('bo'),
    form(sentence, sentence.replace('[48 hours]', '[6 hours]'), '- sett: 1'),
  );
  post.updated = world.now;
  await game.tick();
  const half = world.refs().get(branch) ?? '';
  expect(half).not.toBe(wrong);
  // What can't be read is named, and the rest counts.
  expect(game.comments(post, 'standing')[0]).toContain('change 1: it can’t be read');

  world.now = '2021-06-18T09:30:00Z';
  world.rewrite(post, world.account('bo'), form(sentence, sentence.replace('[48 hours]', '[6 hours]')));
  post.updated = world.now;
  await game.tick();
  const right = world.refs().get(branch) ?? '';
  expect(
    (await readCommit((await openAt(game.standIn)).repository, right).catch(() => null))?.parents ?? [half],
  ).toEqual([half]);
  expect(game.comments(post, 'standing')[0]).not.toBe(broken);
  expect(game.comments(post, 'standing')[0]).toMatch(/48.*6/su);
  expect(await readBranch((await openAt(game.standIn)).repository, 'main')).toBe(await game.mainTip());
  // A run that finds nothing new makes no head.
  await game.tick();
  expect(world.refs().get(branch)).toBe(right);
  expect(world.failures).toEqual([]);
});

test('an empty form changes nothing, and says so', async () => {
  const post = propose(
    '### Reason\n\n_No response_\n\n### Rule\n\n_No response_\n\n### Changes\n\n_No response_',
  );
  await game.tick();
  expect(game.standIn.world.refs().has(`refs/heads/form-${post.number}`)).toBe(true);
  expect(post.comments.map(({ body }) => body).join('\n')).toContain('doesn’t change any rules or values');
  expect(game.standIn.world.failures).toEqual([]);
});

test('a label added to an issue later doesn’t make it a proposal by a form', async () => {
  const { world } = game.standIn;
  const body = form('Votes count.', 'Votes count twice.');
  const post = world.open(world.account('bo'), { title: 'A thought', body, labels: [], branch: null });
  world.now = '2021-06-18T09:10:00Z';
  world.label(post, world.account('cy'), ['kind/proposal']);
  await game.tick();
  expect(world.refs().has(`refs/heads/form-${post.number}`)).toBe(false);
});
