import { expect, test } from 'vitest';

import { textBelow } from '../../src/session/position/gamestate-text.ts';
import { readGame } from '../../src/store/read-game.ts';
import {
  ana,
  bo,
  cy,
  dee,
  eli,
  fay,
  kernelGame,
  type TestGame,
} from '../../src/tick/fixtures/embedded-game.ts';

const ANA = 'content/gamestate/players/ana.md';
const PEOPLE = [ana, bo, cy, dee, eli, fay];

/** Opens proposals by several people from branches off the same main, has everybody vote for them, and lets time pass. */
async function enactAll(
  game: TestGame,
  proposals: readonly Readonly<Record<string, string | null>>[],
): Promise<readonly string[]> {
  const main = await game.mainTip();
  const posts: string[] = [];
  for (const [index, changes] of proposals.entries()) {
    const head = await game.branch(changes, main);
    const title = `[Core] Change ${index + 1}`;
    posts.push(
      await game.table.open([bo, dee, eli][index] ?? bo, { kind: 'proposal', title, text: '', head }),
    );
  }
  for (const post of posts) for (const voter of PEOPLE) await game.table.comment(voter, post, ':for:');
  game.later(13);
  await game.tick();
  return posts;
}

async function textOf(game: TestGame, path: string): Promise<string> {
  return (await game.content()).get(path) ?? '';
}

test('two matters that set different variables of one player are both enacted', async () => {
  const game = await kernelGame();
  const before = await textOf(game, ANA);
  expect(before).toMatch(/^admin: true$/mu);
  await enactAll(game, [
    { [ANA]: before.replace('admin: true', 'admin: false') },
    { [ANA]: before.replace('name: ana', 'name: Ana the First') },
  ]);
  expect(await textOf(game, ANA)).toMatch(/^name: Ana the First\nadmin: false$/mu);
});

test('the comment on a matter shows what it changes, word by word', async () => {
  const game = await kernelGame();
  const path = 'content/ruleset/core/votable-matters/votes.md';
  const head = await game.branch({
    [path]: (await textOf(game, path)).replace('[48 hours](#value:window)', '[36 hours](#value:window)'),
  });
  const post = await game.table.open(bo, { kind: 'proposal', title: '[Core] Shorter', text: '', head });
  await game.tick();
  const [status] = await game.said(post);
  expect(status).toMatch(/Changes, word by word[^]*Votes[^]*<del>48<\/del> <ins>36<\/ins>/u);
});

test('two that add rules at the same place stand side by side, enacted in the order in which they were proposed', async () => {
  const game = await kernelGame();
  const rule = (title: string): string =>
    `---\ntitle: ${title}\norder: 900\n---\nIt is ${title.toLowerCase()}.\n`;
  const proposed = await enactAll(game, [
    { 'content/ruleset/dynastic/night.md': rule('Night') },
    { 'content/ruleset/dynastic/day.md': rule('Day') },
  ]);
  expect(await textOf(game, 'content/ruleset/dynastic/night.md')).toBe(rule('Night'));
  expect(await textOf(game, 'content/ruleset/dynastic/day.md')).toBe(rule('Day'));
  const { posts = {} } = readGame(await game.content()).state ?? {};
  expect(proposed.map((post) => posts[post]?.status)).toEqual(['enacted', 'enacted']);
  const { ledger } = readGame(await game.content());
  expect(ledger.map(({ what }) => what).filter((what) => what.startsWith('enact '))).toEqual(
    proposed.map((post) => `enact ${post}`),
  );
});

test('texts in the gamestate merge by sentence, and two changes of one sentence wait for an Admin', async () => {
  const game = await kernelGame();
  const before = await textOf(game, ANA);
  const [said] = await enactAll(game, [
    { [ANA]: `${before}\nAna is tall. She has a lamp. She is from afar.\n` },
  ]);
  expect(await game.said(said ?? '')).not.toContain('changes nothing');
  const story = await textOf(game, ANA);
  expect(textBelow(story)).toBe('\nAna is tall. She has a lamp. She is from afar.\n');
  const small = story.replace('Ana is tall', 'Ana is small');
  const posts = await enactAll(game, [
    { [ANA]: story.replace('Ana is tall', 'Ana is very tall') },
    { [ANA]: story.replace('from afar', 'from the north').replace('name: ana', 'name: Ana') },
    { [ANA]: small },
  ]);
  const after = await textOf(game, ANA);
  expect(textBelow(after)).toBe('\nAna is very tall. She has a lamp. She is from the north.\n');
  expect(after).toMatch(/^name: Ana$/mu);
  const [third = ''] = posts.slice(2);
  const { stuck } = await game.tick();
  expect(stuck).toMatchObject([{ matter: third }]);
  expect(stuck[0]?.why).toMatch(/as it is: .*very.*\n- proposed: .*small/u);
  expect((await game.said(third)).join('\n')).toContain('as it is: ');

  const resolved = await game.branch({ [ANA]: after.replace('very tall', 'small and then tall') });
  await game.table.comment(ana, third, `/merge ${resolved}`);
  const { stuck: none, commits } = await game.tick();
  expect([none, commits.map(({ message }) => message.split(':')[0])]).toEqual([[], [`Enact ${third}`]]);
  expect(textBelow(await textOf(game, ANA))).toBe(
    '\nAna is small and then tall. She has a lamp. She is from the north.\n',
  );
  expect((await game.content()).get('content/ledger/2024-03.jsonl')).toContain(
    `"merged":{"commit":"${resolved}"`,
  );
});
