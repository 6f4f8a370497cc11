// How a game on GitHub comes to a newer engine: a bot's pull request, which is no proposal; and what an older one does then.
import { expect, test, vi } from 'vitest';
import { FORMAT, FORMAT_FILE } from '../../src/store/formats/migrations.ts';
import { readBranch } from '../../src/repository/refs.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { ana, bo, cy, playOnGitHub } from './action-game.ts';
import { openAt } from './game-at.ts';

vi.setConfig({ testTimeout: 240_000 });

test('a bot’s pull request with a newer engine is no matter: nobody is asked to vote, and the engine stays silent', async () => {
  const game = await playOnGitHub();
  const { standIn, table } = game;
  try {
    standIn.world.account('dependabot[bot]', { type: 'Bot', permission: 'write' });
    const bot = { id: 'dependabot[bot]', name: 'dependabot[bot]', bot: true };
    const post = await game.propose(bot, 'Bump the engine group', {
      '.github/workflows/tick.yml': 'on: {}\n',
      'package.json': '{"dependencies":{"gitnomic":"0.2.0"}}\n',
    });
    for (const person of [ana, bo, cy]) await table.comment(person, String(post.number), ':for:');
    const before = [...standIn.world.refs()];
    await game.tick();
    await game.tick();
    expect(game.said().endsWith('Everything is up to date.\n')).toBe(true);
    expect(
      game.post(String(post.number)).comments.filter(({ by }) => by?.login.startsWith('github')),
    ).toEqual([]);
    expect(game.post(String(post.number))).toMatchObject({ labels: [], closed: false });
    const main = (refs: readonly (readonly [string, string])[]) => new Map(refs).get('refs/heads/main');
    expect(main([...standIn.world.refs()])).toBe(main(before));
  } finally {
    await standIn.close();
  }
});

test('an engine older than the game’s format moves no branch and answers nobody, and says so', async () => {
  const game = await playOnGitHub();
  const { standIn, table } = game;
  try {
    const { world } = standIn;
    // A newer engine was here, and brought the game to a format of its own.
    const forge = await openAt(standIn, `${standIn.folder}/newer`);
    const main = (await readBranch(forge.repository, 'main')) ?? '';
    const commit = await writeCommit(forge.repository, {
      parents: [main],
      changes: new Map([[FORMAT_FILE, `{"format":${FORMAT + 1}}\n`]]),
      author: { name: forge.engine.name, email: '', at: world.now },
      message: 'Bring the game to a later format\n',
    });
    expect(await forge.advance('main', main, commit)).toBe('advanced');
    const post = await table.open(bo, { kind: 'story', title: 'Hello', text: 'Hello.' });
    await table.comment(bo, post, '/roll 1DICE6');
    const before = [...world.refs()];
    await game.run();
    expect(game.said()).toContain(
      `The game is in format ${FORMAT + 1}, and this engine knows formats up to ${FORMAT}.`,
    );
    expect([...world.refs()]).toEqual(before);
    expect(game.post(post).comments.filter(({ by }) => by?.type === 'Bot')).toEqual([]);
    expect(world.posts.find(({ title }) => title === 'The game is stuck')?.body).toContain('format');
  } finally {
    await standIn.close();
  }
});
