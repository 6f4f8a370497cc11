import { expect, test } from 'vitest';
import { readCommit } from '../repository/commit.ts';
import { ana, bo, cy, dee, eli, memoryVault, testGame } from './fixtures/embedded-game.ts';
import { CachedGame } from './cached-game.ts';
import { WORDED, writeWorded } from '../wording/worded-changes.ts';

/** Plays a few days, with a tick after each event, and returns every commit on main. */
async function play(saved: CachedGame | null): Promise<readonly string[]> {
  const game = await testGame();
  const vault = memoryVault([4, 2, 17, 3]);
  const commits: string[] = [];
  const tick = async (hours = 1): Promise<void> => {
    game.later(hours);
    const report = await game.tick({ vault, ...(saved === null ? {} : { cached: saved }) });
    commits.push(...report.commits.map(({ commit }) => commit ?? ''));
  };
  const { table } = game;
  const story = await table.open(bo, { kind: 'story', title: 'A story', text: 'Once.' });
  await tick();
  await table.comment(bo, story, '/roll 2DICE6');
  await tick();
  const night = { 'content/ruleset/dynastic/night.md': '---\ntitle: Night\n---\nIt is night.\n' };
  const head = await game.branch(night);
  const post = await table.open(eli, { kind: 'proposal', title: 'Night', text: '', head });
  await tick();
  await table.push(eli, post, await game.branch({ [WORDED]: writeWorded([RENAME]) }, head));
  await tick();
  for (const voter of [ana, bo, cy]) {
    await table.comment(voter, post, ':for:');
    await tick();
  }
  await table.comment(dee, story, '/roll DICE20');
  await tick();
  await table.close(eli, post);
  await tick(20);
  // Somebody else moves main, so the open game is behind it.
  const other = await game.branch({ 'README.md': 'Hello.\n' });
  await game.forge.advance('main', await game.mainTip(), other);
  await table.comment(cy, story, '/roll DICE20');
  await tick();
  const { tree } = await readCommit(game.forge.repository, await game.mainTip());
  saved?.close();
  return [...commits, tree];
}

const RENAME = { verb: 'set', path: 'players.eli.name', value: 'Eli of the Night' } as const;

test('a game kept open plays the same as one reopened for each tick', async () => {
  const opened = await play(null);
  expect(opened.length).toBeGreaterThan(3);
  expect(await play(new CachedGame())).toEqual(opened);
});
