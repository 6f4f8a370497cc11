import { afterEach, beforeEach, expect, test } from 'vitest';

import { readWish, runSetup } from '../../src/host/github/action/run-setup.ts';
import { readBranch } from '../../src/repository/refs.ts';
import { readTree } from '../../src/repository/read-tree.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { environmentAt, openAt, startWithEngine } from './game-at.ts';
import type { StandIn } from './stand-in/server.ts';

let standIn: StandIn;
beforeEach(async () => {
  standIn = await startWithEngine();
  standIn.world.account('ana', { permission: 'write' });
});
afterEach(() => standIn.close());

async function setUpOver(files: Readonly<Record<string, string>>): Promise<ReadonlySet<string>> {
  const forge = await openAt(standIn);
  const main = await readBranch(forge.repository, 'main');
  const commit = await writeCommit(forge.repository, {
    parents: main === null ? [] : [main],
    changes: new Map(Object.entries(files)),
    author: { name: 'ana', email: '', at: standIn.world.now },
    message: 'As it is shipped\n',
  });
  expect(await forge.advance('main', main, commit)).toBe('advanced');
  const environment = environmentAt(standIn);
  const wish = { GAME_NAME: 'Harbour', GAME_CORE: '2021', GAME_DYNASTY: 'proving', GAME_ADMINS: 'ana' };
  await runSetup(
    { environment, now: () => standIn.world.now, say: () => undefined, paced: false },
    readWish(wish),
  );
  const begun = await openAt(standIn, `${standIn.folder}/after`);
  const { files: after } = await readTree(
    begun.repository,
    (await readBranch(begun.repository, 'main')) ?? '',
  );
  return new Set(after.keys());
}

const OLD = {
  'content/posts/2020/2020-01-01-old.md': 'old\n',
  'content/dynasties/3/dynasty.yml': 'number: 3\n',
};

test('the game that is shipped with the repository gives way to the one that is set up', async () => {
  const game = 'name: Shipped\nforge:\n  kind: local\n';
  const files = await setUpOver({
    ...OLD,
    'content/game.yml': game,
    'content/library/own/pack.yml': 'name: own\n',
  });
  for (const path of Object.keys(OLD)) expect(files.has(path)).toBe(false);
  expect(files.has('content/library/own/pack.yml')).toBe(true);
  expect(files.has('content/ruleset/core/votable-matters/votes.md')).toBe(true);
});

test('a game that is played on GitHub does not', async () => {
  const game = 'name: Ours\nforge:\n  kind: github\n  repository: o/r\n';
  await expect(setUpOver({ ...OLD, 'content/game.yml': game })).rejects.toMatchObject({ code: 'game-there' });
});
